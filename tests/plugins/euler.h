/* euler.h -- explicit Euler as a solver that can be made to misbehave at its tenth step.
 *
 * A file defines `static ivp_status misbehave(struct euler *s, ivp_trial *x)`, whose status the
 * step returns, and ends with EULER(name).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_EULER_H
#define TESTS_EULER_H

#include <ivp/solver.h>

#include <stdlib.h>

enum { EULER_STEP = 10 };

struct euler {
    ivp_model *m;
    int n;
    long steps;
    real *f;
};

static ivp_status misbehave(struct euler *s, ivp_trial *x);

static void euler_destroy(void *self)
{
    struct euler *s = self;
    if (!s) return;
    free(s->f);
    free(s);
}

__attribute__((unused)) static ivp_status euler_create(void **self, ivp_model *m,
                                                       const ivp_tol *tol, const double *option)
{
    (void)tol;
    (void)option;
    struct euler *s = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = ivp_n(m);
    s->f = calloc((size_t)s->n, sizeof *s->f);
    *self = s;
    return s->f ? IVP_OK : IVP_E_NOMEM;
}

static ivp_status euler_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t;
    (void)y;
    (void)yp;
    (void)h0;
    ((struct euler *)self)->steps = 0;
    return IVP_OK;
}

static ivp_status euler_attempt(void *self, ivp_trial *x)
{
    struct euler *s = self;
    const ivp_status st = ivp_rhs(s->m, x->t, x->y, s->f);
    if (st) return st;
    for (int i = 0; i < s->n; i++) x->y1[i] = x->y[i] + x->h * s->f[i];
    x->ntests = 0;
    return ++s->steps == EULER_STEP ? misbehave(s, x) : IVP_OK;
}

#define EULER_MEMBERS                                                                          \
    .title = "Explicit Euler, misbehaving", .source = "tests", .views = IVP_FIRST,             \
    .formulations = IVP_AS_ODE, .order = 1, .fixed_step = true, .create = euler_create,        \
    .destroy = euler_destroy, .restart = euler_restart, .attempt = euler_attempt

#define EULER(id) IVP_SOLVER(id, EULER_MEMBERS)

#endif
