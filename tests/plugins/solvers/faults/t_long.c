/* t_long.c -- Heun's method 2(1) with its own step control, which does not look at hmax.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct heun {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    real t, h;
    real *y, *y1, *e, *k1, *k2;
    real store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const int n = ivp_n(m);
    struct heun *s = calloc(1, sizeof *s + 5 * (size_t)n * sizeof(real));
    *self = s;
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = n;
    real **const array[] = { &s->y, &s->y1, &s->e, &s->k1, &s->k2 };
    for (int k = 0; k < 5; k++) *array[k] = s->store + k * n;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct heun *s = self;
    (void)yp;
    s->t = t;
    s->h = h0 > 0 ? h0 : R(1e-4);
    memcpy(s->y, y, (size_t)s->n * sizeof *y);
    return IVP_OK;
}

static ivp_status attempt(struct heun *s, real h, real *err)
{
    ivp_status st = ivp_rhs(s->m, s->t, s->y, s->k1);
    for (int j = 0; j < s->n; j++) s->y1[j] = s->y[j] + h * s->k1[j];
    if (!st) st = ivp_rhs(s->m, s->t + h, s->y1, s->k2);
    for (int j = 0; j < s->n; j++) {
        s->e[j] = h * (s->k2[j] - s->k1[j]) / 2;
        s->y1[j] = s->y[j] + h * (s->k1[j] + s->k2[j]) / 2;
    }
    *err = st ? 100 : ivp_error_norm(s->m, s->tol, s->y, s->y1, s->e);
    return st == IVP_DOMAIN ? IVP_OK : st;
}

static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    struct heun *s = self;
    real err;
    for (int k = 0; k < 50; k++) {
        const bool last = s->t + s->h >= tmax;
        const ivp_status st = attempt(s, last ? tmax - s->t : s->h, &err);
        if (st) return st;
        const real factor = ivp_min(4, R(0.9) / sqrt(ivp_max(err, R(1e-6))));
        const bool good = err <= 1;
        if (good) *t = s->t = last ? tmax : s->t + s->h;
        if (!good || !last) s->h *= ivp_max(factor, R(0.2));
        if (!good) continue;
        memcpy(s->y, s->y1, (size_t)s->n * sizeof *y);
        memcpy(y, s->y1, (size_t)s->n * sizeof *y);
        return IVP_OK;
    }
    return IVP_NO_CONVERGENCE;
}

IVP_SOLVER(t_long, .title = "Heun 2(1) without hmax", .source = "tests", .views = IVP_FIRST,
           .formulations = IVP_AS_ODE, .order = 2, .adaptive = true, .create = create,
           .destroy = free, .restart = restart, .advance = advance);
