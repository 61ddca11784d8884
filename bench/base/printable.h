/* printable.h -- foreign text on its way to a terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_PRINTABLE_H
#define BENCH_BASE_PRINTABLE_H

#include <stdio.h>

/* Replaces by '?', in place, what a terminal would take for a command or a reader of lines for
 * a new line. These are the control characters of ASCII and Unicode except those in `keep`, and
 * bytes that are not UTF-8. */
void tame(char *text, const char *keep);
/* Prints it so, in one line. tools/layers.sh refuses prints of foreign text by other means. */
void put_tame(FILE *f, const char *text);

#endif
