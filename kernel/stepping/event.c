/* event.c -- event location: sampling fine enough for the guard's own spacing, dips between
 * samples by parabola and golden section, zeros by the Illinois variant of regula falsi. */
#include "kernel/stepping/event.h"

#include <limits.h>
#include <stdlib.h>

enum { SAMPLES_UNKNOWN = 8, PATIENCE = 200, CLOSER = 10 };

struct events {
    instance *i;
    int n;
    int *number; /* of the guards that are watched, in the problem's table */
    int *side, *waiting, *hits;
    bool *armed; /* s > 0 was seen since the guard last fired */
    bool *fresh; /* has just fired: its s is rounding there */
    real *s[3];  /* s at the last three samples, oldest first */
    real *root;  /* candidates of the present sample interval; negative: none */
    real *since; /* theta of the present search from which on the guard is armed */
    real at[3];  /* theta of the three samples */
    bool *expected; /* was looked at where it fired: s > 0 is due by t = clear */
    real *clear, *clear_of, *noise;
    int *signs;
    real *last, *pause, *since_t; /* of firing: last time, last pause, start of a row of ever shorter pauses */
    int *shorter, *went;
    ahead *ahead;
    int culprit; /* number of the guard that an IVP_E_EVENT_LOST is about */
    const char *what;
    real store[];
};

static const ivp_event *guard(const events *e, int k)
{
    return &e->i->problem->events[e->number[k]];
}

static bool watched(const instance *i, int number, bool kinks)
{
    return kinks || i->problem->events[number].then != IVP_KINK;
}

int events_count(const instance *i, bool kinks)
{
    int n = 0;
    for (int k = 0; k < i->nevents; k++) n += watched(i, k, kinks);
    return n;
}

events *events_create(instance *i, bool kinks, ahead_slopes slopes, void *context)
{
    const size_t n = (size_t)events_count(i, kinks);
    events *e = calloc(1, sizeof *e + 11 * n * sizeof(real) + 10 * n * sizeof(int));
    if (!e) return NULL;
    e->i = i;
    e->ahead = ahead_create(i, slopes, context);
    if (!e->ahead) return free(e), NULL;
    e->n = (int)n;
    for (int k = 0; k < 3; k++) e->s[k] = e->store + (size_t)k * n;
    e->root = e->store + 3 * n;
    e->since = e->store + 4 * n;
    e->clear = e->store + 5 * n;
    e->last = e->store + 6 * n;
    e->pause = e->store + 7 * n;
    e->since_t = e->store + 8 * n;
    e->clear_of = e->store + 9 * n;
    e->noise = e->store + 10 * n;
    void *rest = e->store + 11 * n;
    e->side = rest;
    e->waiting = e->side + n;
    e->hits = e->waiting + n;
    e->number = e->hits + n;
    e->armed = (bool *)(e->number + n);
    e->fresh = e->armed + n;
    e->expected = e->fresh + n;
    e->shorter = e->number + 2 * n;
    e->signs = e->number + 3 * n;
    e->went = e->number + 4 * n;
    for (int k = 0, at = 0; k < i->nevents; k++)
        if (watched(i, k, kinks)) e->number[at++] = k;
    return e;
}

void events_destroy(events *e)
{
    if (e) ahead_destroy(e->ahead);
    free(e);
}

/* The side goes behind the parameters, unless the guard has a direction. */
static void set_side(events *e, int k, int side)
{
    e->side[k] = guard(e, k)->direction ? -guard(e, k)->direction : side;
    e->i->side[e->number[k]] = guard(e, k)->direction ? 0 : (real)side;
}

void events_begin(events *e, real t, const real *canonical, const real *yp)
{
    instance *i = e->i;
    e->what = NULL;
    ahead_look(e->ahead, t, canonical, yp, e->n, e->number, NULL, e->hits, e->clear);
    const ivp_state s = instance_view(i, t, canonical, NULL);
    for (int k = 0; k < e->n; k++) {
        const real g = instance_scalar(i, guard(e, k)->guard, &s);
        const int sign = e->hits[k] ? e->hits[k] : g > 0 ? 1 : -1;
        e->s[0][k] = g;
        set_side(e, k, sign);
        e->armed[k] = e->side[k] * g > 0 && sign == e->side[k];
        e->expected[k] = e->hits[k] && sign == e->side[k] && !e->armed[k];
        e->clear[k] = t + 8 * e->clear[k];
        e->fresh[k] = e->expected[k]; /* what s is at t itself says nothing */
        e->waiting[k] = e->shorter[k] = 0;
        e->last[k] = e->since_t[k] = t;
        e->pause[k] = 0;
    }
    instance_sync(i);
}

/* Where guard `number` of the table is among those watched. */
static int place(const events *e, int number)
{
    int k = 0;
    while (k < e->n - 1 && e->number[k] != number) k++;
    return k;
}

int events_direction(const events *e, int number) { return -e->side[place(e, number)]; }

/* Pauses that become shorter and shorter add up to a time behind which there is nothing. */
static bool accumulates(events *e, int k, real t)
{
    enum { ROW = 8 };
    const real pause = t - e->last[k], before = e->pause[k];
    if (before > 0 && pause < before * R(0.999)) {
        e->shorter[k]++;
    } else {
        e->shorter[k] = 0;
        e->since_t[k] = e->last[k];
    }
    e->last[k] = t;
    e->pause[k] = pause;
    if (e->shorter[k] < ROW) return false;
    const real ratio = pause / before, rest = pause * ratio / (1 - ratio);
    return rest < R(1e-6) * (t - e->since_t[k]);
}

ivp_status events_fire(events *e, int number, real t)
{
    const int k = place(e, number);
    set_side(e, k, -e->side[k]);
    e->armed[k] = e->expected[k] = false;
    e->fresh[k] = true;
    e->waiting[k] = 0;
    instance_sync(e->i);
    const ivp_action then = guard(e, k)->then;
    if (then == IVP_RECORD || then == IVP_KINK || !accumulates(e, k, t)) return IVP_OK;
    e->culprit = number;
    e->what = "fires again and again after ever shorter pauses, without end before a time close behind it";
    return IVP_E_EVENT_LOST;
}

ivp_status events_cross(events *e, real t, const real *canonical, int n, const int *firing)
{
    for (int j = 0; j < n; j++) e->noise[j] = R(1e30); /* all are zero here */
    ahead_look(e->ahead, t, canonical, NULL, n, firing, e->noise, e->signs, e->clear_of);
    for (int j = 0; j < n; j++) {
        const int k = place(e, firing[j]);
        e->noise[j] = ivp_abs(ahead_value(e->ahead, j));
        e->went[k] = ahead_rate(e->ahead, j);
        if (!guard(e, k)->reset || e->signs[j] != e->side[k]) continue;
        e->culprit = firing[j];
        e->what = "only grazes zero, as far as this accuracy tells: no side to reset it from";
        return IVP_E_EVENT_LOST;
    }
    return IVP_OK;
}

ivp_status events_settle(events *e, real t, const real *canonical, int n, const int *fired)
{
    int at = 0;
    for (int pass = 0; pass <= n; pass++) {
        bool turned = false;
        const ivp_status known =
            ahead_look(e->ahead, t, canonical, NULL, n, fired, e->noise, e->signs, e->clear_of);
        for (int j = 0; j < n; j++) {
            const int k = place(e, fired[j]);
            const bool away = ivp_abs(ahead_value(e->ahead, j)) > 16 * e->noise[j];
            const int sign = known && !away ? 0 : e->signs[j];
            if (!known && !sign) e->waiting[k] = INT_MIN / 2; /* it rests there: no patience is lost */
            e->expected[k] = sign && sign == e->side[k];
            e->clear[k] = t + 8 * e->clear_of[j];
            const int goes = ahead_rate(e->ahead, j);
            if (guard(e, k)->reset && goes && goes == -e->went[k] && sign == -goes) {
                e->culprit = fired[j];
                e->what = "is thrown back by its reset for less time than can be told apart: it fires without end";
                return IVP_E_EVENT_LOST;
            }
            if (guard(e, k)->direction || !sign || sign == e->side[k]) continue;
            set_side(e, k, sign);
            e->expected[k] = true;
            turned = true;
            at = fired[j];
        }
        if (!turned) return IVP_OK;
        instance_sync(e->i);
    }
    e->culprit = at;
    e->what = "can go on on neither side: both sides lead back to it (sliding, chattering)";
    return IVP_E_EVENT_LOST;
}

const char *events_what(const events *e, const char **name)
{
    *name = e->i->problem->events[e->culprit].name;
    return e->what;
}

/* ---- one guard --------------------------------------------------------------------------- */

static ivp_status evaluate(const events *e, const event_probe *p, int k, real theta, bool fine,
                           real *s)
{
    ivp_state state;
    ivp_status st = p->at(p->context, theta, fine, &state);
    if (!st) *s = e->side[k] * instance_scalar(e->i, guard(e, k)->guard, &state);
    return st;
}

static real ldexp_of(int n)
{
    real x = 1;
    while (n-- > 0) x *= 2;
    return x;
}

/* Differences of theta that are rounding there. */
static real tiny(const event_probe *p, real theta)
{
    return 2 * IVP_EPS * ivp_max(ivp_abs(p->t), ivp_abs(theta * p->h)) / p->h;
}

/* Zero of s in [a, b], s(a) > 0 >= s(b), by Illinois; *root is where s <= 0, or -1 when a
 * closer look finds no change of sign. */
static ivp_status find_zero(const events *e, const event_probe *p, int k, real a, real b,
                            real *root)
{
    real sa = 0, sb = 0;
    ivp_status st = evaluate(e, p, k, a, true, &sa);
    if (!st) st = evaluate(e, p, k, b, true, &sb);
    *root = sa <= 0 ? a : b;
    if (!st && sb > 0) *root = -1;
    if (st || sa <= 0 || sb > 0) return st;

    const bool beyond = sb < 0;
    real wa = sa, wb = sb; /* weights: halved when an end stays */
    for (int kept = 0, j = 0; j < 300 && b - a > tiny(p, b); j++) {
        real c = (a * wb - b * wa) / (wb - wa), sc = 0;
        /* exactly zero there: the first such place is wanted, a resting guard has many */
        if (sb >= 0 && (kept == -1 || kept == 0)) c = b - tiny(p, b);
        if (!(c > a && c < b) || j % 8 == 7 || (sb >= 0 && kept == -2)) c = (a + b) / 2;
        st = evaluate(e, p, k, c, true, &sc);
        if (st) return st;
        if (sc > 0) {
            a = c;
            wa = sc;
            wb = kept == 1 ? wb / 2 : sb;
            kept = 1;
        } else {
            b = c;
            wb = sb = sc;
            wa = kept < 0 ? wa / 2 : wa;
            kept = kept == -1 && sc >= 0 ? -2 : -1;
        }
    }
    *root = b;
    /* exactly zero: it only touches where it is back on its side behind that; resting there it has left it */
    real behind = sb;
    for (int j = 0; !st && !beyond && behind >= 0 && behind <= 0 && j < 12; j++) {
        const real c = b + ldexp_of(2 * j + 2) * tiny(p, b);
        if (c > 1) behind = 1; /* the next step will tell */
        else st = evaluate(e, p, k, c, true, &behind);
    }
    if (behind > 0) *root = -1;
    return st;
}

/* Smallest s near the middle of three samples by golden section; stops at the first s <= 0. */
static ivp_status find_dip(const events *e, const event_probe *p, int k, real a, real b,
                           real *dip)
{
    const real golden = R(0.618033988749894848204586834365638);
    real x = b - golden * (b - a), y = a + golden * (b - a), sx = 1, sy = 1;
    ivp_status st = evaluate(e, p, k, x, false, &sx);
    if (!st) st = evaluate(e, p, k, y, false, &sy);
    *dip = -1;
    for (int j = 0; !st && j < 40 && sx > 0 && sy > 0; j++) {
        if (sx < sy) {
            b = y;
            y = x;
            sy = sx;
            x = b - golden * (b - a);
            st = evaluate(e, p, k, x, false, &sx);
        } else {
            a = x;
            x = y;
            sx = sy;
            y = a + golden * (b - a);
            st = evaluate(e, p, k, y, false, &sy);
        }
    }
    if (sx <= 0) *dip = x;
    if (sy <= 0) *dip = y;
    return st;
}

/* Does the parabola through three equidistant positive samples come close to zero inside? */
static bool may_dip(real s0, real s1, real s2)
{
    if (s1 > s0 || s1 > s2) return false;
    const real slope = (s2 - s0) / 2, bend = s0 - 2 * s1 + s2;
    return bend > 0 && s1 - slope * slope / (2 * bend) <= s1 / 2;
}

/* A guard that fired last must be on its new side by now; when it seems not to be, it may have
 * been there and gone back before the first sample: look closer and closer behind its zero. */
static ivp_status rearm(events *e, const event_probe *p, int k)
{
    e->since[k] = e->at[2];
    e->armed[k] = e->s[2][k] > 0;
    ivp_status st = IVP_OK;
    if (e->armed[k] || guard(e, k)->direction || e->waiting[k]) return st;
    real width = e->at[2] - e->at[1], s = 0;
    for (int j = 0; !st && s <= 0 && j < CLOSER; j++) {
        width /= 4;
        st = evaluate(e, p, k, e->at[1] + width, false, &s);
    }
    if (st || s <= 0) return st;
    e->armed[k] = true;
    e->since[k] = e->at[1] + width;
    return find_zero(e, p, k, e->since[k], e->at[2], &e->root[k]);
}

/* A guard that was looked at where it fired is due on its side. When it is not there by the time when it must be seen, it was
 * there and went back: look closer and closer behind the event. */
static ivp_status expect(events *e, const event_probe *p, int k)
{
    enum { DEEPEST = 30 };
    e->since[k] = e->at[2];
    e->armed[k] = e->s[2][k] > 0;
    if (e->armed[k] || p->t + e->at[2] * p->h < e->clear[k]) return IVP_OK;
    real width = e->at[2] - e->at[1], s = 0;
    ivp_status st = IVP_OK;
    for (int j = 0; !st && s <= 0 && j < DEEPEST; j++) {
        width /= 4;
        st = evaluate(e, p, k, e->at[1] + width, false, &s);
    }
    if (st) return st;
    if (s > 0) {
        e->armed[k] = true;
        e->since[k] = e->at[1] + width;
        return find_zero(e, p, k, e->since[k], e->at[2], &e->root[k]);
    }
    e->culprit = e->number[k];
    e->what = "was to go on on one side and is on the other";
    return IVP_E_EVENT_LOST;
}

static ivp_status candidate(events *e, const event_probe *p, int k, bool three)
{
    const real s0 = e->s[0][k], s1 = e->s[1][k], s2 = e->s[2][k];
    e->root[k] = -1;
    if (!e->armed[k]) return e->expected[k] ? expect(e, p, k) : rearm(e, p, k);
    if (s2 <= 0) return find_zero(e, p, k, e->at[1], e->at[2], &e->root[k]);
    real dip = -1;
    ivp_status st = IVP_OK;
    if (three && s0 > 0 && s1 > 0 && may_dip(s0, s1, s2))
        st = find_dip(e, p, k, e->at[0], e->at[2], &dip);
    return dip < 0 || st ? st : find_zero(e, p, k, e->at[0], dip, &e->root[k]);
}

/* ---- all guards -------------------------------------------------------------------------- */

/* As many as the closest guard needs, however long the step: a method that is exact may take
 * the whole interval at once, and samples behind the first hit are never made. */
static long samples(const events *e, real h)
{
    const long bound = LONG_MAX / 2;
    long most = 1;
    for (int k = 0; k < e->n; k++) {
        const double spacing = guard(e, k)->spacing;
        const double wanted = spacing > 0 ? ceil(4 * (double)h / spacing) : SAMPLES_UNKNOWN;
        if (wanted > (double)most) most = wanted < (double)bound ? (long)wanted : bound;
    }
    return most;
}

static ivp_status sample(events *e, const event_probe *p, real theta)
{
    real *oldest = e->s[0];
    e->s[0] = e->s[1];
    e->s[1] = e->s[2];
    e->s[2] = oldest;
    e->at[0] = e->at[1];
    e->at[1] = e->at[2];
    e->at[2] = theta;
    ivp_state state;
    ivp_status st = p->at(p->context, theta, false, &state);
    for (int k = 0; !st && k < e->n; k++)
        e->s[2][k] = e->side[k] * instance_scalar(e->i, guard(e, k)->guard, &state);
    return st;
}

/* Zeros that times cannot tell apart are one. */
static real same(const event_probe *p, real theta) { return 16 * tiny(p, theta); }

/* The earliest candidate, and those that cannot be told from it: at the last of them, so that all are there. */
static void collect(events *e, const event_probe *p, event_hit *hit)
{
    real first = 2;
    for (int k = 0; k < e->n; k++)
        if (e->root[k] >= 0) first = ivp_min(first, e->root[k]);
    if (first > 1) return;
    hit->theta = first;
    hit->guard = e->hits;
    for (int k = 0; k < e->n; k++)
        if (e->root[k] >= 0 && e->root[k] - first <= same(p, first)) {
            e->hits[hit->n++] = e->number[k];
            hit->theta = ivp_max(hit->theta, e->root[k]);
        }
}

/* What was seen behind a hit has not happened; `moved`: the next search begins elsewhere. */
static void forget_behind(events *e, real theta, bool moved)
{
    for (int k = 0; k < e->n; k++) {
        if (e->since[k] > theta) e->armed[k] = false;
        if (moved) e->fresh[k] = false;
    }
}

static bool lost(events *e)
{
    for (int k = 0; k < e->n; k++) {
        e->fresh[k] = false;
        e->waiting[k] = e->armed[k] || guard(e, k)->direction ? 0 : e->waiting[k] + 1;
        if (e->waiting[k] > PATIENCE) {
            e->culprit = e->number[k];
            e->what = "never reached its new side";
            return true;
        }
    }
    return false;
}

ivp_status events_locate(events *e, const event_probe *p, real from, event_hit *hit)
{
    hit->n = 0;
    const long m = samples(e, (1 - from) * p->h);
    ivp_status st = sample(e, p, from);
    for (int k = 0; k < e->n && !st; k++) {
        e->since[k] = from;
        /* the reset of another guard may have brought it there */
        e->armed[k] = e->armed[k] || (!e->fresh[k] && e->s[2][k] > 0);
    }
    for (long j = 1; !st && j <= m; j++) {
        st = sample(e, p, j == m ? 1 : from + (1 - from) * (real)j / (real)m);
        for (int k = 0; !st && k < e->n; k++) st = candidate(e, p, k, j > 1);
        if (st) return st;
        collect(e, p, hit);
        if (hit->n) {
            forget_behind(e, hit->theta, hit->theta - from > same(p, hit->theta));
            return IVP_OK;
        }
    }
    if (st || !lost(e)) return st;
    return IVP_E_EVENT_LOST;
}
