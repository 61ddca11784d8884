/* flow_breaks.c -- where a right-hand side changes: known break points, and events along a
 * closed form.
 *
 * A guard has an event where its sign changes, a zero on a sample being no sign; and, if it
 * has a reset, where it comes to zero linearly and is thrown back: |g| has a minimum 0 there
 * and half the value at half the distance. A smooth touch has a quarter.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>

#include "kernel/problem/status.h"
#include "reference/flow/flow_inner.h"

/* Samples of the interval, where a guard does not say how close its zeros are. */
enum { SAMPLES = 20000 };

typedef struct scan {
    instance *i;
    real *canonical;
    real *g[3]; /* guards at three neighbouring samples, the last one now */
    real *t;    /* of each guard: the last sample where it was not zero, */
    real *sign; /* and its sign there; 0: there was none yet */
} scan;

static ivp_status state_at(const scan *s, real t, ivp_state *state)
{
    *state = instance_view(s->i, t, s->canonical, NULL);
    const ivp_status status = s->i->problem->exact(t, s->canonical, s->i->p);
    return status ? status : instance_complete(s->i, t, s->canonical);
}

static ivp_status guards_at(const scan *s, real t, real *guard)
{
    ivp_state state;
    const ivp_status status = state_at(s, t, &state);
    for (int k = 0; k < s->i->nevents && !status; k++)
        guard[k] = instance_guard(s->i, &s->i->problem->events[k], &state);
    return status;
}

/* Where guard k leaves its sign at a, between a and b. */
static real bisect(const scan *s, int k, real a, real b, real at_a)
{
    for (int n = 0; n < 2 * 113; n++) {
        const real mid = a + (b - a) / 2;
        ivp_state state;
        if (mid <= a || mid >= b || state_at(s, mid, &state)) break;
        const real f = instance_guard(s->i, &s->i->problem->events[k], &state);
        if (f * at_a > 0)
            a = mid;
        else
            b = mid;
    }
    return b;
}

bool flow_breaks_add(flow_breaks *b, flow_break one)
{
    flow_break *larger = realloc(b->at, ((size_t)b->n + 1) * sizeof *larger);
    if (!larger) return false;
    b->at = larger;
    b->at[b->n++] = one;
    return true;
}

static int by_time(const void *a, const void *b)
{
    const flow_break *x = a, *y = b;
    return (x->t > y->t) - (x->t < y->t);
}

void flow_breaks_sort(flow_breaks *b)
{
    if (b->n) qsort(b->at, (size_t)b->n, sizeof *b->at, by_time);
}

/* Two samples between any two zeros of a guard. */
static int samples(const instance *i)
{
    double n = 0;
    for (int k = 0; k < i->nevents; k++) {
        const double spacing = i->problem->events[k].spacing;
        n = fmax(n, spacing > 0 ? ceil(2 * (i->t1 - i->t0) / spacing) : SAMPLES);
    }
    return (int)fmin(n, (double)10 * SAMPLES);
}

static ivp_status add_event(int k, real t, int direction, const scan *s, flow_breaks *out)
{
    if (s->i->problem->events[k].direction * direction < 0) return IVP_OK;
    const flow_break one = { .t = t, .event = k, .direction = direction };
    return flow_breaks_add(out, one) ? IVP_OK : IVP_E_NOMEM;
}

/* An event where the sign of guard k changes the wanted way before b. */
static ivp_status look_before(const scan *s, int k, real b, flow_breaks *out)
{
    const real now = s->g[2][k], was = s->sign[k], a = s->t[k];
    if (now == 0) return IVP_OK;
    s->sign[k] = now > 0 ? 1 : -1;
    s->t[k] = b;
    if (was == 0 || s->sign[k] == was) return IVP_OK;
    return add_event(k, bisect(s, k, a, b, was), now > 0 ? 1 : -1, s, out);
}

static real modulus(const scan *s, int k, real t)
{
    ivp_state state;
    if (state_at(s, t, &state)) return 1;
    return ivp_abs(instance_guard(s->i, &s->i->problem->events[k], &state));
}

/* Where |g| is smallest in [a, b], by golden section. */
static real smallest(const scan *s, int k, real a, real b)
{
    const real golden = R(0.618033988749894848204586834365638);
    real x = b - golden * (b - a), y = a + golden * (b - a);
    real gx = modulus(s, k, x), gy = modulus(s, k, y);
    for (int n = 0; n < 170; n++) {
        const bool left = gx < gy;
        *(left ? &b : &a) = left ? y : x;
        if (left) {
            y = x;
            gy = gx;
            gx = modulus(s, k, x = b - golden * (b - a));
        } else {
            x = y;
            gx = gy;
            gy = modulus(s, k, y = a + golden * (b - a));
        }
    }
    return gx < gy ? x : y;
}

/* A guard with a reset that comes to zero between a and b and is thrown back. */
static ivp_status look_for_bounce(const scan *s, int k, real a, real b, flow_breaks *out)
{
    const real g0 = s->g[0][k], g1 = s->g[1][k], g2 = s->g[2][k], h = (b - a) / 2;
    const bool turns = ivp_abs(g1) < ivp_abs(g0) && ivp_abs(g1) <= ivp_abs(g2);
    if (!s->i->problem->events[k].reset || !turns || g0 * g2 <= 0 || g0 * g1 < 0) return IVP_OK;
    const real t = smallest(s, k, a, b), tiny = R(1e-22) * ivp_max(ivp_abs(g0), ivp_abs(g2));
    const real far = modulus(s, k, t - h / 8), near = modulus(s, k, t - h / 16);
    if (modulus(s, k, t) > tiny || !(far < R(2.8) * near)) return IVP_OK;
    return add_event(k, t, g0 > 0 ? -1 : 1, s, out);
}

static void turn(scan *s)
{
    real *oldest = s->g[0];
    s->g[0] = s->g[1];
    s->g[1] = s->g[2];
    s->g[2] = oldest;
}

static ivp_status scan_guards(scan *s, flow_breaks *out)
{
    const instance *i = s->i;
    const int n = samples(i);
    const real t0 = i->t0, dt = ((real)i->t1 - t0) / (real)(n > 0 ? n : 1);
    ivp_status status = IVP_OK;
    for (int l = 0; l <= n && n && !status; l++) {
        const real b = t0 + (real)l * dt;
        turn(s);
        status = guards_at(s, b, s->g[2]);
        for (int k = 0; k < i->nevents && !status; k++) {
            status = look_before(s, k, b, out);
            if (!status && l > 1) status = look_for_bounce(s, k, b - 2 * dt, b, out);
        }
    }
    return status;
}

ivp_status flow_find_breaks(instance *i, flow_breaks *out, reason *why)
{
    *out = (flow_breaks){ 0 };
    const ivp_problem *p = i->problem;
    const size_t nc = (size_t)instance_ncomponents(i), ne = (size_t)i->nevents;
    real *room = calloc(nc + 5 * ne + 1, sizeof *room), *g = room + nc;
    scan s = { i, room, { g, g + ne, g + 2 * ne }, g + 3 * ne, g + 4 * ne };
    ivp_status status = room ? IVP_OK : IVP_E_NOMEM;
    if (!status && p->exact) status = scan_guards(&s, out);
    for (int k = 0; k < i->nbreaks && !status; k++) {
        const double t = p->breaks[k];
        if (t > i->t0 && t < i->t1 &&
            !flow_breaks_add(out, (flow_break){ .t = t, .event = -1 }))
            status = IVP_E_NOMEM;
    }
    flow_breaks_sort(out);
    free(room);
    if (status)
        reason_set(why, "%s: %s while looking for events", p->name, status_name(status));
    return status;
}
