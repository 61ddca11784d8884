/* one_stage.h -- theta methods of one stage with constant steps, for M y' = f:
 *
 *     M (y1 - y) = h f(t + theta h, (1 - theta) y + theta y1)
 *
 * by Newton's iteration. WITHOUT_MASS: M is the identity in the residual alone, a slip.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_ONE_STAGE_H
#define TESTS_ONE_STAGE_H

#include <ivp/solver.h>

#include <math.h>
#include <stdlib.h>

struct one_stage {
    ivp_model *m;
    int n;
    ivp_pencil *p;
    real *f, *d, *rise, *z, *slope;
    real store[];
};

static ivp_status one_stage_create(void **self, ivp_model *m, const ivp_tol *tol,
                                   const double *option)
{
    (void)tol, (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct one_stage *s = calloc(1, sizeof *s + 5 * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = (int)n;
    s->f = s->store;
    s->d = s->f + n;
    s->rise = s->d + n;
    s->z = s->rise + n;
    s->slope = s->z + n;
    *self = s;
    return ivp_pencil_open(m, 1, &s->p);
}

static ivp_status one_stage_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

/* d := h f - M (y1 - y) at the stage z, and Newton's correction of y1 */
static ivp_status one_stage_correct(struct one_stage *s, const ivp_trial *x, real theta)
{
    const real t = x->t + theta * x->h;
    for (int j = 0; j < s->n; j++) {
        s->rise[j] = x->y1[j] - x->y[j];
        s->z[j] = x->y[j] + theta * s->rise[j];
        s->slope[j] = s->rise[j] / x->h;
    }
    ivp_status st = ivp_rhs(s->m, t, s->z, s->f);
    if (!st && !WITHOUT_MASS) st = ivp_mass_times(s->m, t, s->z, s->rise, s->d);
    if (st) return st;
    for (int j = 0; j < s->n; j++)
        s->d[j] = x->h * s->f[j] - (WITHOUT_MASS ? s->rise[j] : s->d[j]);
    st = ivp_pencil_linearise(s->p, t, s->z, s->slope, NULL);
    if (!st) st = ivp_pencil_factor(s->p, 0, 1, theta * x->h);
    if (!st) ivp_pencil_solve(s->p, 0, s->d);
    return st;
}

static ivp_status one_stage_step(struct one_stage *s, ivp_trial *x, real theta)
{
    for (int j = 0; j < s->n; j++) x->y1[j] = x->y[j];
    x->ntests = 0;
    for (int it = 0; it < 30; it++) {
        const ivp_status st = one_stage_correct(s, x, theta);
        if (st) return st;
        real most = 0, size = 1;
        for (int j = 0; j < s->n; j++) {
            x->y1[j] += s->d[j];
            most = fmax(most, fabs(s->d[j]));
            size = fmax(size, fabs(x->y1[j]));
        }
        if (most < 1e-13 * size) return IVP_OK;
    }
    return IVP_NO_CONVERGENCE;
}

#endif
