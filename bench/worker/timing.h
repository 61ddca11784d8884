/* timing.h -- time of a solve: clocks, instruction counter, repetition to the required
 * accuracy.
 *
 * The first run warms up and gives the length of a run; it counts only if it is the only one.
 * Short runs are timed in batches of at least TIMING_BATCH_S, each a sample: its mean. About an
 * eighth of the samples begin at moved starts (repeats.h); their times are not kept.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include "bench/worker/repeats.h"

typedef struct timing_goal {
    double min_time_s, precision;
    int worker;
} timing_goal;

/* Stops where a solve fails. */
void timing_run(const timing_goal *goal, repeats *r, record *to);

/* CPU time of this process, of all its threads. */
double timing_cpu_s(void);
/* Of this process's other threads. */
double timing_others_s(void);

/* Half the width of the 95 % interval of the median (by order statistics), divided by the
 * median; 1 if there are too few samples. Sorts v. */
double timing_half_width(double *v, int n);

#endif
