/* flow_events.c -- events inside a step, found by the run itself: where to look, repetition of
 * the step up to a trial time, landing, reset.
 *
 * Sides and signs are kernel/stepping/event.c's, compiled in quad. It looks at samples of a
 * polynomial: that of the stages by Radau, else one of degree nine through eight inner
 * states, each of which is integrated to from the one before with half the digits, for it
 * only says where to look. A zero is then closed in with all digits, by repeated steps or
 * steps from the last trial, until two trial times differ by rounding: the state that goes
 * on is that of the last one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "reference/flow/flow_inner.h"

static size_t length(const flow *f) { return (size_t)ivp_n(f->m) * sizeof(real); }

static real place(int k) { return (1 - cos(IVP_PI * (real)k / (FLOW_NODES - 1))) / 2; }

/* ---- states inside the step -------------------------------------------------------------- */

/* From place `from` of the step, whose state is y, to place `to`. */
static ivp_status extrapolate_again(const flow *f, int which, real from, real to, real *y)
{
    extrapolation *again = f->e[which];
    const real h = f->t - f->start, end = f->start + to * h;
    real t = f->start + from * h;
    if (end - t < flow_least(f)) return IVP_OK;
    again->h = end - t;
    again->shrunk = 0;
    again->recent = 0;
    memcpy(again->peak, f->e[FLOW_ONWARDS]->peak, length(f));
    return extrapolation_to(again, &t, end, y);
}

/* The last exact state known before theta, or NULL: the start. One that is nearer than a
 * step may be short is no beginning, or zeros would be closed in no further than that. */
static const flow_trial *trial_before(const flow *f, real theta)
{
    const real least = flow_least(f) / (f->t - f->start);
    const flow_trial *best = NULL;
    for (int k = 0; k < FLOW_TRIALS; k++) {
        const flow_trial *one = &f->trial[k];
        const bool usable = one->theta == theta || theta - one->theta > least;
        if (one->theta > 0 && usable && (!best || one->theta > best->theta)) best = one;
    }
    return best;
}

static void keep_trial(flow *f, real theta, const real *y)
{
    flow_trial *oldest = &f->trial[f->tried++ % FLOW_TRIALS];
    oldest->theta = theta;
    memcpy(oldest->y, y, length(f));
}

/* Unknowns of index 2 are known but for rounding over the step, which must not become short. */
static bool deep(const flow *f)
{
    bool all = true;
    for (int k = 0; k < ivp_n(f->m); k++) all = all && f->counted[k];
    return !all;
}

/* Extrapolation goes on from the last trial before theta: a zero is closed in by ever
 * shorter steps. */
static ivp_status extrapolate_from_trial(flow *f, real theta, real *y)
{
    const flow_trial *near = deep(f) ? NULL : trial_before(f, theta);
    memcpy(y, near ? near->y : f->y0, length(f));
    const ivp_status status =
        extrapolate_again(f, FLOW_AGAIN, near ? near->theta : 0, theta, y);
    if (!status) keep_trial(f, theta, y);
    return status;
}

/* The step from its start to theta. */
static ivp_status repeat(flow *f, real theta, real *y)
{
    real t = f->start;
    const real to = t + theta * (f->t - t);
    memcpy(y, theta < 1 ? f->y0 : f->y, length(f));
    if (theta >= 1 || to - t < flow_least(f)) return IVP_OK;
    if (!f->radau[FLOW_AGAIN]) return extrapolate_from_trial(f, theta, y);
    radau_restart(f->radau[FLOW_AGAIN], NULL);
    return radau_to(f->radau[FLOW_AGAIN], &t, to, y);
}

/* From the node before with half the digits. */
static ivp_status fill_node(flow *f, int k)
{
    const int n = ivp_n(f->m);
    real *const node = f->node + k * n;
    if (deep(f)) return repeat(f, place(k), node);
    memcpy(node, node - n, length(f));
    return extrapolate_again(f, FLOW_ROUGHLY, place(k - 1), place(k), node);
}

static ivp_status fill_nodes(flow *f)
{
    const int last = FLOW_NODES - 1;
    if (f->radau[FLOW_ONWARDS]) return IVP_OK;
    ivp_status status = IVP_OK;
    memcpy(f->node, f->y0, length(f));
    memcpy(f->node + last * ivp_n(f->m), f->y, length(f));
    for (int k = 1; k < last && !status; k++) status = fill_node(f, k);
    return status;
}

/* Barycentric interpolation at Chebyshev's points of the second kind: weights 1/2, -1, 1 ... */
static void interpolate(const flow *f, real theta, real *y)
{
    const int n = ivp_n(f->m);
    real sum = 0, weight[FLOW_NODES];
    for (int k = 0; k < FLOW_NODES; k++) {
        const real away = theta - place(k), end = k == 0 || k == FLOW_NODES - 1;
        if (ivp_abs(away) < R(1e-30)) {
            memcpy(y, f->node + k * n, length(f));
            return;
        }
        weight[k] = (k % 2 ? -1 : 1) * (1 - end / 2) / away;
        sum += weight[k];
    }
    memset(y, 0, length(f));
    for (int k = 0; k < FLOW_NODES; k++)
        for (int j = 0; j < n; j++) y[j] += weight[k] / sum * f->node[k * n + j];
}

static bool needs_accelerations(const flow *f)
{
    bool deep = false;
    for (int k = 0; k < f->i->nevents; k++) deep = deep || f->i->problem->events[k].needs_a;
    return deep;
}

static ivp_status probe_at(void *context, real theta, bool fine, ivp_state *s)
{
    flow *f = context;
    ivp_status status = IVP_OK;
    if (fine)
        status = repeat(f, theta, f->probe);
    else if (f->radau[FLOW_ONWARDS])
        radau_inside(f->radau[FLOW_ONWARDS], theta, f->y0, f->probe);
    else
        interpolate(f, theta, f->probe);
    const real t = f->start + theta * (f->t - f->start);
    memcpy(f->probed, f->probe, (size_t)f->i->sizes.n * sizeof *f->probed);
    *s = instance_view(f->i, t, f->probed, NULL);
    if (!needs_accelerations(f))
        s->a = s->lambda = NULL;
    else if (!status)
        status = instance_complete(f->i, t, f->probed);
    return status;
}

/* ---- what happens there ------------------------------------------------------------------ */

/* Time since the guard fired last, or since the start. */
static real pause_of(const flow *f, int guard, real t)
{
    int k = f->met.n - 1;
    while (k >= 0 && f->met.at[k].event != guard) k--;
    return t - (k < 0 ? (real)f->i->t0 : f->met.at[k].t);
}

/* Where an event is: inside the step or at its end. */
typedef struct where {
    flow *f;
    real t, *y;
} where;

static ivp_status look(void *context)
{
    const where *at = context;
    memcpy(at->f->probed, at->y, (size_t)at->f->i->sizes.n * sizeof *at->y);
    return IVP_OK;
}

static ivp_status moved(void *context)
{
    const where *at = context;
    memcpy(at->y, at->f->probed, (size_t)at->f->i->sizes.n * sizeof *at->y);
    return IVP_OK;
}

/* A guard that its reset sends back may come again soon: the next step must see it in
 * between. Kinks are not noted. */
static ivp_status note(void *context, int number, int direction)
{
    const where *at = context;
    flow *f = at->f;
    const ivp_event *event = &f->i->problem->events[number];
    if (event->then == IVP_KINK) return IVP_OK;
    if (event->reset) f->soon = at->t + pause_of(f, number, at->t) / 16;
    const flow_break one = { .t = at->t, .event = number, .direction = direction };
    return flow_breaks_add(&f->met, one) ? IVP_OK : IVP_E_NOMEM;
}

static ivp_status happen(flow *f, const event_hit *hit, real t, real *y)
{
    where at = { f, t, y };
    const event_site site = { .t = t,
                              .canonical = f->probed,
                              .look = look,
                              .moved = moved,
                              .note = note,
                              .context = &at };
    return events_happen(f->events, &site, hit, &f->stopped);
}

/* The step ends at the hit, and both families begin anew. A break point that cannot be told
 * from it is where it ends. */
static ivp_status land(flow *f, const event_hit *hit)
{
    ivp_status status = repeat(f, hit->theta, f->probe);
    if (status) return status;
    memcpy(f->y, f->probe, length(f));
    if (hit->theta < 1) f->t = f->start + hit->theta * (f->t - f->start);
    if (f->m->wall - f->t < flow_least(f)) f->t = f->m->wall;
    status = happen(f, hit, f->t, f->y);
    if (f->radau[FLOW_ONWARDS]) radau_restart(f->radau[FLOW_ONWARDS], NULL);
    if (f->mid) midpoint_forget(f->mid);
    return status;
}

void flow_mark(flow *f)
{
    f->start = f->t;
    memcpy(f->y0, f->y, length(f));
    for (int k = 0; k < FLOW_TRIALS; k++) f->trial[k].theta = 0;
}

ivp_status flow_meet(flow *f)
{
    const real end = (real)f->i->t1 - ahead_resolution(f->i, (real)f->i->t1);
    ivp_status status = fill_nodes(f);
    const real h = f->t - f->start;
    const event_probe probe = { probe_at, f, f->start, h, .least = 2 * flow_least(f) / h };
    for (event_hit hit = { 0 }; !status;) {
        status = events_locate(f->events, &probe, hit.theta, &hit);
        if (status || !hit.n || f->start + hit.theta * probe.h > end) return status;
        if (!hit.recorded) return land(f, &hit);
        status = repeat(f, hit.theta, f->probe);
        if (!status) status = happen(f, &hit, f->start + hit.theta * probe.h, f->probe);
    }
    return status;
}

/* ---- at the start ------------------------------------------------------------------------ */

static ivp_status behind(void *context, real t, real *y, real *yp)
{
    const flow *f = context;
    return f->slopes ? slopes_at(f->slopes, t, y, yp) : IVP_NO_CONVERGENCE;
}

/* Of problems whose y' needs equations solved. */
static ivp_status open_slopes(flow *f)
{
    reason why;
    switch (f->i->problem->form) {
    case IVP_LIN:
        return slopes_create(&f->slopes, f->i, IVP_AS_LIN, &why);
    case IVP_DAE:
        return slopes_create(&f->slopes, f->i, IVP_AS_DAE, &why);
    default:
        return IVP_OK;
    }
}

ivp_status flow_watch_guards(flow *f)
{
    const size_t n = (size_t)ivp_n(f->m), nc = (size_t)instance_ncomponents(f->i);
    if (!f->i->nevents) return IVP_OK;
    f->events = events_create(f->i, true, behind, f);
    const ivp_status status = open_slopes(f);
    if (status) return status;
    f->y0 = calloc((FLOW_NODES + 2 + FLOW_TRIALS) * n + nc, sizeof *f->y0);
    if (!f->events || !f->y0) return IVP_E_NOMEM;
    f->probe = f->y0 + n;
    f->node = f->probe + n;
    for (size_t k = 0; k < FLOW_TRIALS; k++) f->trial[k].y = f->node + (FLOW_NODES + k) * n;
    f->probed = f->node + (FLOW_NODES + FLOW_TRIALS) * n;
    memcpy(f->probed, f->i->start, nc * sizeof *f->probed);
    events_begin(f->events, f->i->t0, f->probed, f->i->start_yp);
    return IVP_OK;
}

void flow_forget_guards(flow *f)
{
    events_destroy(f->events);
    slopes_destroy(f->slopes);
    free(f->y0);
    free(f->met.at);
}
