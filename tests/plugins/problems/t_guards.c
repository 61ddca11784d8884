/* t_guards.c -- a clock with guards of every kind, for the tests of event location.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { DIP, NPARAMS };
static const ivp_param params[] = {
    [DIP] = { "dip", "1e-3", "half the time for which guard `dip` is negative" },
    { 0 },
};

enum { FIRST, TWIN, RISING, DIPPING, JUMP, END };

static real first(const ivp_state *s, const real *p) { return s->y[0] - R(0.5); }
static real twin(const ivp_state *s, const real *p) { return 2 * s->y[0] - 1; }
static real rising(const ivp_state *s, const real *p)
{
    return sin(IVP_PI * (s->y[0] - R(0.25)));
}
static real dipping(const ivp_state *s, const real *p)
{
    const real x = s->y[0] - 3;
    return x * x - p[DIP] * p[DIP];
}
static real jump(const ivp_state *s, const real *p) { return s->y[0] - 5; }
static real end(const ivp_state *s, const real *p) { return s->y[1] - 9; }

static void skip(real t, real *y, real *p) { y[0] += 1; }

/* y1 is the clock that the jump sets forward, y2 the one that it does not. */
static ivp_status tick(const ivp_state *s, real *f, const real *p)
{
    f[0] = f[1] = 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = t0;
    return IVP_OK;
}

static const ivp_event events[] = {
    [FIRST] = { .name = "first", .guard = first, .then = IVP_RECORD, .spacing = 1 },
    [TWIN] = { .name = "twin", .guard = twin, .then = IVP_RECORD, .spacing = 1 },
    [RISING] = { .name = "rising", .direction = 1, .guard = rising, .then = IVP_RECORD },
    [DIPPING] = { .name = "dip", .guard = dipping, .then = IVP_RESTART },
    [JUMP] = { .name = "jump",
               .direction = 1,
               .guard = jump,
               .then = IVP_RESTART,
               .reset = skip },
    [END] = { .name = "end", .guard = end, .then = IVP_STOP },
    { 0 },
};

IVP_PROBLEM(t_guards,
    .title = "A clock with guards",
    TOY("0", "10", 2, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = tick },
    .events = events);
