/* cost.h -- what a solve costs, with its interval; cost at equal accuracy.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_COST_H
#define REPORTS_COST_H

#include "reports/metrics/noise.h"

/* One timing sample and the process that took it; samples of a worker are neighbours. */
typedef struct timing {
    double s;
    int worker;
} timing;

/* Median of each worker; their geometric mean is the cost: what a further process would take,
 * on average of logs. Its 95 % interval is Student's, for the spread between workers: processes
 * differ by more than the samples of one process do. */
typedef struct cost {
    int n, workers;
    double median, low, high, min; /* seconds; NAN without samples */
    double variance, freedom;      /* of the error of log median */
} cost;

/* Geometric mean of n costs, of different work; timed independently of each other. */
cost cost_mean(const cost *const *part, int n);
cost cost_of(const timing *sample, int n, const noise *prior);
/* Spread of the logs of the workers' medians; freedom 0: one worker or none. */
spread cost_spread(const timing *sample, int n);

/* A point of a work-precision curve. */
typedef struct cost_point {
    double digits;
    const cost *cost;
} cost_point;

typedef enum verdict { COST_NO_OVERLAP, COST_SAME, COST_LESS, COST_MORE } verdict;

typedef struct cost_ratio {
    verdict verdict;
    double ratio, low, high;    /* cost of a over cost of b, 95 % interval; NAN: no overlap */
    double sure_low, sure_high; /* its 99.9 % interval, which decides the verdict */
} cost_ratio;

/* A work-precision curve: its Pareto front. */
typedef struct cost_curve cost_curve;
cost_curve *cost_curve_new(const cost_point *p, int n);
void cost_curve_free(cost_curve *c);

/* Cost (seconds) at the given digits by linear interpolation of log cost along the front; NAN
 * outside its range. */
double cost_at(const cost_curve *c, double digits);
/* Ratio at equal digits. */
cost_ratio cost_compare(const cost_curve *a, const cost_curve *b, double digits);
/* Ratio of two costs, a over b, likewise. */
cost_ratio cost_compare_costs(const cost *a, const cost *b);

#endif
