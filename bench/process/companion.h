/* companion.h -- programs that lie beside this one, each in its own arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_COMPANION_H
#define BENCH_PROCESS_COMPANION_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the program with arguments up to NULL; it may write to the
 * file or folder `writes` and what lies there (NULL: nowhere). Returns its exit code. */
int companion_run(const char *program, char *const arguments[], const char *writes);
/* The same, writing nowhere, with its whole output in *text, which the caller frees. What it
 * says is repeated at its end. */
int companion_text(const char *program, char *const arguments[], char **text);
/* Whether there is such a program. */
bool companion_exists(const char *program);

#endif
