/* in_quad.h -- a method's object on a model in quad, and single steps of it from a point that
 * the test knows: what the tests of orders share.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IN_QUAD_H
#define IN_QUAD_H

#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

#include <ivp/solver.h>

#include "kernel/formulation/model_inner.h"

enum { MOST = 32 }; /* unknowns */

/* self: the test's to create, one allocation; y: the point that steps begin at. */
typedef struct run {
    instance *instance;
    ivp_model *model;
    void *self;
    int n;
    real t, y[MOST], yp[MOST], atol[MOST];
    ivp_tol tol;
    ivp_trial trial;
} run;

/* At the problem's start, without an object yet; settings: NULL for the problem's own. */
static inline void run_open(run *r, const char *problem, const char *settings,
                            ivp_formulation f, ivp_view view, real rtol, real atol)
{
    reason why = { "" };
    memset(r, 0, sizeof *r);
    ck_assert_msg(instance_open(&r->instance, problem, settings, &why) == IVP_OK, "%s",
                  why.text);
    ck_assert_msg(model_open(&r->model, r->instance, f, NULL, view, &why) == IVP_OK, "%s",
                  why.text);
    r->n = ivp_n(r->model);
    ck_assert_int_le(r->n, MOST);
    for (int k = 0; k < r->n; k++) r->atol[k] = atol;
    r->tol = (ivp_tol){ .rtol = rtol, .atol = r->atol };
    r->t = (real)r->instance->t0;
    model_start(r->model, r->y, r->yp);
}

static inline void run_close(run *r)
{
    free(r->self);
    model_close(r->model);
    instance_close(r->instance);
}

/* One attempt from where the run is; the state that it reaches is left in y1. */
static inline void run_try(run *r, ivp_status (*attempt)(void *self, ivp_trial *trial), real h,
                           real *y1)
{
    r->trial = (ivp_trial){ .t = r->t, .h = h, .y = r->y, .y1 = y1 };
    ck_assert_int_eq(attempt(r->self, &r->trial), IVP_OK);
}

/* ... that is kept whatever its error. */
static inline void run_take(run *r, ivp_status (*attempt)(void *self, ivp_trial *trial),
                            void (*verdict)(void *self, ivp_verdict verdict, const real *y1),
                            real h)
{
    real y1[MOST];
    run_try(r, attempt, h, y1);
    verdict(r->self, IVP_KEPT, y1);
    r->t += h;
    memcpy(r->y, y1, (size_t)r->n * sizeof *y1);
}

static inline void exact_at(const run *r, real t, real *y)
{
    ck_assert_int_eq(r->instance->problem->exact(t, y, r->instance->p), IVP_OK);
}

static inline real largest_difference(const real *a, const real *b, int n)
{
    real most = 0;
    for (int k = 0; k < n; k++) most = ivp_max(most, ivp_abs(a[k] - b[k]));
    return most;
}

#endif
