/* attempt.c -- one accepted step: trials of the method, error tests, and step sizes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <string.h>

#include "kernel/problem/status.h"
#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

enum { MAX_FAILURES = 60 };

static const ivp_control *law(const evolve *e)
{
    return e->setting.law       ? e->setting.law
           : e->solver->control ? e->solver->control
                                : &control_laws[0];
}

void pace_begin(evolve *e, real h)
{
    control_reset(&e->pace.control, law(e));
    e->pace.ceiling = (ceiling){ 0 };
    e->pace.landing = 0;
    e->pace.h = h;
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
    const real longest = R(1.1) * h, equal = e->pace.landing > 0 ? left / e->pace.landing : 0;
    if (!has_corrector(e)) return 2 * h > left ? left / 2 : h;
    if (LANDING * h <= left) {
        e->pace.landing = 0;
        return h;
    }
    if (!(equal <= longest && equal > h / R(1.5)))
        e->pace.landing = (int)ceil(left / (e->setting.tol.hmax > 0 ? h : longest));
    return left / e->pace.landing;
}

/* Step size that lands on the wall without a tiny last step. */
static real fit(evolve *e, real wall, bool *clipped)
{
    const real left = wall - e->now.t;
    real h = e->setting.tol.hmax > 0 ? ivp_min(e->pace.h, e->setting.tol.hmax) : e->pace.h,
         slack = R(1e-9) * h;
    if (e->setting.tol.h > 0) /* what the sum of constant steps has lost by rounding */
        slack +=
            ivp_min(h / 8, IVP_EPS * ivp_abs(e->now.t) * (real)e->model->count[IVP_N_ACCEPTED]);
    *clipped = h + slack >= left;
    if (*clipped) return left;
    if (e->setting.tol.h == 0) h = land(e, left, h);
    *clipped = e->pace.landing == 1;
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
    if (st || e->setting.tol.h > 0) return st;
    for (int k = 0; k < x->ntests; k++)
        if (!ivp_finite(x->test[k].err)) return IVP_DOMAIN;
    if (e->solver->steers && !(x->h_next > 0)) return IVP_DOMAIN;
    return vec_finite(e->trial.raw, (size_t)e->n) ? IVP_OK : IVP_DOMAIN;
}

static ivp_status hopeless(evolve *e, ivp_status why, real h)
{
    if (why == IVP_DOMAIN)
        return evolve_fail(e, IVP_E_STEP_TOO_SMALL,
                           "no step behind t = %.9g has a finite result, however short (%.3g): "
                           "the equations are out of their domain, or the solver gives NaN",
                           (double)e->now.t, (double)h);
    if (why == IVP_OK)
        return evolve_fail(e, IVP_E_STEP_TOO_SMALL,
                           "the error test asks for a step below %.3g at t = %.9g", (double)h,
                           (double)e->now.t);
    return evolve_fail(e, IVP_E_DIVERGED, "%s with the smallest step %.3g at t = %.9g",
                       status_name(why), (double)h, (double)e->now.t);
}

/* A step of constant size cannot be cured. */
static ivp_status fixed_failure(evolve *e, ivp_status st)
{
    return evolve_fail(e, st == IVP_DOMAIN ? IVP_E_NONFINITE : IVP_E_DIVERGED,
                       "%s at t = %.9g with the constant step %.3g", status_name(st),
                       (double)e->now.t, (double)e->setting.tol.h);
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
    *x = (ivp_trial){ .t = e->now.t, .h = h, .y = e->now.y, .y1 = e->trial.raw };
    const ivp_status st = e->solver->attempt(e->self, x);
    if (!honest(x))
        return evolve_fail(e, IVP_E_INVALID, "%d error tests, %g and %g, at t = %.9g",
                           x->ntests, (double)x->test[0].err, (double)x->test[1].err,
                           (double)e->now.t);
    return verify(e, st, x);
}

/* By the law, or by a method that steers itself. */
static real next_size(evolve *e, const ivp_trial *x, bool accepted)
{
    return e->solver->steers
               ? x->h_next
               : control_next(&e->pace.control, x->h, x->test, x->ntests, accepted);
}

static void reject(evolve *e, ivp_status st, const ivp_trial *x)
{
    e->pace.landing = 0;
    if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->now.y);
    if (st == IVP_OK) {
        e->model->count[IVP_N_REJECTED]++;
        e->pace.h = next_size(e, x, false);
    } else {
        e->model->count[IVP_N_FAILED]++;
        control_reset(&e->pace.control, law(e));
        if (has_corrector(e)) ceiling_set(&e->pace.ceiling, x->h);
        e->pace.h = x->h / 4;
    }
}

static void keep(evolve *e, const ivp_trial *x, bool clipped, real wall)
{
    e->trial.t = clipped ? wall : e->now.t + x->h;
    if (e->pace.landing > 0) e->pace.landing--;
    if (e->setting.tol.h > 0) return;
    const real wanted = ceiling_below(&e->pace.ceiling, next_size(e, x, true));
    e->pace.h = clipped ? ivp_max(wanted, e->pace.h) : wanted;
}

static real smallest(const evolve *e)
{
    return 4 * IVP_EPS * ivp_abs(e->now.t) + R(1e-24) * (real)(e->setting.t1 - e->instance->t0);
}

static ivp_status attempt_step(evolve *e, real wall)
{
    for (int failures = 0;; failures++) {
        ivp_trial x;
        bool clipped;
        const ivp_status st = propose(e, wall, &x, &clipped);
        if (st < 0)
            return evolve_fail(e, st, "%s at t = %.9g%s", status_name(st), (double)e->now.t,
                               told_reason(e));
        if (st == IVP_OK && (e->setting.tol.h > 0 || passed(&x))) {
            keep(e, &x, clipped, wall);
            return IVP_OK;
        }
        if (e->setting.tol.h > 0) return fixed_failure(e, st);
        reject(e, st, &x);
        if (e->pace.h <= smallest(e) || failures > MAX_FAILURES)
            return hopeless(e, st, e->pace.h);
    }
}

/* A positive status of a code with a loop of its own means that it gave up. */
ivp_status gave_up(evolve *e, ivp_status st)
{
    if (st > 0)
        st = st == IVP_ERROR_TEST ? IVP_E_STEP_TOO_SMALL
             : st == IVP_DOMAIN   ? IVP_E_NONFINITE
                                  : IVP_E_DIVERGED;
    return evolve_fail(e, st, "%s at t = %.9g%s", status_name(st), (double)e->now.t,
                       told_reason(e));
}

static ivp_status check_progress(evolve *e)
{
    if (e->trial.t > e->piece.wall) return went_beyond(e, e->piece.wall, e->trial.t);
    if (e->trial.t > e->now.t) return IVP_OK;
    return evolve_fail(e, IVP_E_STEP_TOO_SMALL, "no progress at t = %.9g", (double)e->now.t);
}

ivp_status check_step(evolve *e, ivp_status st)
{
    if (st) return gave_up(e, st);
    st = check_progress(e);
    if (st || vec_finite(e->trial.raw, (size_t)e->n)) return st;
    return evolve_fail(e, IVP_E_NONFINITE, "NaN or infinity in the state at t = %.9g",
                       (double)e->trial.t);
}

/* What verify() has let through is finite. */
ivp_status take_step(evolve *e)
{
    if (!e->solver->attempt)
        return check_step(
            e, e->solver->advance(e->self, e->piece.wall, &e->trial.t, e->trial.raw));
    const ivp_status st = attempt_step(e, e->piece.wall);
    if (st) return st;
    return e->setting.tol.h > 0 ? check_step(e, IVP_OK) : check_progress(e);
}
