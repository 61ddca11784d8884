/* rk4_c.c -- the classical Runge-Kutta method with constant steps: the same in each language.
 *
 *     k1 = f(t, y)   k2 = f(t + h/2, y + h/2 k1)   k3 = f(t + h/2, y + h/2 k2)   k4 = f(t + h, y + h k3)
 *     y1 = y + h/6 (k1 + 2 k2 + 2 k3 + k4)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

struct rk4 {
    ivp_model *m;
    int n;
    double t, h, *y, *x, *k1, *k2, *k3, *k4;
    double store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct rk4 *s = calloc(1, sizeof *s + 6 * n * sizeof(double));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = (int)n;
    s->h = tol->h;
    s->y = s->store;
    s->x = s->y + n;
    s->k1 = s->x + n;
    s->k2 = s->k1 + n;
    s->k3 = s->k2 + n;
    s->k4 = s->k3 + n;
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct rk4 *s = self;
    (void)yp, (void)h0;
    s->t = t;
    memcpy(s->y, y, (size_t)s->n * sizeof *y);
    return IVP_OK;
}

static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    struct rk4 *s = self;
    const bool last = s->t + 1.000001 * s->h >= tmax;
    const double h = last ? tmax - s->t : s->h;
    ivp_status st = ivp_rhs(s->m, s->t, s->y, s->k1);
    for (int i = 0; i < s->n; i++) s->x[i] = s->y[i] + h / 2 * s->k1[i];
    if (!st) st = ivp_rhs(s->m, s->t + h / 2, s->x, s->k2);
    for (int i = 0; i < s->n; i++) s->x[i] = s->y[i] + h / 2 * s->k2[i];
    if (!st) st = ivp_rhs(s->m, s->t + h / 2, s->x, s->k3);
    for (int i = 0; i < s->n; i++) s->x[i] = s->y[i] + h * s->k3[i];
    if (!st) st = ivp_rhs(s->m, s->t + h, s->x, s->k4);
    for (int i = 0; i < s->n; i++)
        s->y[i] = s->y[i] + h / 6 * (((s->k1[i] + 2 * s->k2[i]) + 2 * s->k3[i]) + s->k4[i]);
    s->t = last ? tmax : s->t + h;
    *t = s->t;
    memcpy(y, s->y, (size_t)s->n * sizeof *y);
    return st;
}

IVP_SOLVER(rk4_c,
    .title = "Classical Runge-Kutta method, in C",
    .source = "Kutta 1901",
    .views = IVP_FIRST,
    .order = 4,
    .fixed_step = true,
    .create = create,
    .destroy = free,
    .restart = restart,
    .advance = advance);
