/* t_friction.c -- an oscillator with dry friction that declares no mode for sticking, on a
 * slope.
 *
 *     x'' = b - x - c sign(x'),  x(0) = a, x'(0) = v
 *
 * b = 0, v = 0: with every half period pi the amplitude loses 2 c, and once it is below c
 * the mass sticks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { AMPLITUDE, FRICTION, SPEED, PULL, SPRING, END, NPARAMS };
static const ivp_param params[] = {
    [AMPLITUDE] = { "a", "2.1", "place at the start [m]" },
    [FRICTION] = { "c", "0.25", "friction over mass [m/s^2]" },
    [SPEED] = { "v", "0", "velocity at the start [m/s]" },
    [PULL] = { "b", "0", "pull of the slope over mass [m/s^2]" },
    [SPRING] = { "k", "1", "spring over mass [1/s^2]" },
    [END] = { "T", "9", "end of the interval [s]" },
    { 0 },
};

static real velocity(const ivp_state *s, const real *p) { return s->y[1]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const bool forwards = ivp_side(p[NPARAMS], velocity(s, p));
    f[0] = s->y[1];
    f[1] = p[PULL] - p[SPRING] * s->y[0] - (forwards ? p[FRICTION] : -p[FRICTION]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = p[AMPLITUDE];
    y[1] = p[SPEED];
    return IVP_OK;
}

static double end(const real *p) { return (double)re(p[END]); }

IVP_PROBLEM(t_friction,
    .title = "Oscillator with dry friction",
    TOY("0", "9", 2, start),
    .params = params,
    .tags = "test hybrid",
    .end = end,
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "turn", .guard = velocity, .then = IVP_RESTART },
                                   { 0 } });
