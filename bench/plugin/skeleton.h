/* skeleton.h -- the beginning of a plug-in: files that build, pass their contract and run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_SKELETON_H
#define BENCH_SKELETON_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { SKELETON_FILES = 2 };

/* The languages there are for a kind ("solver" or "problem"), as "c|fortran"; "": no such
 * kind. */
const char *skeleton_languages(const char *kind);

/* Is `name` one for a new plug-in of this kind, and not taken? false with a sentence. */
bool skeleton_name(const char *kind, const char *name, reason *why);

/* What is not a name, made one; "" where nothing is left. */
void skeleton_similar(const char *text, char *name, size_t size);

/* Writes the files into this folder, none over another, and their names, separated by blanks,
 * to `files`. false with a sentence: not a name, a name that is taken, a file that is there. */
bool skeleton_write(const char *kind, const char *language, const char *name, char *files,
                    size_t size, reason *why);

#endif
