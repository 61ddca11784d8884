/* honesty.c -- achieved error against requested tolerance: the slope of the straight line
 *
 *     log error = c + slope log tolerance         least squares
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/metrics.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fit.h>

/* Descending: along the ladder from loose to tight. */
static int rung_compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (x[0] < y[0]) - (x[0] > y[0]);
}

/* Pairs (log tolerance, log error) that count, loosest first; caller frees. */
static double *rungs(const double *tolerance, const double *error, int n, int *kept)
{
    double *r = calloc(2 * (size_t)n + 2, sizeof *r);
    int k = 0;
    for (int i = 0; r && i < n; i++) {
        if (!(tolerance[i] > 0) || !(error[i] > 0) || !isfinite(error[i])) continue;
        r[2 * k] = log10(tolerance[i]);
        r[2 * k + 1] = log10(error[i]);
        k++;
    }
    *kept = k;
    if (k) qsort(r, (size_t)k, 2 * sizeof *r, rung_compare);
    return r;
}

honesty metrics_honesty(const double *tolerance, const double *error, int n)
{
    honesty h = { .slope = NAN, .overshoot = NAN };
    double *r = rungs(tolerance, error, n, &h.n), c0, c00, c01, c11, sum;
    double worst = -INFINITY;
    for (int i = 0; r && i < h.n; i++) {
        worst = fmax(worst, r[2 * i + 1] - r[2 * i]);
        if (i && r[2 * i + 1] > r[2 * i - 1] && r[2 * i] < r[2 * i - 2]) h.reversals++;
    }
    if (r && h.n > 0) h.overshoot = pow(10, worst);
    if (r && h.n > 2 && r[0] > r[2 * h.n - 2])
        gsl_fit_linear(r, 2, r + 1, 2, (size_t)h.n, &c0, &h.slope, &c00, &c01, &c11, &sum);
    free(r);
    return h;
}
