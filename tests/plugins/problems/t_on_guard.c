/* t_on_guard.c -- an oscillator with dry friction that starts at rest: on the guard of its
 * velocity, over which no difference must reach.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { NPARAMS };

static real speed(const ivp_state *s, const real *p) { return s->y[1]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -s->y[0] - (ivp_side(p[NPARAMS], speed(s, p)) ? R(0.25) : -R(0.25));
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(2.1);
    y[1] = 0;
    return IVP_OK;
}

static const ivp_event events[] = { { "turns", 0, speed, IVP_RESTART }, { 0 } };

IVP_PROBLEM(t_on_guard,
    .title = "Friction from rest",
    TOY("0", "9", 2, start),
    .tags = "test",
    .ode = { .f = rhs },
    .events = events);
