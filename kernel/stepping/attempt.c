/* attempt.c -- one accepted step: trials of the method, error tests, and step sizes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <string.h>

#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

enum { MAX_FAILURES = 60 };

static const ivp_control *law(const evolve *e)
{
    return e->law ? e->law : e->solver->control ? e->solver->control : &control_laws[0];
}

void control_begin(evolve *e)
{
    control_reset(&e->control, law(e));
    e->ceiling = (ceiling){ 0 };
    e->landing = 0;
}

ivp_status evolve_slope(evolve *e, real t, const real *y, real *f)
{
    if (e->model->view == IVP_FIRST) return ivp_rhs(e->model, t, y, f);
    const int nv = e->n / 2;
    memcpy(f, y + nv, (size_t)nv * sizeof *f);
    return ivp_accel(e->model, t, y, y + nv, f + nv);
}

/* Hairer, Norsett, Wanner, Solving ODEs I, II.4: from the sizes of y, y' and y''. */
static real guess(evolve *e)
{
    const ivp_model *m = e->model;
    const int order = e->solver->order ? e->solver->order : 1;
    if (evolve_slope(e, e->t, e->y, e->f0)) return 0;
    const real d0 = ivp_error_norm(m, &e->tol, e->y, e->y, e->y);
    const real d1 = ivp_error_norm(m, &e->tol, e->y, e->y, e->f0);
    const real span = (real)(e->t1 - e->instance->t0);
    const real small = R(1e-5),
               h0 = d0 < small || d1 < small ? R(1e-6) * span : R(0.01) * d0 / d1;
    for (int i = 0; i < e->n; i++) e->probe[i] = e->y[i] + h0 * e->f0[i];
    if (evolve_slope(e, e->t + h0, e->probe, e->f1)) return h0 / 100;
    for (int i = 0; i < e->n; i++) e->f1[i] = (e->f1[i] - e->f0[i]) / h0;
    const real d2 = ivp_error_norm(m, &e->tol, e->y, e->y, e->f1), d = ivp_max(d1, d2);
    const real h1 = d <= R(1e-15) ? ivp_max(R(1e-6) * span, h0 / 1000)
                                  : pow(R(0.01) / d, 1 / (real)(order + 1));
    return ivp_min(100 * h0, h1);
}

/* M y' = f, where y' is known at the start and no second one is at hand. */
static real guess_linear(evolve *e)
{
    const real d0 = ivp_error_norm(e->model, &e->tol, e->y, e->y, e->y);
    const real d1 = ivp_error_norm(e->model, &e->tol, e->y, e->y, e->yp);
    const real span = (real)(e->t1 - e->instance->t0), small = R(1e-5);
    if (d0 < small || d1 < small) return R(1e-6) * span;
    return ivp_min(R(0.01) * d0 / d1, R(1e-3) * span);
}

real first_step(evolve *e)
{
    const double span = e->t1 - e->instance->t0;
    if (e->tol.h > 0) return e->tol.h;
    if (e->tol.h0 > 0) return e->tol.h0;
    switch (e->solver->h0_rule) {
    case IVP_H0_RTOL:
        return e->tol.rtol;
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

/* Under the kernel's law, on the blocks: its failures are that corrector's. In other views a
 * state is out of reach, and short steps would only creep towards it (four_bar in
 * state_space). */
static bool has_corrector(const evolve *e)
{
    return !e->solver->steers && e->model->view == IVP_MECH_VIEW;
}

/* The last steps before a wall are equal: two of them; ten where lambda goes with a
 * corrector's own accelerations, for on index 3 it jumps where a step is suddenly shorter.
 * With two, lambda's error at the end of a run of hht was ten times that along the
 * trajectory. These may be longer than the law wants by a tenth, which its safety covers,
 * and shorter by a third; else the way that is left is divided anew. */
static real land(evolve *e, real left, real h)
{
    enum { LANDING = 10 };
    const real longest = R(1.1) * h, equal = e->landing > 0 ? left / e->landing : 0;
    if (!has_corrector(e)) return 2 * h > left ? left / 2 : h;
    if (LANDING * h <= left) {
        e->landing = 0;
        return h;
    }
    if (!(equal <= longest && equal > h / R(1.5)))
        e->landing = (int)ceil(left / (e->tol.hmax > 0 ? h : longest));
    return left / e->landing;
}

/* Step size that lands on the wall without a tiny last step. */
static real fit(evolve *e, real wall, bool *clipped)
{
    const real left = wall - e->t;
    real h = e->tol.hmax > 0 ? ivp_min(e->h, e->tol.hmax) : e->h, slack = R(1e-9) * h;
    if (e->tol.h > 0) /* what the sum of constant steps has lost by rounding */
        slack +=
            ivp_min(h / 8, IVP_EPS * ivp_abs(e->t) * (real)e->model->count[IVP_N_ACCEPTED]);
    *clipped = h + slack >= left;
    if (*clipped) return left;
    if (e->tol.h == 0) h = land(e, left, h);
    *clipped = e->landing == 1;
    return h;
}

static bool passed(const ivp_trial *x)
{
    for (int k = 0; k < x->ntests; k++)
        if (!(x->test[k].err <= 1)) return false;
    return true;
}

/* A test that is not a number must not look small: the step has failed. Constant steps are not
 * tested. */
static ivp_status verify(const evolve *e, ivp_status st, const ivp_trial *x)
{
    if (st || e->tol.h > 0) return st;
    for (int k = 0; k < x->ntests; k++)
        if (!ivp_finite(x->test[k].err)) return IVP_DOMAIN;
    if (e->solver->steers && !(x->h_next > 0)) return IVP_DOMAIN;
    return vec_finite(e->raw, (size_t)e->n) ? IVP_OK : IVP_DOMAIN;
}

static ivp_status hopeless(evolve *e, ivp_status why, real h)
{
    if (why == IVP_DOMAIN)
        return evolve_fail(e, IVP_E_STEP_TOO_SMALL,
                           "no step behind t = %.9g has a finite result, however short (%.3g): "
                           "the equations are out of their domain, or the solver gives NaN",
                           (double)e->t, (double)h);
    if (why == IVP_OK)
        return evolve_fail(e, IVP_E_STEP_TOO_SMALL,
                           "the error test asks for a step below %.3g at t = %.9g", (double)h,
                           (double)e->t);
    return evolve_fail(e, IVP_E_DIVERGED, "%s with the smallest step %.3g at t = %.9g",
                       ivp_status_name(why), (double)h, (double)e->t);
}

/* A step of constant size cannot be cured. */
static ivp_status fixed_failure(evolve *e, ivp_status st)
{
    return evolve_fail(e, st == IVP_DOMAIN ? IVP_E_NONFINITE : IVP_E_DIVERGED,
                       "%s at t = %.9g with the constant step %.3g", ivp_status_name(st),
                       (double)e->t, (double)e->tol.h);
}

/* Tests that exist and are no less than nothing; NaN is for verify(). */
static bool honest(const ivp_trial *x)
{
    bool good = x->ntests >= 0 && x->ntests <= (int)(sizeof x->test / sizeof *x->test);
    for (int k = 0; good && k < x->ntests; k++) good = !(x->test[k].err < 0);
    return good;
}

static ivp_status propose(evolve *e, real wall, ivp_trial *x, bool *clipped)
{
    const real h = fit(e, wall, clipped);
    *x = (ivp_trial){ .t = e->t, .h = h, .y = e->y, .y1 = e->raw };
    const ivp_status st = e->solver->attempt(e->self, x);
    if (!honest(x))
        return evolve_fail(e, IVP_E_INVALID, "%d error tests, %g and %g, at t = %.9g",
                           x->ntests, (double)x->test[0].err, (double)x->test[1].err,
                           (double)e->t);
    return verify(e, st, x);
}

/* By the law, or by a method that steers itself. */
static real next_size(evolve *e, const ivp_trial *x, bool accepted)
{
    return e->solver->steers ? x->h_next
                             : control_next(&e->control, x->h, x->test, x->ntests, accepted);
}

static void reject(evolve *e, ivp_status st, const ivp_trial *x)
{
    e->landing = 0;
    if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->y);
    if (st == IVP_OK) {
        e->model->count[IVP_N_REJECTED]++;
        e->h = next_size(e, x, false);
    } else {
        e->model->count[IVP_N_FAILED]++;
        control_reset(&e->control, law(e));
        if (has_corrector(e)) ceiling_set(&e->ceiling, x->h);
        e->h = x->h / 4;
    }
}

static void keep(evolve *e, const ivp_trial *x, bool clipped, real wall)
{
    e->t_new = clipped ? wall : e->t + x->h;
    if (e->landing > 0) e->landing--;
    if (e->tol.h > 0) return;
    const real wanted = ceiling_below(&e->ceiling, next_size(e, x, true));
    e->h = clipped ? ivp_max(wanted, e->h) : wanted;
}

static real smallest(const evolve *e)
{
    return 4 * IVP_EPS * ivp_abs(e->t) + R(1e-24) * (real)(e->t1 - e->instance->t0);
}

static ivp_status attempt_step(evolve *e, real wall)
{
    for (int failures = 0;; failures++) {
        ivp_trial x;
        bool clipped;
        const ivp_status st = propose(e, wall, &x, &clipped);
        if (st < 0)
            return evolve_fail(e, st, "%s at t = %.9g%s", ivp_status_name(st), (double)e->t,
                               told_reason(e));
        if (st == IVP_OK && (e->tol.h > 0 || passed(&x))) {
            keep(e, &x, clipped, wall);
            return IVP_OK;
        }
        if (e->tol.h > 0) return fixed_failure(e, st);
        reject(e, st, &x);
        if (e->h <= smallest(e) || failures > MAX_FAILURES) return hopeless(e, st, e->h);
    }
}

const char *told_reason(evolve *e)
{
    const char *sentence = e->model->reason;
    reason_set(&e->told, "%s%s", sentence ? ": " : "", sentence ? sentence : "");
    return e->told.text;
}

/* A positive status of a code with a loop of its own means that it gave up. */
ivp_status gave_up(evolve *e, ivp_status st)
{
    if (st > 0)
        st = st == IVP_ERROR_TEST ? IVP_E_STEP_TOO_SMALL
             : st == IVP_DOMAIN   ? IVP_E_NONFINITE
                                  : IVP_E_DIVERGED;
    return evolve_fail(e, st, "%s at t = %.9g%s", ivp_status_name(st), (double)e->t,
                       told_reason(e));
}

static ivp_status check_progress(evolve *e)
{
    if (e->t_new > e->wall) return went_beyond(e, e->wall, e->t_new);
    if (e->t_new > e->t) return IVP_OK;
    return evolve_fail(e, IVP_E_STEP_TOO_SMALL, "no progress at t = %.9g", (double)e->t);
}

ivp_status check_step(evolve *e, ivp_status st)
{
    if (st) return gave_up(e, st);
    st = check_progress(e);
    if (st || vec_finite(e->raw, (size_t)e->n)) return st;
    return evolve_fail(e, IVP_E_NONFINITE, "NaN or infinity in the state at t = %.9g",
                       (double)e->t_new);
}

/* What verify() has let through is finite. */
ivp_status take_step(evolve *e)
{
    if (!e->solver->attempt)
        return check_step(e, e->solver->advance(e->self, e->wall, &e->t_new, e->raw));
    const ivp_status st = attempt_step(e, e->wall);
    if (st) return st;
    return e->tol.h > 0 ? check_step(e, IVP_OK) : check_progress(e);
}
