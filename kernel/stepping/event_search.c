/* event_search.c -- zeros of guards inside a step: sampling fine enough for the guard's own
 * spacing, dips between samples by parabola and golden section, zeros by the Illinois
 * variant of regula falsi (Dowell, Jarratt, BIT 11 (1971)).
 *
 * Times are compared with t: a zero is closed in to 2 eps max(|t|, theta h), and zeros
 * within 16 of these are one event.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <limits.h>

#include "kernel/stepping/event_inner.h"

enum { SAMPLES_UNKNOWN = 8, PATIENCE = 200 };

/* ---- one guard --------------------------------------------------------------------------- */

static ivp_status evaluate(const events *e, const event_probe *p, const watch *w, real theta,
                           bool fine, real *s)
{
    ivp_state state;
    const ivp_status st = p->at(p->context, theta, fine, &state);
    if (!st) *s = w->side * instance_guard(e->i, w->event, &state);
    return st;
}

/* Differences of theta that are rounding there. */
static real tiny(const event_probe *p, real theta)
{
    return 2 * IVP_EPS * ivp_max(ivp_abs(p->t), ivp_abs(theta * p->h)) / p->h;
}

/* A bracket of a zero: s(a) > 0 >= s(b). Weights are halved when an end stays. */
typedef struct bracket {
    real a, b, sa, sb, wa, wb;
    int kept;  /* 1: b stayed; -1: a stayed */
    int zeros; /* so many times, one after another, s = 0 at b */
} bracket;

/* Where to look next: never where the state at the step's start is all that a probe has.
 * Exactly zero at b: the first such place is wanted, which may be far before: a guard that
 * rests has many. */
static real next_trial(const bracket *z, const event_probe *p, int turn)
{
    real c = (z->a * z->wb - z->b * z->wa) / (z->wb - z->wa);
    if (z->zeros == 1) c = z->b - tiny(p, z->b);
    if (!(c > z->a && c < z->b) || turn % 8 == 7 || z->zeros > 1) c = (z->a + z->b) / 2;
    return ivp_max(c, p->least);
}

static void narrow(bracket *z, real c, real s)
{
    if (s > 0) {
        z->a = c;
        z->wa = s;
        z->wb = z->kept == 1 ? z->wb / 2 : z->sb;
        z->kept = 1;
    } else {
        z->b = c;
        z->wb = z->sb = s;
        z->wa = z->kept < 0 ? z->wa / 2 : z->wa;
        z->kept = -1;
        z->zeros = s >= 0 ? z->zeros + 1 : 0;
    }
}

static ivp_status close_in(const events *e, const event_probe *p, const watch *w, bracket *z)
{
    z->wa = z->sa;
    z->wb = z->sb;
    z->zeros = z->sb >= 0;
    for (int j = 0; j < 300 && z->b > p->least && z->b - z->a > tiny(p, z->b); j++) {
        const real c = next_trial(z, p, j);
        real s = 0;
        const ivp_status st = evaluate(e, p, w, c, true, &s);
        if (st) return st;
        narrow(z, c, s);
    }
    return IVP_OK;
}

/* s is exactly zero at theta: is it back on its side behind that, so that it only touches? A
 * sample may be zero by accident, and those next to it are noise: the one that counts is as
 * far behind as 4^12 roundings. Where the step ends before 64 of them, or in zero, the next
 * step will tell. *again: where to search on; 1: nowhere. */
static ivp_status touches(const events *e, const event_probe *p, const watch *w, real theta,
                          bool *only, real *again)
{
    const real least = 64 * tiny(p, theta), far = ivp_min(R(262144.0) * least, 1 - theta);
    real s = 1;
    ivp_status st = IVP_OK;
    if (far >= least) st = evaluate(e, p, w, theta + far, true, &s);
    const bool later = theta + far >= 1 && s >= 0 && s <= 0;
    *only = s > 0 || later;
    *again = far >= least && s > 0 ? theta + far : 1;
    return st;
}

/* [a, b], or where s(a) <= 0 although a cheap sample said more, from where the guard is
 * armed to a. Where that does not help, a is the zero: both ends. */
static ivp_status open_bracket(const events *e, const event_probe *p, const watch *w, real a,
                               real b, bracket *z)
{
    *z = (bracket){ .a = a, .b = b };
    ivp_status st = evaluate(e, p, w, a, true, &z->sa);
    if (!st) st = evaluate(e, p, w, b, true, &z->sb);
    if (st || z->sb > 0 || z->sa > 0) return st;
    z->b = a;
    z->sb = z->sa;
    if (!(a > w->since)) return st;
    z->a = w->since;
    st = evaluate(e, p, w, z->a, true, &z->sa);
    if (z->sa > 0) return st;
    z->b = z->a;
    z->sb = z->sa;
    return st;
}

/* First zero of s in [a, b], s(a) > 0 >= s(b); w->root is where s <= 0, or -1 when a closer
 * look finds no change of sign. */
static ivp_status find_zero(const events *e, const event_probe *p, watch *w, real a, real b)
{
    enum { TOUCHES = 8 };
    w->root = -1;
    for (int k = 0; k < TOUCHES && a < b; k++) {
        bracket z;
        ivp_status st = open_bracket(e, p, w, a, b, &z);
        if (st || z.sb > 0) return st;
        if (z.sa > 0) st = close_in(e, p, w, &z);
        bool only = false;
        w->rests = z.sb >= 0;
        if (!st && w->rests) st = touches(e, p, w, z.b, &only, &a);
        if (st) return st;
        if (!only) {
            w->root = z.b;
            break;
        }
    }
    return IVP_OK;
}

/* Smallest s near the middle of three samples by golden section; stops at the first s <= 0. */
static ivp_status find_dip(const events *e, const event_probe *p, const watch *w, real a,
                           real b, real *dip)
{
    const real golden = R(0.618033988749894848204586834365638);
    real x = b - golden * (b - a), y = a + golden * (b - a), sx = 1, sy = 1;
    ivp_status st = evaluate(e, p, w, x, false, &sx);
    if (!st) st = evaluate(e, p, w, y, false, &sy);
    *dip = -1;
    for (int j = 0; !st && j < 40 && sx > 0 && sy > 0; j++) {
        if (sx < sy) {
            b = y;
            y = x;
            sy = sx;
            x = b - golden * (b - a);
            st = evaluate(e, p, w, x, false, &sx);
        } else {
            a = x;
            x = y;
            sx = sy;
            y = a + golden * (b - a);
            st = evaluate(e, p, w, y, false, &sy);
        }
    }
    if (sx <= 0) *dip = x;
    if (sy <= 0) *dip = y;
    return st;
}

/* Does the parabola through three equidistant positive samples come close to zero between them?
 * Its vertex may lie beside the middle one: the first and the last two samples of a step have
 * no other third one. */
static bool may_dip(const real s[3])
{
    const real slope = (s[2] - s[0]) / 2, bend = s[0] - 2 * s[1] + s[2];
    const real least = ivp_min(s[1], ivp_min(s[0], s[2]));
    return bend > 0 && ivp_abs(slope) < bend && s[1] - slope * slope / (2 * bend) <= least / 2;
}

static ivp_status armed(const events *e, const event_probe *p, watch *w, bool three)
{
    w->again = 0;
    if (w->s[2] <= 0) return find_zero(e, p, w, e->sample[1], e->sample[2]);
    real dip = -1;
    ivp_status st = IVP_OK;
    if (three && w->since <= e->sample[0] && w->s[0] > 0 && w->s[1] > 0 && may_dip(w->s))
        st = find_dip(e, p, w, e->sample[0], e->sample[2], &dip);
    return dip < 0 || st ? st : find_zero(e, p, w, e->sample[0], dip);
}

/* ---- a guard that has fired and was not seen on its side yet ----------------------------- */

static void arm(watch *w, real theta)
{
    w->armed = true;
    w->since = theta;
}

/* It seems not to be on its side. It may have been there and gone back before the first
 * sample: look closer and closer behind the beginning of the interval, to 4^-depth of it. */
static ivp_status look_closer(const events *e, const event_probe *p, watch *w, int depth)
{
    real width = e->sample[2] - e->sample[1], s = 0;
    ivp_status st = IVP_OK;
    for (int j = 0; !st && s <= 0 && j < depth; j++) {
        width /= 4;
        st = evaluate(e, p, w, e->sample[1] + width, false, &s);
    }
    if (st || s <= 0) return st;
    arm(w, e->sample[1] + width);
    return find_zero(e, p, w, w->since, e->sample[2]);
}

/* At coarse tolerances the first steps may lead back to where the guard came from, although
 * y' does not. Without a reset the side follows the steps: it fires back where that is seen. */
static ivp_status expected(events *e, const event_probe *p, watch *w)
{
    enum { DEEPEST = 30, SECOND_LOOKS = 20 };
    if (p->t + e->sample[2] * p->h < w->due) return IVP_OK;
    const ivp_status st = look_closer(e, p, w, DEEPEST);
    if (st || w->armed) return st;
    if (w->event->reset || w->again++ >= SECOND_LOOKS)
        return events_lose(e, w, "was to go on on one side and is on the other");
    w->root = e->sample[2];
    w->rests = false;
    return IVP_OK;
}

/* It was zero for a while and is on its old side now: the last time at which it was not
 * there, by bisection. */
static ivp_status leave_rest(const events *e, const event_probe *p, watch *w)
{
    real a = e->sample[1], b = e->sample[2];
    ivp_status st = IVP_OK;
    if (w->s[2] >= -w->floor) return st;
    for (int j = 0; !st && j < 300 && b - a > tiny(p, b); j++) {
        const real c = (a + b) / 2;
        real s = 0;
        st = evaluate(e, p, w, c, true, &s);
        *(s < -w->floor ? &b : &a) = c;
    }
    w->root = b;
    w->rests = false;
    return st;
}

static ivp_status unarmed(events *e, const event_probe *p, watch *w)
{
    const bool rests = w->after == RESTING;
    if (w->s[2] > (rests ? w->floor : 0)) {
        arm(w, e->sample[2]);
        return IVP_OK;
    }
    if (rests) return leave_rest(e, p, w);
    if (w->after == EXPECTED) return expected(e, p, w);
    return w->after == AWAITED && !w->waiting ? look_closer(e, p, w, 10) : IVP_OK;
}

/* ---- all guards -------------------------------------------------------------------------- */

/* As many as the closest guard needs, however long the step: a method that is exact may take
 * the whole interval at once, and samples behind the first hit are never made. */
static long samples(const events *e, real h)
{
    const long bound = LONG_MAX / 2;
    long most = 1;
    for (int k = 0; k < e->n; k++) {
        const double spacing = e->at[k].event->spacing;
        const double wanted = spacing > 0 ? ceil(4 * (double)h / spacing) : SAMPLES_UNKNOWN;
        if (wanted > (double)most) most = wanted < (double)bound ? (long)wanted : bound;
    }
    return most;
}

static ivp_status sample(events *e, const event_probe *p, real theta)
{
    ivp_state state;
    const ivp_status st = p->at(p->context, theta, false, &state);
    e->sample[0] = e->sample[1];
    e->sample[1] = e->sample[2];
    e->sample[2] = theta;
    for (int k = 0; !st && k < e->n; k++) {
        watch *w = &e->at[k];
        w->s[0] = w->s[1];
        w->s[1] = w->s[2];
        w->s[2] = w->side * instance_guard(e->i, w->event, &state);
    }
    return st;
}

/* The earliest candidate, and those that cannot be told from it: at the last of them, so
 * that all are there. */
static void collect(events *e, const event_probe *p, event_hit *hit)
{
    real first = 2;
    for (int k = 0; k < e->n; k++)
        if (e->at[k].root >= 0) first = ivp_min(first, e->at[k].root);
    if (first > 1) return;
    hit->theta = first;
    hit->guard = e->hits;
    hit->recorded = true;
    for (int k = 0; k < e->n; k++) {
        const watch *w = &e->at[k];
        const bool later = w->root - first > 16 * tiny(p, first) && w->root > p->least;
        if (w->root < 0 || later) continue;
        e->hits[hit->n++] = w->number;
        hit->theta = ivp_max(hit->theta, w->root);
        hit->recorded = hit->recorded && w->event->then == IVP_RECORD;
    }
}

/* What was seen behind a hit has not happened; guards that fired where the search began are
 * no longer fresh when the next one begins elsewhere. */
static void forget_behind(events *e, const event_probe *p, real from, real theta)
{
    const bool elsewhere = theta - from > 16 * tiny(p, theta);
    for (int k = 0; k < e->n; k++) {
        watch *w = &e->at[k];
        if (w->since > theta) w->armed = false;
        if (elsewhere) w->fresh = false;
    }
}

static ivp_status be_patient(events *e)
{
    for (int k = 0; k < e->n; k++) {
        watch *w = &e->at[k];
        w->fresh = false;
        if (w->armed || w->after != AWAITED) continue;
        if (++w->waiting > PATIENCE)
            return events_lose(e, w, "has fired and never reached its new side");
    }
    return IVP_OK;
}

/* The first sample. Guards that a reset or a projection has brought to their side are armed. */
static ivp_status begin_search(events *e, const event_probe *p, real from)
{
    const ivp_status st = sample(e, p, from);
    for (int k = 0; k < e->n && !st; k++) {
        watch *w = &e->at[k];
        w->since = from;
        w->armed = w->armed || (!w->fresh && w->after != RESTING && w->s[2] > 0);
    }
    return st;
}

ivp_status events_locate(events *e, const event_probe *p, real from, event_hit *hit)
{
    hit->n = 0;
    const long m = samples(e, (1 - from) * p->h);
    ivp_status st = begin_search(e, p, from);
    for (long j = 1; !st && j <= m; j++) {
        st = sample(e, p, j == m ? 1 : from + (1 - from) * (real)j / (real)m);
        bool found = false;
        for (int k = 0; !st && k < e->n; k++) {
            watch *w = &e->at[k];
            w->root = -1;
            st = w->armed ? armed(e, p, w, j > 1) : unarmed(e, p, w);
            found = found || w->root >= 0;
        }
        if (st || !found) continue;
        collect(e, p, hit);
        if (hit->n) {
            forget_behind(e, p, from, hit->theta);
            return IVP_OK;
        }
    }
    return st ? st : be_patient(e);
}
