/* archive.h -- stores kept under a name, to compare with: place.h says where.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_ARCHIVE_H
#define BENCH_ARCHIVE_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads the whole store `from`, of any schema, verifies it, and keeps a copy with a note, which
 * stands in its table `meta`. Refuses a damaged store, an empty one, a name that is taken;
 * false with a sentence, and nothing is left behind. */
bool archive_add(const char *name, const char *from, const char *note, long *kept, reason *why);
bool archive_remove(const char *name, reason *why);
/* Names in alphabetical order; the caller frees each and the list. */
int archive_names(char ***names);
/* What was said when it was added, "" for nothing; the caller frees. NULL with a sentence. */
char *archive_note(const char *name, reason *why);

#endif
