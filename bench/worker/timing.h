/* timing.h -- time of a solve: clocks, instruction counter, repetition to the required
 * accuracy.
 *
 * The first run warms up and gives the length of a run; it counts only if it is the only one.
 * Short runs are timed in batches of at least TIMING_BATCH_S, each a sample: its mean. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include "bench/cell/record.h"

/* Solves once. Returns false if that failed or the result differs; timing then stops. */
typedef bool (*timing_solve)(void *context);
/* CPU time that other processes have used for it so far. */
typedef double (*timing_elsewhere)(void *context);

typedef struct timing_goal {
    double min_time_s, precision;
    int worker;
    timing_elsewhere elsewhere_s;
} timing_goal;

bool timing_run(const timing_goal *goal, timing_solve solve, void *context, record *to);

/* Half the width of the 95 % interval of the median (by order statistics), divided by the
 * median; 1 if there are too few samples. Sorts v. */
double timing_half_width(double *v, int n);

#endif
