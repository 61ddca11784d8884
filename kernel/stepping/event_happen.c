/* event_happen.c -- actions at the time of an event. Records and resets follow the order of the
 * descriptor; then sides are determined. Guards whose sign a reset has changed follow, until
 * there are none; those with side_anew take their new side instead. The file also has the five
 * cases in which a run cannot continue.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/event_inner.h"

enum { ROUNDS = 100 }; /* at one time */

/* ---- pauses ------------------------------------------------------------------------------ */

/* Pauses p_1 > p_2 > ... of one guard, of ratio r = p_n / p_(n-1), add up to a time t + p r
 * / (1 - r) behind which there is nothing. */
static ivp_status accumulates(events *e, const watch *w, real part)
{
    enum { ROW = 8 };
    if (w->shorter < ROW) return IVP_OK;
    const real rest = w->pause * w->ratio / (1 - w->ratio);
    if (!(rest < part * (w->last - w->row))) return IVP_OK;
    return events_lose(
        e, w,
        "fires again and again after ever shorter pauses, which end at t = %.9g: "
        "there is no solution behind it",
        (double)(w->last + rest));
}

/* At coarse tolerances the pauses of a guard that accumulates become short, but no shorter. */
static ivp_status chatters(events *e, watch *w, real pause)
{
    enum { MANY = 1000 };
    const bool short_one = pause < R(1e-5) * ivp_abs(w->last) && pause < R(1e-4) * w->longest;
    w->longest = ivp_max(w->longest, pause);
    w->short_ones = short_one ? w->short_ones + 1 : 0;
    if (w->short_ones < MANY) return IVP_OK;
    return events_lose(e, w, "fires again and again after pauses of %.2g", (double)pause);
}

static ivp_status add_pause(events *e, watch *w, real t)
{
    const real pause = t - w->last;
    const bool shorter = w->pause > 0 && pause < w->pause * R(0.999);
    if (!shorter) w->row = w->last;
    w->shorter = shorter ? w->shorter + 1 : 0;
    w->ratio = shorter ? pause / w->pause : 0;
    w->last = t;
    w->pause = pause;
    const ivp_status st = accumulates(e, w, R(1e-6));
    return st ? st : chatters(e, w, pause);
}

ivp_status events_blame(events *e, ivp_status st)
{
    if (st != IVP_E_STEP_TOO_SMALL) return st;
    for (int k = 0; k < e->n && st != IVP_E_EVENT_LOST; k++)
        if (accumulates(e, &e->at[k], R(1e-3))) st = IVP_E_EVENT_LOST;
    return st;
}

/* Rounds at one time, in one call or in steps of no length. */
static ivp_status count_round(events *e, const watch *w, real t)
{
    e->here = t - e->now <= events_same(t) ? e->here + 1 : 1;
    e->now = t;
    if (e->here <= ROUNDS) return IVP_OK;
    return events_lose(e, w, "and its neighbours call each other by their resets without end");
}

/* ---- one round: notes and resets --------------------------------------------------------- */

static ivp_status reset(const events *e, const event_site *site, const watch *w)
{
    ivp_status st = site->look(site->context);
    if (st) return st;
    w->event->reset(site->t, site->canonical, e->i->p);
    instance_sync(e->i);
    return site->moved(site->context);
}

/* A guard of a hit has been on its side and is about to leave it. */
static ivp_status fire(events *e, const event_site *site, watch *w)
{
    const ivp_action then = w->event->then;
    ivp_status st = site->note(site->context, w->number, -w->side);
    if (!st && w->event->reset) st = reset(e, site, w);
    if (!st && (then == IVP_RESTART || then == IVP_STOP)) st = add_pause(e, w, site->t);
    w->floor = 16 * IVP_EPS * ivp_max(ivp_abs(w->s[0]), ivp_abs(w->s[1]));
    w->armed = false;
    w->fresh = w->fired = true;
    w->waiting = 0;
    return st;
}

/* Only noted: the search has seen it on its other side, or at rest. */
static ivp_status pass(events *e, const event_site *site, watch *w)
{
    const ivp_status st = fire(e, site, w);
    events_set_side(e, w, -w->side);
    w->after = w->event->direction ? OFF : w->rests ? RESTING : AWAITED;
    return st;
}

/* ---- where fired guards are now ---------------------------------------------------------- */

static ivp_status look(events *e, const event_site *site, int n)
{
    return ahead_look(e->ahead, site->t, site->canonical, NULL, n, e->fired, e->noise, e->sign,
                      e->clear);
}

/* Algebraic unknowns that the equations give for a state of limited accuracy are off those of
 * the solver. A guard of theirs may be on its old side still, and on its way through zero. */
static bool is_on_its_way(const events *e, const watch *w, int j)
{
    const ivp_form form = e->i->problem->form;
    return (form == IVP_LIN || form == IVP_DAE) && w->went == -w->side &&
           w->side * ahead_value(e->ahead, j) > 0;
}

/* On the way into the event: a guard with a reset that goes back to where it came from has
 * no side to be reset from. Its value there is what stands for zero behind. */
static ivp_status approach(events *e, const event_site *site, int n)
{
    ivp_status st = site->look(site->context);
    if (st) return st;
    for (int j = 0; j < n; j++) e->noise[j] = R(1e30);
    const bool known = !look(e, site, n);
    for (int j = 0; j < n; j++) {
        watch *w = events_watch(e, e->fired[j]);
        w->noise = ivp_abs(ahead_value(e->ahead, j));
        w->went = known ? ahead_rate(e->ahead, j) : 0;
        if (known && w->event->reset && e->sign[j] == w->side && !is_on_its_way(e, w, j))
            st = events_lose(
                e, w,
                "only grazes zero, as far as this accuracy can tell: a side to reset "
                "it from is not to be found");
    }
    return st;
}

/* Its reset turned the guard's rate round, and it is back before times can be told apart. */
static bool thrown_back(const events *e, const watch *w, int j)
{
    const int goes = ahead_rate(e->ahead, j);
    return w->event->reset && goes && goes == -w->went && e->sign[j] == -goes &&
           e->clear[j] > 0;
}

/* The side that was looked for; true: it is not the one that the equations were given. */
static bool take_side(events *e, watch *w, int j, real t, bool known)
{
    const bool away = ivp_abs(ahead_value(e->ahead, j)) > 16 * w->noise;
    const int sign = known || away ? e->sign[j] : 0;
    const bool turned = !w->event->direction && sign && sign != w->side;
    if (turned) events_set_side(e, w, sign);
    w->due = t + 8 * e->clear[j];
    if (sign)
        w->after = sign == w->side ? EXPECTED : OFF;
    else
        w->after = w->event->direction ? OFF : known ? RESTING : AWAITED;
    return turned;
}

/* Sides for which the equations behind t lead to these sides, beginning with all turned. */
static ivp_status settle(events *e, const event_site *site, int n)
{
    const watch *last = NULL;
    for (int j = 0; j < n; j++) {
        watch *w = events_watch(e, e->fired[j]);
        e->noise[j] = w->noise;
        events_set_side(e, w, -w->side);
    }
    instance_sync(e->i);
    for (int turn = 0; turn <= 2 * n; turn++) {
        const bool known = !look(e, site, n);
        const watch *turned = NULL;
        for (int j = 0; j < n; j++) {
            watch *w = events_watch(e, e->fired[j]);
            if (thrown_back(e, w, j))
                return events_lose(e, w,
                                   "is thrown back by its reset for less time than can be told "
                                   "apart: it fires without end");
            if (take_side(e, w, j, site->t, known)) turned = w;
        }
        if (!turned) return IVP_OK;
        last = turned;
        instance_sync(e->i);
    }
    return events_lose(e, last,
                       "can go on on neither side: the equations of both lead back to it "
                       "(sliding, chattering)");
}

/* ---- event iteration --------------------------------------------------------------------- */

/* Guards that did not fire in this round and are not positive: numbers into e->fired. */
static int not_positive(events *e)
{
    int n = 0;
    for (int k = 0; k < e->n; k++) e->number[k] = e->at[k].number;
    ahead_values(e->ahead, e->n, e->number, e->noise);
    for (int k = 0; k < e->n; k++) {
        watch *w = &e->at[k];
        const real s = w->side * e->noise[k];
        const bool watching = w->armed || w->after == EXPECTED || w->after == RESTING;
        const bool other = !w->fired && watching && s <= (w->after == RESTING ? -w->floor : 0);
        w->fired = false;
        if (other) e->fired[n++] = w->number;
    }
    return n;
}

/* The side of a guard that does not fire for it, by its sign behind the resets */
static void turn(events *e, watch *w, real t, real clear)
{
    events_set_side(e, w, -w->side);
    w->armed = w->fresh = w->rests = false;
    w->after = w->event->direction ? OFF : EXPECTED;
    w->due = t + 8 * clear;
}

/* Those of them that resets have taken through zero: the next round. */
static ivp_status taken_through(events *e, const event_site *site, int *n)
{
    ivp_status st = site->look(site->context);
    if (!st) st = ahead_place(e->ahead, site->t, site->canonical);
    if (st) return st;
    const int found = not_positive(e);
    *n = 0;
    if (!found) return IVP_OK;
    for (int j = 0; j < found; j++) e->noise[j] = 0;
    look(e, site, found);
    for (int j = 0; j < found; j++) {
        watch *w = events_watch(e, e->fired[j]);
        if (e->sign[j] != -w->side) continue;
        if (w->event->side_anew) {
            turn(e, w, site->t, e->clear[j]);
            continue;
        }
        w->noise = 0;
        w->went = 0;
        w->rests = false;
        e->fired[(*n)++] = w->number;
    }
    instance_sync(e->i);
    return IVP_OK;
}

/* Does the event end the run, by the state that its reset has left? */
static bool stops(const events *e, const event_site *site, const watch *w)
{
    return w->event->stops && !site->look(site->context) &&
           w->event->stops(site->t, site->canonical, e->i->p);
}

static ivp_status round_of(events *e, const event_site *site, int n, bool *moved, bool *stopped)
{
    ivp_status st = IVP_OK;
    *moved = false;
    for (int j = 0; !st && j < n; j++) {
        watch *w = events_watch(e, e->fired[j]);
        st = fire(e, site, w);
        *moved = *moved || w->event->reset;
        *stopped = *stopped || w->event->then == IVP_STOP || (!st && stops(e, site, w));
        if (j == 0 && !st) st = count_round(e, w, site->t);
    }
    return st;
}

static ivp_status record(events *e, const event_site *site, const event_hit *hit)
{
    ivp_status st = IVP_OK;
    for (int k = 0; !st && k < hit->n; k++) st = pass(e, site, events_watch(e, hit->guard[k]));
    for (int k = 0; k < hit->n; k++) events_watch(e, hit->guard[k])->fired = false;
    instance_sync(e->i);
    return st;
}

ivp_status events_happen(events *e, const event_site *site, const event_hit *hit, bool *stopped)
{
    if (hit->recorded) return record(e, site, hit);
    int n = hit->n;
    for (int k = 0; k < n; k++) e->fired[k] = hit->guard[k];
    ivp_status st = approach(e, site, n);
    for (bool moved = true; !st && n;) {
        st = round_of(e, site, n, &moved, stopped);
        if (st || *stopped) return st;
        st = site->look(site->context);
        if (!st) st = settle(e, site, n);
        if (!moved || e->n == 1) n = 0;
        if (!st && n) st = taken_through(e, site, &n);
    }
    for (int k = 0; k < e->n; k++) e->at[k].fired = false;
    return st;
}
