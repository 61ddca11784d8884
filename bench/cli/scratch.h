/* scratch.h -- files that go away, and plans that are made by the program.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_SCRATCH_H
#define BENCH_CLI_SCRATCH_H

#include "bench/plan/plan.h"

/* A new file in TMPDIR or /tmp, open; the caller closes, unlinks and frees its path. -1, path
 * NULL: none can be made. */
int scratch_file(char **path, const char *suffix);
/* The path of a new, empty file; the caller drops it with partial_drop() and frees the path.
 * NULL with a sentence. */
char *scratch_store(reason *why);
/* Reads a plan from text; sentences name no file. */
bool scratch_plan(plan *p, const char *text, reason *why);

#endif
