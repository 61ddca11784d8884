/* t_prepared.c -- a decay whose rate is derived from a parameter that an event changes.
 *
 *     y1' = -sqrt(k) y1,  k := 4 k at t = 1/2        y1(1) = e^(-3/2 sqrt(k))
 *     y2' = 0 before and 1 after                     y2(1) = 1/2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { K, ROOT, LATE }; /* parameter; derived from it; side of the event */
static const ivp_param params[] = {
    [K] = { "k", "2", "square of the rate [1/s^2]" },
    { 0 },
};

static void prepare(const real *p, real *derived) { derived[0] = sqrt(p[K]); }

static real late(const ivp_state *s, const real *p) { return s->t - R(0.5); }

static void quicken(real t, real *y, real *p) { p[K] *= 4; }

static ivp_status decay(const ivp_state *s, real *f, const real *p)
{
    f[0] = -p[ROOT] * s->y[0];
    f[1] = ivp_side(p[LATE], late(s, p)) ? 1 : 0;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    y[1] = 0;
    return IVP_OK;
}

static const ivp_event events[] = {
    { .name = "late", .guard = late, .then = IVP_RESTART, .reset = quicken },
    { 0 },
};

static const ivp_observable observables[] = {
    { "left", "1", "of the first one", .component = "y1" },
    { 0 },
};

IVP_PROBLEM(t_prepared,
    .title = "Decay with a derived rate",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_ODE,
    .sizes = { .n = 2, .nderived = 1 },
    .prepare = prepare,
    .init = start,
    .ode = { .f = decay },
    .events = events,
    .observables = observables);
