/* cost.h -- what a solve costs: median with interval of all samples; cost at equal accuracy. */
#ifndef REPORTS_COST_H
#define REPORTS_COST_H

#include <stdbool.h>

/* One timing sample and the process that took it. */
typedef struct timing {
    double s;
    int worker;
} timing;

typedef struct cost {
    int n;
    double median, low, high, min; /* seconds; NAN without samples */
} cost;

/* Median of all samples. Its 95 % interval by order statistics, widened to hold the median of
 * every worker: processes differ by more than the samples of one process do. */
cost cost_of(const timing *sample, int n);

/* A point of a work-precision curve, with the samples behind its cost. */
typedef struct cost_point {
    double digits;
    const timing *sample;
    int n;
} cost_point;

typedef enum verdict { COST_NO_OVERLAP, COST_SAME, COST_LESS, COST_MORE } verdict;

typedef struct cost_ratio {
    verdict verdict;
    double ratio, low, high; /* cost of a over cost of b, 95 % interval; NAN: no overlap */
} cost_ratio;

/* Differences smaller than this are never claimed, whatever the samples say. */
extern const double cost_resolution;

/* A work-precision curve: its Pareto front, and bootstrap replicates of it, drawn over workers
 * and samples with a fixed seed. */
typedef struct cost_curve cost_curve;
cost_curve *cost_curve_new(const cost_point *p, int n);
void cost_curve_free(cost_curve *c);

/* Cost (seconds) at the given digits by linear interpolation of log cost along the front; NAN
 * outside its range. */
double cost_at(const cost_curve *c, double digits);
/* Ratio at equal digits. */
cost_ratio cost_compare(const cost_curve *a, const cost_curve *b, double digits);
/* Ratio of two medians, a over b, likewise. */
cost_ratio cost_compare_samples(const timing *a, int na, const timing *b, int nb);

#endif
