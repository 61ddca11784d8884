/* place.h -- what a path of a store means: a file, or with "@NAME" a store of the archive.
 *
 * The archive is a folder: IVPBENCH_ARCHIVE, or ivpbench/archive below XDG_DATA_HOME or
 * ~/.local/share. In it NAME.db is a compacted copy that nobody writes to.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLACE_H
#define BENCH_PLACE_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { PLACE_LONGEST = 64 }; /* characters of a name */
#define PLACE_SUFFIX ".db"

/* A letter or digit, then letters, digits, dots, dashes, underlines: never a path. */
bool place_is_name(const char *text);
/* Does a path of a store mean one of the archive? A file of such a name is ./@NAME. */
bool place_is_kept(const char *path);

/* The folder, which need not exist; the caller frees. NULL: no place is known. */
char *place_folder(void);
/* Where NAME (or @NAME) belongs, whether or not it is there; the caller frees. NULL with a
 * sentence. */
char *place_of(const char *name, reason *why);
/* The file behind a path: that of the archive, which must be there, or the path itself. The
 * caller frees; NULL with a sentence. */
char *place_file(const char *path, reason *why);

#endif
