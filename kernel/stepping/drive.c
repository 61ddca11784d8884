/* drive.c -- codes with their own loop. The actions of run.c after a step run here inside the
 * code's callback. Actions that need a restart wait until the code has returned.
 *
 * A code that cannot return continues to the next tmax. Its evaluations there are discarded and
 * not counted.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/stepping/evolve_impl.h"

static ivp_step_reply leave(evolve *e, ivp_status st)
{
    evolve_call *c = &e->call;
    c->left = true;
    c->with = st;
    if (e->solver->cannot_return) memcpy(c->count, e->model->count, sizeof c->count);
    return IVP_RETURN;
}

/* Is stepping on although it was told to return */
static ivp_step_reply disobey(evolve *e)
{
    if (!e->solver->cannot_return && !e->call.with)
        e->call.with = evolve_fail(
            e, IVP_E_LIBRARY, "the solver goes on from t = %.9g, where it was told to return",
            (double)e->now.t);
    return IVP_RETURN;
}

/* Codes add up their steps: the last one may miss the wall by rounding. */
static real snapped(const evolve *e, real t)
{
    const real wall = e->piece.wall, size = ivp_max(ivp_abs(wall), ivp_abs(e->now.t));
    return ivp_abs(t - wall) <= 8 * IVP_EPS * size ? wall : t;
}

static ivp_status digest(evolve *e, real t, const real *y)
{
    trial_end(e, snapped(e, t), y);
    ivp_status st = check_step(e, IVP_OK);
    if (st) return st;
    st = settle(e, true);
    return st ? unsettled(e, st) : accept_trial(e);
}

static ivp_step_reply after_step(void *kernel, real t, real *y)
{
    evolve *e = kernel;
    if (e->call.left) return disobey(e);
    ivp_status st = digest(e, t, y);
    if (st || is_over(e)) return leave(e, st);
    st = enough_steps(e);
    const bool moved = e->trial.moved && !e->solver->keeps_history;
    if (moved && !e->solver->takes_moved) e->restart.disturbed = true;
    if (st || must_restart(e)) return leave(e, st);
    if (!moved) return IVP_GO_ON;
    memcpy(y, e->now.y, (size_t)e->n * sizeof *y);
    return IVP_GO_ON_MOVED;
}

ivp_status drive(evolve *e)
{
    ivp_status st = enough_steps(e);
    if (st) return st;
    evolve_call *c = &e->call;
    const ivp_host host = { after_step, e };
    c->left = false;
    st = e->solver->drive(e->self, e->piece.wall, &host);
    if (!c->left && st) return gave_up(e, st);
    if (!c->left)
        return evolve_fail(e, IVP_E_LIBRARY, "the solver came back at t = %.9g, before %.9g",
                           (double)e->now.t, (double)e->piece.wall);
    if (e->solver->cannot_return) memcpy(e->model->count, c->count, sizeof c->count);
    return c->with || is_over(e) ? c->with : begin_again(e);
}
