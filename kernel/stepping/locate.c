/* locate.c -- events inside an accepted step. Evaluates dense output, ends the step at an event
 * with a restart, and records the others.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/stepping/evolve_impl.h"

static size_t sz(int n) { return (size_t)n; }

/* For solvers without dense output: the step is made again, shorter. */
static ivp_status reach(evolve *e, real theta, real *y)
{
    const real t = e->now.t + theta * (e->trial.t - e->now.t);
    const bool still = t - e->now.t <= events_same(t); /* shorter steps are rounding */
    if (still) memcpy(y, e->now.y, sz(e->n) * sizeof *y);
    if (theta >= 1) memcpy(y, e->trial.raw, sz(e->n) * sizeof *y);
    if (still || theta >= 1) return IVP_OK;
    e->restart.disturbed = true;
    if (e->solver->attempt) {
        ivp_trial x = { .t = e->now.t, .h = t - e->now.t, .y = e->now.y, .y1 = y };
        const ivp_status st = e->solver->attempt(e->self, &x);
        if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->now.y);
        return st;
    }
    real now = e->now.t;
    ivp_status st = ivp_rhs(e->model, e->now.t, e->now.y, e->restart.yp);
    if (!st) st = e->solver->restart(e->self, e->now.t, e->now.y, e->restart.yp, t - e->now.t);
    while (!st && now < t) st = e->solver->advance(e->self, t, &now, y);
    return !st && now > t ? went_beyond(e, t, now) : st;
}

static ivp_status probe_at(void *context, real theta, bool fine, ivp_state *s)
{
    evolve *e = context;
    /* a code that drives itself cannot be entered again: its memory is global */
    const bool again = (fine || e->search.hidden) && !e->solver->drive;
    ivp_status st = e->solver->dense ? e->solver->dense(e->self, theta, e->search.y)
                    : again          ? reach(e, theta, e->search.y)
                                     : cubic_at(e, theta, e->search.y);
    /* the raw solution plus theta (settled - raw): continuous from step to step */
    for (int i = 0; !st && e->trial.moved && !e->solver->keeps_history && i < e->n; i++)
        e->search.y[i] += theta * (e->trial.y[i] - e->trial.raw[i]);
    return st ? st
              : state_inside(e, e->now.t + theta * (e->trial.t - e->now.t), e->search.y, s);
}

/* ---- what happens there ------------------------------------------------------------------ */

/* Where an event is: inside the step, which stands, or at its end. */
typedef struct place {
    evolve *e;
    real t, h; /* h: of the step that ends there; 0: none does, or its end was shown */
    real *y;
} place;

static ivp_status look(void *context)
{
    const place *at = context;
    return model_positions(at->e->model, at->t, at->y, at->e->canonical);
}

static ivp_status moved(void *context)
{
    const place *at = context;
    model_pack(at->e->model, at->e->canonical, at->y);
    return IVP_OK;
}

static ivp_status note(void *context, int number, int direction)
{
    place *at = context;
    const real h = at->h;
    at->h = 0;
    at->e->model->count[IVP_N_EVENT]++;
    return show(at->e, at->t, at->y, h, number, direction);
}

static ivp_status happen(evolve *e, const event_hit *hit, real t, real *y, real h)
{
    place at = { e, t, h, y };
    const event_site site = { .t = t,
                              .canonical = e->canonical,
                              .look = look,
                              .moved = moved,
                              .note = note,
                              .context = &at };
    return event_lost(e, events_happen(e->search.events, &site, hit, &e->search.stopped), t);
}

/* The step ends at the hit: the state there becomes the new one. At a break point that is
 * not to be told from it the step ends there. */
static ivp_status cut(evolve *e, const event_hit *hit)
{
    ivp_state unused;
    const real h = e->trial.t - e->now.t;
    ivp_status st = probe_at(e, hit->theta, true, &unused);
    if (st) return st;
    const real wall = e->piece.wall;
    real t = hit->theta < 1 ? e->now.t + hit->theta * h : e->trial.t;
    if (wall - t <= events_same(ivp_max(ivp_abs(wall), ivp_abs(e->now.t)))) t = wall;
    trial_end(e, t, e->search.y);
    st = settle(e, false);
    return st ? unsettled(e, st)
              : happen(e, hit, e->trial.t, e->trial.y, e->trial.t - e->now.t);
}

/* Events lie before the end of the interval. */
static bool too_late(const evolve *e, real t)
{
    return t > e->setting.t1 - ahead_resolution(e->instance, e->setting.t1);
}

ivp_status meet_events(evolve *e, bool *restart)
{
    *restart = false;
    e->restart.disturbed = e->search.hidden = false;
    const real h = e->trial.t - e->now.t;
    const event_probe probe = { probe_at, e, e->now.t, h, 0 };
    ivp_status st = e->solver->dense ? IVP_OK : cubic_hides(e, &e->search.hidden);
    for (real from = 0;;) {
        event_hit hit;
        if (!st) st = events_locate(e->search.events, &probe, from, &hit);
        if (st == IVP_E_EVENT_LOST) return event_lost(e, st, e->trial.t);
        if (st)
            return evolve_fail(e, IVP_E_EVENT_LOST, "the step cannot be probed at t = %.9g%s",
                               (double)e->now.t, told_reason(e));
        if (!hit.n || too_late(e, e->now.t + hit.theta * h)) return IVP_OK;
        if (!hit.recorded) {
            *restart = true;
            return cut(e, &hit);
        }
        st = probe_at(e, hit.theta, true, &(ivp_state){ 0 });
        if (!st) st = happen(e, &hit, e->now.t + hit.theta * h, e->search.y, 0);
        if (st) return st;
        from = hit.theta;
    }
}
