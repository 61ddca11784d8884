/* t_quicken.c -- a decay in lanes whose rate an event changes.
 *
 *     y' = -k y,  k := 4 k at t = 1/2        y(1) = e^(-5/2 k)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { K };
static const ivp_param params[] = {
    [K] = { "k", "1", "rate [1/s]" },
    { 0 },
};

static real late(const ivp_state *s, const real *p) { return s->t - R(0.5); }

static void quicken(real t, real *y, real *p) { p[K] *= 4; }

static ivp_status decay(const ivp_state *s, real *f, const real *p)
{
    f[0] = -p[K] * s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    return IVP_OK;
}

static const ivp_event events[] = {
    { .name = "late", .guard = late, .then = IVP_RESTART, .reset = quicken },
    { 0 },
};

IVP_PROBLEM(t_quicken,
    .title = "Decay that quickens",
    TOY("0", "1", 1, start),
    .params = params,
    .tags = "test",
    .ode = { .f = decay },
    .events = events);
