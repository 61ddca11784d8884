/* child_inner.h -- what the two files of a worker in its parent share.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CHILD_INNER_H
#define BENCH_CHILD_INNER_H

#include "bench/crew/child.h"

static const double child_startup_s = 30; /* CPU time of a phase without a solve */

/* of the solving phase */
double child_solve_limit(const child *c);
/* To a high number, out of the way of plug-ins; closes fd. */
int child_raise_fd(int fd);
/* A line for the worker. */
void child_order(const child *c, const char *line);
/* Pipes, page, token and the process; false with errno. what: "solve" or "reduce" */
bool child_launch(child *c, const char *what);

#endif
