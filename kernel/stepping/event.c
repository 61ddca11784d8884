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

events *events_create(instance *i, bool kinks)
{
    const size_t n = (size_t)events_count(i, kinks);
    events *e = calloc(1, sizeof *e + 5 * n * sizeof(real) + 6 * n * sizeof(int));
    if (!e) return NULL;
    e->i = i;
    e->n = (int)n;
    for (int k = 0; k < 3; k++) e->s[k] = e->store + (size_t)k * n;
    e->root = e->store + 3 * n;
    e->since = e->store + 4 * n;
    void *rest = e->store + 5 * n;
    e->side = rest;
    e->waiting = e->side + n;
    e->hits = e->waiting + n;
    e->number = e->hits + n;
    e->armed = (bool *)(e->number + n);
    e->fresh = e->armed + n;
    for (int k = 0, at = 0; k < i->nevents; k++)
        if (watched(i, k, kinks)) e->number[at++] = k;
    return e;
}

void events_destroy(events *e) { free(e); }

/* The side goes behind the parameters, unless the guard has a direction. */
static void set_side(events *e, int k, int side)
{
    e->side[k] = guard(e, k)->direction ? -guard(e, k)->direction : side;
    e->i->side[e->number[k]] = guard(e, k)->direction ? 0 : (real)side;
}

/* State a little later, by Taylor's formula: enough to tell where a zero guard moves. */
static void displace(const instance *i, real dt, real *canonical, const real *yp)
{
    const int nq = i->problem->form == IVP_MECH ? i->sizes.nq : 0;
    for (int k = 0; k < i->sizes.n; k++) {
        canonical[k] += dt * yp[k];
        if (k < nq) canonical[k] += dt * dt / 2 * yp[nq + k];
    }
}

void events_begin(events *e, real t, real *canonical, const real *yp)
{
    instance *i = e->i;
    ivp_state s = instance_view(i, t, canonical, NULL);
    for (int k = 0; k < e->n; k++) {
        const real g = instance_scalar(i, guard(e, k)->guard, &s);
        e->s[0][k] = g;
        set_side(e, k, g > 0 ? 1 : -1);
        e->armed[k] = e->side[k] * g > 0;
        e->waiting[k] = 0;
    }
    const real dt = R(1e-7) * (real)(i->t1 - i->t0);
    displace(i, dt, canonical, yp);
    for (int k = 0; k < e->n; k++)
        if (e->s[0][k] == 0)
            set_side(e, k, instance_scalar(i, guard(e, k)->guard, &s) > 0 ? 1 : -1);
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

void events_fire(events *e, int number)
{
    const int k = place(e, number);
    set_side(e, k, -e->side[k]);
    e->armed[k] = false;
    e->fresh[k] = true;
    e->waiting[k] = 0;
    instance_sync(e->i);
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

    const real tiny = 2 * IVP_EPS * ivp_max(ivp_abs(p->t), p->h) / p->h;
    real wa = sa, wb = sb; /* weights: halved when an end stays */
    for (int kept = 0, j = 0; j < 200 && b - a > tiny && sb != 0; j++) {
        real c = (a * wb - b * wa) / (wb - wa), sc = 0;
        if (!(c > a && c < b) || j % 8 == 7) c = (a + b) / 2;
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
            wa = kept == -1 ? wa / 2 : wa;
            kept = -1;
        }
    }
    *root = b;
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

static ivp_status candidate(events *e, const event_probe *p, int k, bool three)
{
    const real s0 = e->s[0][k], s1 = e->s[1][k], s2 = e->s[2][k];
    e->root[k] = -1;
    if (!e->armed[k]) return rearm(e, p, k);
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

/* Differences of theta that are rounding. */
static real same(const events *e, real h)
{
    return R(1e3) * IVP_EPS * (real)(e->i->t1 - e->i->t0) / h;
}

/* The earliest candidate, and those that cannot be told from it. */
static void collect(events *e, real h, event_hit *hit)
{
    real first = 2;
    for (int k = 0; k < e->n; k++)
        if (e->root[k] >= 0) first = ivp_min(first, e->root[k]);
    if (first > 1) return;
    hit->theta = first;
    hit->guard = e->hits;
    for (int k = 0; k < e->n; k++)
        if (e->root[k] >= 0 && e->root[k] - first <= same(e, h))
            e->hits[hit->n++] = e->number[k];
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
        if (e->waiting[k] > PATIENCE) return true;
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
        collect(e, p->h, hit);
        if (hit->n) {
            forget_behind(e, hit->theta, hit->theta - from > same(e, p->h));
            return IVP_OK;
        }
    }
    return st ? st : lost(e) ? IVP_E_EVENT_LOST : IVP_OK;
}
