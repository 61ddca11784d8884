/* upwind.h -- a flow around a ring of N cells, which sees only what comes from behind: patterns
 * that are not symmetric, by hand and sparse. The equations in three forms:
 *
 *     h_i = N (y_(i-1) - y_i) - y_i^3 + sin(t)
 *     y_i' = h_i
 *     (3 + t + y_i^2) y_i' + y_(i-1) y_(i-1)' / 4 = h_i          M y' = f and F(t, y, y') = 0
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_UPWIND_H
#define TESTS_PLUGINS_UPWIND_H

#define IVP_SPARSE
#include <ivp/problem.h>

static const ivp_param upwind_params[] = {
    { "N", "40", "cells [1]" },
    { "narrow", "no", "is an entry left out of the pattern, or with more than 40 cells?",
      .choices = "no yes grown" },
    { 0 },
};

static inline int upwind_cells(const real *p) { return (int)re(p[0]); }
static inline int upwind_behind(int i, int n) { return i ? i - 1 : n - 1; }
static void upwind_size(const real *p, ivp_sizes *s) { s->n = upwind_cells(p); }

static inline bool upwind_narrow(const real *p)
{
    enum { NO, YES, GROWN };
    const int narrow = (int)re(p[1]);
    return narrow == YES || (narrow == GROWN && upwind_cells(p) > 40);
}

static void upwind_pattern(const ivp_pattern *out, const real *p)
{
    const int n = upwind_cells(p);
    for (int i = 0; i < n; i++) {
        ivp_entry(out, IVP_JAC, i, i);
        if (i || !upwind_narrow(p)) ivp_entry(out, IVP_JAC, i, upwind_behind(i, n));
    }
}

static inline ivp_status upwind_rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = upwind_cells(p);
    for (int i = 0; i < n; i++) {
        const real y = s->y[i];
        f[i] = n * (s->y[upwind_behind(i, n)] - y) - y * y * y + sin(s->t);
    }
    return IVP_OK;
}

static inline ivp_status upwind_jac(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = upwind_cells(p);
    for (int i = 0; i < n; i++) {
        *ivp_at(J, i, upwind_behind(i, n)) = ivp_of(n);
        *ivp_at(J, i, i) = -n - 3 * s->y[i] * s->y[i];
    }
    return IVP_OK;
}

static inline ivp_status upwind_mass(const ivp_state *s, ivp_mat M, const real *p)
{
    const int n = upwind_cells(p);
    for (int i = 0; i < n; i++) {
        const int k = upwind_behind(i, n);
        *ivp_at(M, i, k) = s->y[k] / 4;
        *ivp_at(M, i, i) = 3 + s->t + s->y[i] * s->y[i];
    }
    return IVP_OK;
}

/* At rest, y' as at t0 = 0: nothing flows. */
static ivp_status upwind_start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < upwind_cells(p); i++) y[i] = yp[i] = ivp_of(0);
    return IVP_OK;
}

/* The members that all forms share */
#define UPWIND                                                                                 \
    .title = "Flow around a ring, upwind", .source = "made for the tests", .tags = "test",     \
    .params = upwind_params, .t0 = "0", .t1 = "1", .sizes = { .n = 40 }, .size = upwind_size,  \
    .pattern = upwind_pattern, .init = upwind_start

#endif
