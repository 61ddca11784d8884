/* t_pauses.c -- events after ever shorter pauses, which end or go on.
 *
 *     y' = 1      y falls back to 0 where it has risen to `pause`; then
 *                 pause := least + (pause - least) / 2
 *
 * With least = 0 the events accumulate at t = 2 pause.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { PAUSE, LEAST };
static const ivp_param params[] = {
    [PAUSE] = { "pause", "1", "the first one [s]" },
    [LEAST] = { "least", "0", "what the pauses tend to [s]" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(0);
    return IVP_OK;
}

static ivp_status f(const ivp_state *s, real *f, const real *p)
{
    f[0] = ivp_of(1);
    return IVP_OK;
}

static real full(const ivp_state *s, const real *p) { return s->y[0] - p[PAUSE]; }

static void fall(real t, real *y, real *p)
{
    y[0] = ivp_of(0);
    p[PAUSE] = p[LEAST] + (p[PAUSE] - p[LEAST]) / 2;
}

static const ivp_event events[] = {
    { .name = "full", .direction = 1, .guard = full, .then = IVP_RESTART, .reset = fall },
    { 0 },
};

IVP_PROBLEM(t_pauses,
    .title = "Ever shorter pauses",
    .source = "made for the tests",
    .tags = "test hybrid",
    .params = params,
    .t0 = "0",
    .t1 = "2.001",
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .init = start,
    .ode = { .f = f },
    .events = events);
