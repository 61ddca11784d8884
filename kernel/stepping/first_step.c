/* first_step.c -- the size of the first step at a state, by the rule of the method's
 * descriptor.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve_impl.h"

/* Hairer, Norsett, Wanner, Solving ODEs I, II.4: from the sizes of y, y' and y''. */
static real guess(evolve *e)
{
    const ivp_model *m = e->model;
    const ivp_tol *tol = &e->setting.tol;
    const int order = e->solver->order ? e->solver->order : 1;
    const real t = e->now.t, span = (real)(e->setting.t1 - e->instance->t0), small = R(1e-5);
    real *y0 = e->now.y, *y = e->cubic.y, *f0 = e->cubic.f0, *f1 = e->cubic.f1;
    if (evolve_slope(e, t, y0, f0)) return 0;
    const real d0 = ivp_error_norm(m, tol, y0, y0, y0), d1 = ivp_error_norm(m, tol, y0, y0, f0);
    const real h0 = d0 < small || d1 < small ? R(1e-6) * span : R(0.01) * d0 / d1;
    for (int i = 0; i < e->n; i++) y[i] = y0[i] + h0 * f0[i];
    if (evolve_slope(e, t + h0, y, f1)) return h0 / 100;
    for (int i = 0; i < e->n; i++) f1[i] = (f1[i] - f0[i]) / h0;
    const real d = ivp_max(d1, ivp_error_norm(m, tol, y0, y0, f1));
    const real h1 = d <= R(1e-15) ? ivp_max(R(1e-6) * span, h0 / 1000)
                                  : pow(R(0.01) / d, 1 / (real)(order + 1));
    return ivp_min(100 * h0, h1);
}

/* M y' = f, where y' is known at the start and no second one is at hand. */
static real guess_linear(evolve *e)
{
    const ivp_tol *tol = &e->setting.tol;
    const real *y = e->now.y, span = (real)(e->setting.t1 - e->instance->t0), small = R(1e-5);
    const real d0 = ivp_error_norm(e->model, tol, y, y, y);
    const real d1 = ivp_error_norm(e->model, tol, y, y, e->restart.yp);
    if (d0 < small || d1 < small) return R(1e-6) * span;
    return ivp_min(R(0.01) * d0 / d1, R(1e-3) * span);
}

real first_step(evolve *e)
{
    const double span = e->setting.t1 - e->instance->t0;
    const ivp_tol *tol = &e->setting.tol;
    if (tol->h > 0) return tol->h;
    if (tol->h0 > 0) return tol->h0;
    switch (e->solver->h0_rule) {
    case IVP_H0_RTOL:
        return tol->rtol;
    case IVP_H0_FRACTION:
        return (real)(e->solver->h0_fraction * span);
    case IVP_H0_OWN:
        return 0;
    case IVP_H0_GUESS:
        break;
    }
    const real h = e->model->view & (IVP_FIRST | IVP_SECOND) ? guess(e)
                   : e->model->view == IVP_LINEAR            ? guess_linear(e)
                                                             : 0;
    return h > 0 ? h : R(1e-3) * (real)span;
}
