/* robertson.h -- Robertson's three reactions: what their two forms share.
 *
 *     y1 -> y2 (k1),  2 y2 -> y2 + y3 (k2),  y2 + y3 -> y1 + y3 (k3)
 *
 * Robertson 1966; Hairer, Wanner, Solving ODEs II, IV.1; Test Set for IVP Solvers 2.4, rober.
 * At the end y1 is 2e-8 and y2 8e-14, so that the weights of atol are far below one; a negative
 * y2 of rounding size grows without bounds later than t = 1e8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ROBERTSON_H
#define ROBERTSON_H

#include "descriptor.h"

enum { K1, K2, K3 };

static const ivp_param params[] = {
    [K1] = { "k1", "0.04", "rate of the first reaction [1]" },
    [K2] = { "k2", "3e7", "rate of the second, between two y2 [1]" },
    [K3] = { "k3", "1e4", "rate of the third, back to y1 [1]" },
    { 0 },
};

/* y1' and y2' */
static inline void robertson_rates(const real *y, real *f, const real *p)
{
    const real first = p[K1] * y[0], second = p[K2] * y[1] * y[1], back = p[K3] * y[1] * y[2];
    f[0] = back - first;
    f[1] = first - back - second;
}

/* and their rows of the Jacobian */
static inline void robertson_rows(const real *y, ivp_mat J, const real *p)
{
    const real by3 = p[K3] * y[1], by2 = p[K3] * y[2], twice = 2 * p[K2] * y[1];
    *ivp_at(J, 0, 0) = -p[K1];
    *ivp_at(J, 0, 1) = by2;
    *ivp_at(J, 0, 2) = by3;
    *ivp_at(J, 1, 0) = p[K1];
    *ivp_at(J, 1, 1) = -by2 - twice;
    *ivp_at(J, 1, 2) = -by3;
}

static inline void robertson_weights(const real *p, double *w)
{
    w[0] = w[2] = (double)R(1e-6);
    w[1] = (double)R(1e-10);
}

static inline real robertson_sum(const ivp_state *s, const real *p)
{
    return s->y[0] + s->y[1] + s->y[2];
}

static const ivp_observable observables[] = {
    { "fuel", "1", "y1", .component = "y1" },
    { "intermediate", "1", "y2", .component = "y2" },
    { 0 },
};

static const ivp_observable invariants[] = {
    { "sum", "1", "y1 + y2 + y3", robertson_sum },
    { 0 },
};

static const ivp_published published[] = {
    { TESTSET_VALUES("", "13.1"),
      .values = "y1=0.2083340149701255e-7 y2=0.8333360770334713e-13 y3=0.9999999791665050" },
    { 0 },
};

/* Parts of both descriptors */
#define ROBERTSON_RUN .params = params, .t0 = "0", .t1 = "1e11"
#define ROBERTSON_RESULTS                                                                      \
    .observables = observables, .invariants = invariants, SCORED_ALL,                          \
    TESTSET_PROTOCOL("1e-2*rtol"), .published = published

#endif
