/* order.c -- observed order of a step ladder.
 *
 * error = C h^p holds between the pre-asymptotic zone (h too large) and the round-off floor (h
 * too small). Of all runs of five or more rungs in which the local slopes
 *
 *     p_k = log(e_k / e_(k+1)) / log(h_k / h_(k+1))
 *
 * differ from their median by at most 2 % (of 1 if that is larger) and are clearly positive,
 * the longest is taken, of equally long ones that with the smaller steps; where there is none,
 * of four rungs and 5 %, then 10 %, at last of three and 25 %. The order is the least-squares
 * slope over it. Half its interval is Student's 97.5 % point times the slope's standard error,
 * at least half the difference between the window's first and last local slope.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/order.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

enum { MOST_RUNGS = 64 };
static const struct {
    double spread;
    int rungs;
} windows[] = { { 0.02, 5 }, { 0.05, 4 }, { 0.1, 4 }, { 0.25, 3 } };
static const double least_slope = 0.3;

typedef struct ladder {
    int n;
    double x[MOST_RUNGS], y[MOST_RUNGS], slope[MOST_RUNGS]; /* x, y: logs, h descending */
} ladder;

/* Logarithms, sorted from large to small steps; what has no logarithm is left out. */
static void ladder_fill(ladder *l, const double *h, const double *error, int n)
{
    double hs[MOST_RUNGS], es[MOST_RUNGS];
    l->n = 0;
    for (int i = 0; i < n && l->n < MOST_RUNGS; i++) {
        if (!(h[i] > 0) || !(error[i] > 0) || !isfinite(error[i])) continue;
        hs[l->n] = -log10(h[i]);
        es[l->n++] = log10(error[i]);
    }
    gsl_sort2(hs, 1, es, 1, (size_t)l->n);
    for (int i = 0; i < l->n; i++) {
        l->x[i] = -hs[i];
        l->y[i] = es[i];
        if (i) l->slope[i - 1] = (l->y[i - 1] - l->y[i]) / (l->x[i - 1] - l->x[i]);
    }
}

/* Are the local slopes between rungs first .. last alike and positive? */
static bool is_straight(const ladder *l, int first, int last, double spread)
{
    double s[MOST_RUNGS];
    const size_t k = (size_t)(last - first);
    for (size_t i = 0; i < k; i++) s[i] = l->slope[(size_t)first + i];
    gsl_sort(s, 1, k);
    const double median = gsl_stats_median_from_sorted_data(s, 1, k);
    const double room = spread * fmax(1, fabs(median));
    return isfinite(s[0]) && isfinite(s[k - 1]) && s[0] >= least_slope &&
           median - s[0] <= room && s[k - 1] - median <= room;
}

/* The longest straight run; from the end, so that of equally long ones the finer steps win. */
static bool find_window(const ladder *l, int *first, int *last)
{
    for (size_t k = 0; k < sizeof windows / sizeof *windows; k++)
        for (int length = l->n; length >= windows[k].rungs; length--)
            for (int i = l->n - length; i >= 0; i--)
                if (is_straight(l, i, i + length - 1, windows[k].spread)) {
                    *first = i;
                    *last = i + length - 1;
                    return true;
                }
    return false;
}

observed_order order_observe(const double *h, const double *error, int n)
{
    observed_order o = { .order = NAN, .low = NAN, .high = NAN };
    ladder l = { 0 };
    int i = 0, j = 0;
    ladder_fill(&l, h, error, n);
    if (!find_window(&l, &i, &j)) return o;
    double c0, c00, c01, c11, sum;
    o.n = j - i + 1;
    gsl_fit_linear(l.x + i, 1, l.y + i, 1, (size_t)o.n, &c0, &o.order, &c00, &c01, &c11, &sum);
    const double half = gsl_cdf_tdist_Pinv(0.975, o.n - 2) * sqrt(c11);
    const double steepening = fabs(l.slope[j - 1] - l.slope[i]) / 2;
    o.known = true;
    o.low = o.order - fmax(half, steepening);
    o.high = o.order + fmax(half, steepening);
    o.h_from = pow(10, l.x[i]);
    o.h_to = pow(10, l.x[j]);
    return o;
}

bool order_is_claimed(const observed_order *o)
{
    const double widest = 0.5;
    return o->known && o->high - o->low < widest;
}
