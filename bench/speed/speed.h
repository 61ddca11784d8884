/* speed.h -- cost of single calls on this machine, as rows of CSV: problem, what, how, unit,
 * value.
 *
 *     terms             M, f, G, gamma of a mechanism          how: double, lanes8, lanes4,
 *                                                              lanes2
 *     f                 right-hand side of an ODE              the same
 *     factor, solve     the saddle point, once each            static, interpreted, dense
 *     evaluation        a whole right-hand side or acceleration of a model, checks and all, a
 *                       point: static, interpreted, dense, lanes8 ... (with compiled
 *                       elimination)
 *     loop              what the loop adds to a step of a method     how: the solver
 *     attempt           a step of that method without the loop
 *     memory            what a solver and its model take       how: SOLVER@FORMULATION
 *
 * Times are the minimum over many short batches, since disturbances only add. Batches of calls
 * are spread over several rounds over all problems, since a disturbance may last for a
 * second.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_SPEED_H
#define BENCH_SPEED_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stdio.h>

/* Nanoseconds a call. */
double speed_best_ns(void (*call)(void *), void *context);

typedef struct speed_rows speed_rows;

speed_rows *speed_rows_new(void);
/* The same row once more: the lesser value stays. */
void speed_row(speed_rows *rows, const char *problem, const char *what, const char *how,
               const char *unit, double value);
/* Writes them as CSV and frees them. */
void speed_rows_write(speed_rows *rows, FILE *to);

/* "andrews", or with settings "double_pendulum_rsda(k2=50)". False: why says the
 * reason. */
bool speed_calls(const char *problem, speed_rows *to, reason *why);
/* Of an explicit method under the kernel's control. */
bool speed_loop(const char *problem, const char *solver, speed_rows *to, reason *why);
/* Of every solver in the first formulation that it takes. */
bool speed_memory(const char *problem, speed_rows *to, reason *why);

#endif
