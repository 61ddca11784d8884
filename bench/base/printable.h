/* printable.h -- foreign text on its way to a terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_PRINTABLE_H
#define BENCH_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdio.h>

/* Replaces by '?', in place, what a terminal would take for a command or a reader of lines for
 * a new line. These are the control characters of ASCII and Unicode except those in `keep`.
 * So are signs that turn the direction of a line, and bytes that are not UTF-8. A service that
 * reads the log takes "::" at the begin of a line, and "##WORD[" anywhere, for commands. Their
 * first character is replaced, too; the text is taken to begin a line. */
void tame(char *text, const char *keep);
/* The same of text that arrives in parts, but for "::"; and this of its lines, the first one if
 * the part begins a line. true: so does the next part. */
void tame_part(char *text, const char *keep);
bool tame_lines(char *text, bool begins);
/* So many bytes at the end of a part may begin such a command: they belong before the next
 * one. Commands of longer words are unknown. */
enum { TAME_WORD = 24, TAME_BEGUN = TAME_WORD + 8 };
size_t tame_begun(const char *text, size_t n);
/* What lies in a file, as lines that are tame: the first megabyte, as much as anybody reads. The
 * caller frees it. */
char *tame_file(int fd);
/* Prints it so, in one line. tools/layers.sh refuses prints of foreign text by other means. */
void put_tame(FILE *f, const char *text);
/* Makes standard output a stream of such text, with newlines and tabs kept; names of files are
 * among what it says. Of a verb that prints data only a terminal gets it so, and a file or a
 * pipe the data as they are. To be called once, before anything is printed. */
void tame_output(bool data);

#endif
