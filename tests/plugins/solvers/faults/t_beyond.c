/* t_beyond.c -- explicit Euler with constant steps that writes one number beyond y1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

struct beyond {
    ivp_model *m;
    int n;
    real f[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)tol, (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct beyond *s = calloc(1, sizeof *s + (n + 1) * sizeof(real));
    *self = s;
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = (int)n;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct beyond *s = self;
    const ivp_status st = ivp_rhs(s->m, x->t, x->y, s->f);
    for (int j = 0; j <= s->n; j++) x->y1[j] = x->y[j] + x->h * s->f[j];
    x->ntests = 0;
    return st;
}

IVP_SOLVER(t_beyond, .title = "Euler", .source = "tests", .views = IVP_FIRST, .order = 1,
           .fixed_step = true, .create = create, .destroy = free, .restart = restart,
           .attempt = attempt);
