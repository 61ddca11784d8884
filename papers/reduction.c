/* reduction.c -- one number from a column of numbers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static double largest(const double *x, const double *v, int n)
{
    double m = v[0];
    (void)x;
    for (int i = 1; i < n; i++) m = fmax(m, v[i]);
    return m;
}

static double least(const double *x, const double *v, int n)
{
    double m = v[0];
    (void)x;
    for (int i = 1; i < n; i++) m = fmin(m, v[i]);
    return m;
}

static double largest_size(const double *x, const double *v, int n)
{
    return fmax(largest(x, v, n), -least(x, v, n));
}

static double spread(const double *x, const double *v, int n)
{
    return largest(x, v, n) / least(x, v, n);
}

static double total(const double *x, const double *v, int n)
{
    double sum = 0;
    (void)x;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum;
}

static double mean(const double *x, const double *v, int n) { return total(x, v, n) / n; }

static double root_mean_square(const double *x, const double *v, int n)
{
    double sum = 0;
    (void)x;
    for (int i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum / n);
}

static double count(const double *x, const double *v, int n)
{
    (void)x, (void)v;
    return n;
}

static double at_least_x(const double *x, const double *v, int n)
{
    int k = 0;
    for (int i = 1; i < n; i++)
        if (x[i] < x[k]) k = i;
    return v[k];
}

static double at_largest_x(const double *x, const double *v, int n)
{
    int k = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[k]) k = i;
    return v[k];
}

/* The value below which the given share lies, between neighbours by a straight line. */
static double quantile(const double *v, int n, double share)
{
    double *sorted = need(calloc((size_t)n, sizeof *sorted));
    memcpy(sorted, v, (size_t)n * sizeof *v);
    sort_numbers(sorted, n);
    const double at = share * (n - 1), part = at - floor(at);
    const int k = (int)at, next = k + 1 < n ? k + 1 : k;
    const double q = (1 - part) * sorted[k] + part * sorted[next];
    free(sorted);
    return q;
}

static double median(const double *x, const double *v, int n)
{
    (void)x;
    return quantile(v, n, 0.5);
}

static double quartile1(const double *x, const double *v, int n)
{
    (void)x;
    return quantile(v, n, 0.25);
}

static double quartile3(const double *x, const double *v, int n)
{
    (void)x;
    return quantile(v, n, 0.75);
}

/* Where along x the largest value lies. */
static double place_of_largest(const double *x, const double *v, int n)
{
    int k = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > v[k]) k = i;
    return x[k];
}

/* Least-squares slope of log v against log x. */
static double slope(const double *x, const double *v, int n)
{
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        mx += log(x[i]) / n;
        my += log(v[i]) / n;
    }
    for (int i = 0; i < n; i++) {
        xx += (log(x[i]) - mx) * (log(x[i]) - mx);
        xy += (log(x[i]) - mx) * (log(v[i]) - my);
    }
    return xy / xx;
}

static const struct {
    const char *name;
    reduction *of;
    bool needs_x;
} reductions[] = {
    { "max", largest, false },
    { "min", least, false },
    { "maxabs", largest_size, false },
    { "spread", spread, false },
    { "sum", total, false },
    { "mean", mean, false },
    { "rms", root_mean_square, false },
    { "count", count, false },
    { "median", median, false },
    { "quartile1", quartile1, false },
    { "quartile3", quartile3, false },
    { "first", at_least_x, true },
    { "last", at_largest_x, true },
    { "place", place_of_largest, true },
    { "slope", slope, true },
};
enum { NREDUCTIONS = sizeof reductions / sizeof *reductions };

reduction *reduction_by_name(const char *name, bool *needs_x)
{
    for (int i = 0; i < NREDUCTIONS; i++)
        if (!strcmp(reductions[i].name, name)) {
            *needs_x = reductions[i].needs_x;
            return reductions[i].of;
        }
    return NULL;
}
