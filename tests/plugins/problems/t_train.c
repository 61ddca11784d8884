/* t_train.c -- a long train of events, which are recorded or let the state jump.
 *
 *     y1' = w y2,  y2' = -w y1        zeros of y1 are recorded
 *     y3' = 1                         y3 falls back to 0 where it has risen to `step`
 *
 * y1 = sin w t, y2 = cos w t, y3 = t modulo `step`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { FREQUENCY, STEP, NPARAMS };
static const ivp_param params[] = {
    [FREQUENCY] = { "w", "2000", "frequency" },
    [STEP] = { "step", "100", "where y3 falls back" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[1] = 1;
    return IVP_OK;
}

static ivp_status f(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[FREQUENCY] * s->y[1];
    f[1] = -p[FREQUENCY] * s->y[0];
    f[2] = ivp_of(1);
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(p[FREQUENCY] * t);
    y[1] = cos(p[FREQUENCY] * t);
    y[2] = t - p[STEP] * floor(re(t) / re(p[STEP]));
    return IVP_OK;
}

static real zero(const ivp_state *s, const real *p) { return s->y[0]; }
static real full(const ivp_state *s, const real *p) { return s->y[2] - p[STEP]; }
static void fall(real t, real *y, real *p) { y[2] = ivp_of(0); }

static const ivp_event events[] = {
    { .name = "zero", .guard = zero, .then = IVP_RECORD },
    { .name = "full", .direction = 1, .guard = full, .then = IVP_RESTART, .reset = fall },
    { 0 },
};

static const ivp_observable observables[] = {
    { "saw", "1", "what falls back", .component = "y3" },
    { 0 },
};

IVP_PROBLEM(t_train,
    .title = "A train of events",
    TOY("0", "10", 3, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = f },
    .exact = exact,
    .events = events,
    .observables = observables);
