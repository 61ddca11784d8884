/* profile.c -- the numbers of performance profiles, on plain arrays.
 *
 * Of the front of a work-precision curve only two points matter at one level: the cheapest that
 * suffices, and of the cheaper ones the most accurate.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/profile.h"

#include <math.h>

double profile_cost(const double *scd, const double *t, int n, double level)
{
    double best = INFINITY, low = INFINITY;
    int at = -1, below = -1;
    for (int i = 0; i < n; i++) /* the cheapest that suffices */
        if (scd[i] >= level && t[i] < best) {
            best = t[i];
            at = i;
        }
    for (int i = 0; at >= 0 && i < n; i++) /* of those that do not, the nearest on the front */
        if (scd[i] < level && t[i] < best &&
            (below < 0 || scd[i] > scd[below] || (scd[i] == scd[below] && t[i] < low))) {
            below = i;
            low = t[i];
        }
    if (below < 0) return best;
    const double w = (level - scd[below]) / (scd[at] - scd[below]);
    return low * pow(best / low, w);
}

bool profile_ratios(double *t, int nsolvers)
{
    double least = INFINITY;
    for (int s = 0; s < nsolvers; s++) least = fmin(least, t[s]);
    for (int s = 0; s < nsolvers && isfinite(least); s++) t[s] /= least;
    return isfinite(least);
}

double profile_share(const double *ratio, int nproblems, double tau)
{
    int within = 0;
    for (int p = 0; p < nproblems; p++) within += ratio[p] <= tau;
    return nproblems > 0 ? (double)within / nproblems : 0;
}
