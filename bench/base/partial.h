/* partial.h -- files that are whole or not there, whenever the program is killed.
 *
 * A file is written under a name of its own beside its place, brought to the disk, and then
 * given its name in one call.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PARTIAL_H
#define BENCH_PARTIAL_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The name to write to; the caller frees it. What killed programs have left beside the place is
 * removed. */
char *partial_name(const char *path);
/* The written file gets its name. `replaces`: a file of that name gives way, else it is an
 * error. false with a sentence; the written file is gone then. */
bool partial_finish(const char *part, const char *path, bool replaces, reason *why);
/* Whether something has this name, be it a link to nowhere. */
bool partial_is_taken(const char *path);
/* The same as a stream. A pipe or a device that has the name is written to itself, and a link
 * stays one. NULL with errno. */
FILE *partial_open(const char *path);
/* The stream of partial_open() is closed, and the file gets its name if all could be written.
 * good: false if the caller has failed, and has the sentence. false with a sentence; what was
 * there stays. */
bool partial_close(FILE *f, const char *path, bool good, bool replaces, reason *why);
/* A copy of the regular file `from` gets this name, and replaces what has it. A link in the
 * place of `from` is refused. mode: of the new file, without what umask forbids. */
bool partial_take(const char *from, const char *path, unsigned mode, reason *why);
void partial_drop(const char *part); /* with the journals that SQLite has beside it */

#endif
