/* linear_implicit_euler.c -- partitioned linear-implicit Euler method, with constant steps and
 * a fixed number of operations in each: made for real time.
 *
 *     (I - h J) (y1 - y) = h f(t, y)                                                        (3)
 *
 * On a mechanical system J keeps or leaves out blocks of the Jacobian, and the constraints
 * enter as the formulation says: kernel/methods/extrapolation/linear_implicit.h has the
 * formulas. On y' = f(t, y) there is nothing to partition: J is exact, with h^2 f_t on the
 * right as the derivative by t demands, or zero.
 *
 * Burgermeister, Arnold, Esterl: DAE time integration for real-time applications in multi-body
 * dynamics. Numbers in brackets are theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

#include "kernel/methods/extrapolation/linear_implicit.h"
#include "kernel/formulation/model_private.h"
#include "kernel/linear/hermite.h"

enum option { JACOBIAN, TERMS, MULTIPLIER };
enum { TERMS_ALL, TERMS_STIFF };
enum { MULTIPLIER_COUPLED, MULTIPLIER_EXPLICIT };

static const ivp_param options[] = {
    [JACOBIAN] = { "jacobian", "exact", "blocks of the Jacobian; none: explicit Euler",
                   "exact J1 J2 J3 none" }, /* in the order of linear_jacobian */
    [TERMS] = { "terms", "all",
                "derivatives of all forces, or of those the problem calls stiff", "all stiff" },
    /* from data, stiff forces reach the multipliers explicitly: the paper's way, and unstable
     * where they act through constraints */
    [MULTIPLIER] = { "multiplier", "coupled",
                     "index 1: solved together with the step, or from data at t_n before it",
                     "coupled explicit" },
    { 0 },
};

struct euler {
    ivp_model *m;
    linear_implicit step; /* mechanical systems */
    bool mechanical, implicit;
    int n;
    ivp_pencil *pencil; /* all others */
    real *f;
    real h, *y0, *y1; /* of the last trial */
    real store[];
};

static linear_implicit mechanical_step(ivp_model *m, const ivp_tol *tol, const double *option)
{
    return (linear_implicit){
        .m = m,
        .h = tol->h,
        .nq = ivp_nq(m),
        .nx = ivp_nx(m),
        .ng = ivp_ng(m),
        .jacobian = (linear_jacobian)option[JACOBIAN],
        .stiff = (int)option[TERMS] == TERMS_STIFF && forces_tell_stiff(m),
        .coupled = (int)option[MULTIPLIER] == MULTIPLIER_COUPLED,
    };
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const bool mechanical = ivp_view_of(m) == IVP_MECH_VIEW;
    const int jacobian = (int)option[JACOBIAN];
    linear_implicit step = mechanical_step(m, tol, option);
    const bool implicit = jacobian == LINEAR_EXACT;
    const bool full = mechanical && (!ivp_is_sparse(m) || step.stiff);
    if (full && ivp_refuses_full(m)) return IVP_E_DECLINED;
    if (!mechanical && jacobian != LINEAR_EXACT && jacobian != LINEAR_NONE) {
        ivp_reason(m, "J1, J2, J3 of linear_implicit_euler are parts of a mechanical system's "
                      "Jacobian; for y' = f(t, y) it takes jacobian=exact or jacobian=none");
        return IVP_E_INVALID;
    }
    if (mechanical && linear_implicit_open(&step)) return IVP_E_NOMEM;
    const size_t n = (size_t)ivp_n(m);
    const size_t work = mechanical ? linear_implicit_carve(&step, NULL) : n;
    struct euler *s = calloc(1, sizeof *s + (2 * n + work) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->mechanical = mechanical;
    s->implicit = implicit;
    s->n = (int)n;
    s->y0 = s->store;
    s->y1 = s->y0 + n;
    real *w = s->y1 + n;
    *self = s;
    if (mechanical) {
        s->step = step;
        linear_implicit_carve(&s->step, w);
        linear_implicit_formulate(&s->step);
        return IVP_OK;
    }
    s->f = w;
    return implicit ? ivp_pencil_open(m, 1, &s->pencil) : IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp, (void)h0;
    struct euler *s = self;
    return s->mechanical ? linear_implicit_restart(&s->step, t, y) : IVP_OK;
}

/* f := (I - h J)^-1 (f + h f_t); y1 is free for f_t */
static ivp_status implicit_slope(struct euler *s, const ivp_trial *trial)
{
    ivp_status status = ivp_pencil_linearise(s->pencil, trial->t, trial->y, NULL, trial->y1);
    if (status) return status;
    for (int j = 0; j < s->n; j++) s->f[j] += trial->h * trial->y1[j];
    status = ivp_pencil_factor(s->pencil, 0, 1, trial->h);
    if (!status) ivp_pencil_solve(s->pencil, 0, s->f);
    return status;
}

static ivp_status first_order_step(struct euler *s, const ivp_trial *trial)
{
    ivp_status status = ivp_rhs(s->m, trial->t, trial->y, s->f);
    if (!status && s->implicit) status = implicit_slope(s, trial);
    for (int i = 0; i < s->n; i++) trial->y1[i] = trial->y[i] + trial->h * s->f[i];
    return status;
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct euler *s = self;
    const ivp_status status =
        s->mechanical ? linear_implicit_step(&s->step, trial->t, trial->h, trial->y, trial->y1)
                      : first_order_step(s, trial);
    s->h = trial->h;
    memcpy(s->y0, trial->y, (size_t)s->n * sizeof(real));
    memcpy(s->y1, trial->y1, (size_t)s->n * sizeof(real));
    return status;
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct euler *s = self;
    if (s->mechanical && verdict != IVP_REJECTED)
        linear_implicit_accept(&s->step, verdict == IVP_KEPT);
}

/* Straight lines; for positions cubics with the velocities as slopes. */
static ivp_status dense(void *self, real theta, real *y)
{
    const struct euler *s = self;
    const real rest = 1 - theta, *y0 = s->y0, *y1 = s->y1;
    for (int i = 0; i < s->n; i++) y[i] = rest * y0[i] + theta * y1[i];
    const int nq = s->mechanical ? s->step.nq : 0;
    for (int i = 0; i < nq; i++)
        y[i] += hermite_bulge(theta, y1[i] - y0[i], s->h * y0[nq + i], s->h * y1[nq + i]);
    return IVP_OK;
}

IVP_SOLVER(linear_implicit_euler,
    .title = "Partitioned linear-implicit Euler for real time",
    .family = "linear_implicit",
    .source = "Burgermeister, Arnold, Esterl: DAE time integration for real-time applications",
    .views = IVP_MECH_VIEW | IVP_FIRST,
    .formulations = IVP_AS_ODE | IVP_INDEX1 | IVP_INDEX2 | IVP_BAUMGARTE1 | IVP_BAUMGARTE2 |
                    IVP_PROJECTED | IVP_GGL,
    .order = 1,
    .fixed_step = true,
    .projects = true,
    .options = options,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense);
