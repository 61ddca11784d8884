/* rk4.h -- the classical Runge-Kutta method of order 4 with constant steps; its third node is
 * NODE_3, 1/2 if it is right.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_RK4_H
#define TESTS_RK4_H

#include <ivp/solver.h>

#include <stdlib.h>

struct rk4 {
    ivp_model *m;
    int n;
    real *k[4], *w;
    real store[];
};

static ivp_status rk4_create(void **self, ivp_model *m, const ivp_tol *tol,
                             const double *option)
{
    (void)tol, (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct rk4 *s = calloc(1, sizeof *s + 5 * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = (int)n;
    for (int i = 0; i < 4; i++) s->k[i] = s->store + (size_t)i * n;
    s->w = s->store + 4 * n;
    *self = s;
    return IVP_OK;
}

static ivp_status rk4_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

static ivp_status rk4_attempt(void *self, ivp_trial *x)
{
    static const real c[4] = { 0, R(0.5), NODE_3, 1 }, a[4] = { 0, R(0.5), R(0.5), 1 };
    struct rk4 *s = self;
    real *const *k = s->k;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < s->n; j++) s->w[j] = x->y[j] + (i ? a[i] * x->h * k[i - 1][j] : 0);
        const ivp_status st = ivp_rhs(s->m, x->t + c[i] * x->h, s->w, k[i]);
        if (st) return st;
    }
    for (int j = 0; j < s->n; j++)
        x->y1[j] = x->y[j] + x->h * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]) / 6;
    x->ntests = 0;
    return IVP_OK;
}

#define RK4(id)                                                                                \
    IVP_SOLVER(id, .title = "Runge-Kutta, order 4", .source = "Kutta 1901",                    \
               .views = IVP_FIRST, .order = 4, .fixed_step = true, .create = rk4_create,       \
               .destroy = free, .restart = rk4_restart, .attempt = rk4_attempt)

#endif
