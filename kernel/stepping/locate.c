/* locate.c -- events inside an accepted step. Evaluates dense output, ends the step at an event
 * with a restart, and records the others.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/stepping/evolve_impl.h"

static size_t sz(int n) { return (size_t)n; }

/* For solvers without dense output: the step is made again, shorter. */
static ivp_status reach(evolve *e, real theta, real *y)
{
    const real t = e->t + theta * (e->t_new - e->t);
    const bool still = t - e->t <= events_same(t); /* shorter steps are rounding */
    if (still) memcpy(y, e->y, sz(e->n) * sizeof *y);
    if (theta >= 1) memcpy(y, e->raw, sz(e->n) * sizeof *y);
    if (still || theta >= 1) return IVP_OK;
    e->disturbed = true;
    if (e->solver->attempt) {
        ivp_trial x = { .t = e->t, .h = t - e->t, .y = e->y, .y1 = y };
        const ivp_status st = e->solver->attempt(e->self, &x);
        if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->y);
        return st;
    }
    real now = e->t;
    ivp_status st = ivp_rhs(e->model, e->t, e->y, e->yp);
    if (!st) st = e->solver->restart(e->self, e->t, e->y, e->yp, t - e->t);
    while (!st && now < t) st = e->solver->advance(e->self, t, &now, y);
    return !st && now > t ? went_beyond(e, t, now) : st;
}

static ivp_status probe_at(void *context, real theta, bool fine, ivp_state *s)
{
    evolve *e = context;
    /* a code that drives itself cannot be entered again: its memory is global */
    const bool again = (fine || e->hidden) && !e->solver->drive;
    ivp_status st = e->solver->dense ? e->solver->dense(e->self, theta, e->probe)
                    : again          ? reach(e, theta, e->probe)
                                     : cubic_at(e, theta, e->probe);
    /* the raw solution plus theta (settled - raw): continuous from step to step */
    for (int i = 0; !st && e->moved && !e->solver->keeps_history && i < e->n; i++)
        e->probe[i] += theta * (e->y_new[i] - e->raw[i]);
    return st ? st : state_inside(e, e->t + theta * (e->t_new - e->t), e->probe, s);
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

ivp_status event_lost(evolve *e, ivp_status st, real t)
{
    const char *name, *what = events_what(e->events, &name);
    if (st != IVP_E_EVENT_LOST || !what) return st;
    return evolve_fail(e, st, "guard %s at t = %.9g %s", name, (double)t, what);
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
    return event_lost(e, events_happen(e->events, &site, hit, &e->stopped), t);
}

/* The step ends at the hit: the state there becomes the new one. At a break point that is
 * not to be told from it the step ends there. */
static ivp_status cut(evolve *e, const event_hit *hit)
{
    ivp_state unused;
    const real h = e->t_new - e->t;
    ivp_status st = probe_at(e, hit->theta, true, &unused);
    if (st) return st;
    if (hit->theta < 1) e->t_new = e->t + hit->theta * h;
    if (e->wall - e->t_new <= events_same(ivp_max(ivp_abs(e->wall), ivp_abs(e->t))))
        e->t_new = e->wall;
    memcpy(e->raw, e->probe, sz(e->n) * sizeof *e->raw);
    st = settle(e, false);
    return st ? unsettled(e, st) : happen(e, hit, e->t_new, e->y_new, e->t_new - e->t);
}

/* Events lie before the end of the interval. */
static bool too_late(const evolve *e, real t)
{
    return t > e->t1 - ahead_resolution(e->instance, e->t1);
}

ivp_status meet_events(evolve *e, bool *restart)
{
    *restart = false;
    e->have_slopes = e->disturbed = e->hidden = false;
    const real h = e->t_new - e->t;
    const event_probe probe = { probe_at, e, e->t, h, 0 };
    ivp_status st = e->solver->dense ? IVP_OK : cubic_hides(e, &e->hidden);
    for (real from = 0;;) {
        event_hit hit;
        if (!st) st = events_locate(e->events, &probe, from, &hit);
        if (st == IVP_E_EVENT_LOST) return event_lost(e, st, e->t_new);
        if (st)
            return evolve_fail(e, IVP_E_EVENT_LOST, "the step cannot be probed at t = %.9g%s",
                               (double)e->t, told_reason(e));
        if (!hit.n || too_late(e, e->t + hit.theta * h)) return IVP_OK;
        if (!hit.recorded) {
            *restart = true;
            return cut(e, &hit);
        }
        st = probe_at(e, hit.theta, true, &(ivp_state){ 0 });
        if (!st) st = happen(e, &hit, e->t + hit.theta * h, e->probe, 0);
        if (st) return st;
        from = hit.theta;
    }
}
