/* old_solver.c -- a plug-in of a stranger, written for the interface of tests/abi/abi-1 and
 * never changed: the explicit midpoint rule with constant steps, or Euler's by an option.
 * IN_...: what tests add.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

#ifndef IN_OPTION
#define IN_OPTION
#endif
#ifndef IN_SETTING
#define IN_SETTING
#endif
#ifndef IN_DESCRIPTOR
#define IN_DESCRIPTOR
#endif

enum { RULE, UNUSED };
static const ivp_param options[] = {
    [RULE] = { "rule", "midpoint", "of the step", .choices = "midpoint euler" },
    [UNUSED] = { "unused", "1", "nothing" IN_OPTION },
    { 0 },
};

static const ivp_setting settings[] = {
    { "quick", "rule=euler", "one evaluation a step" IN_SETTING },
    { 0 },
};

struct rule {
    ivp_model *m;
    int n;
    double theta;
    real *f, *y;
};

static void destroy(void *self)
{
    struct rule *s = self;
    if (s) free(s->f);
    free(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct rule *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = ivp_n(m);
    s->theta = option[RULE] > 0 ? 0 : 0.5;
    s->f = calloc(2 * (size_t)s->n, sizeof *s->f);
    s->y = s->f + s->n;
    return s->f ? IVP_OK : IVP_E_NOMEM;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct rule *s = self;
    const real h = s->theta * x->h;
    ivp_status st = ivp_rhs(s->m, x->t, x->y, s->f);
    for (int i = 0; i < s->n; i++) s->y[i] = x->y[i] + h * s->f[i];
    if (!st && s->theta > 0) st = ivp_rhs(s->m, x->t + h, s->y, s->f);
    for (int i = 0; i < s->n; i++) x->y1[i] = x->y[i] + x->h * s->f[i];
    x->ntests = 0;
    return st;
}

IVP_SOLVER(old_solver, .title = "Explicit midpoint rule", .source = "tests", .views = IVP_FIRST,
           .order = 2, .fixed_step = true, .options = options, .create = create,
           .destroy = destroy, .restart = restart, .attempt = attempt,
           .settings = settings IN_DESCRIPTOR);
