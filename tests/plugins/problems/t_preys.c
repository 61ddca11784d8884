/* t_preys.c -- prey y1 and predators y2, for solvers that carry a copy of it:
 * tests/plugins/cheats.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static const ivp_param params[] = {
    { "a", "1.1", "growth of the prey [1/s]" },
    { 0 },
};

static ivp_status f(const ivp_state *s, real *out, const real *p)
{
    out[0] = s->y[0] * (p[0] - R(0.4) * s->y[1]);
    out[1] = s->y[1] * (R(0.1) * s->y[0] - R(0.4));
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(10.0);
    y[1] = R(5.0);
    return IVP_OK;
}

IVP_PROBLEM(t_preys,
    .title = "Prey and predators",
    .source = "Lotka, Volterra",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "40",
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = f });
