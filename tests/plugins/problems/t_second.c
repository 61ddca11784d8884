/* t_second.c -- a pendulum in the plane of v'' = a, which declares to be of second order and
 * free of velocities; one of both may be wrong by a part.
 *
 *     v1'' = -sin v1 - damping v1',  v2'' = v1 - v2 - turned v1'
 *     first half of f: v' + slip v
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { DAMPING, TURNED, SLIP };
static const ivp_param params[] = {
    [DAMPING] = { "damping", "0", "of v1 [1]" },
    [TURNED] = { "turned", "0", "of v2 by v1' [1]" },
    [SLIP] = { "slip", "0", "what v' has too much [1]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *v = s->y, *rate = v + 2;
    for (int k = 0; k < 2; k++) f[k] = rate[k] + p[SLIP] * v[k];
    f[2] = -sin(v[0]) - p[DAMPING] * rate[0];
    f[3] = v[0] - v[1] - p[TURNED] * rate[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    y[1] = ivp_of(R(0.5));
    y[2] = ivp_of(0);
    y[3] = ivp_of(R(0.3));
    return IVP_OK;
}

IVP_PROBLEM(t_second,
    .title = "A pendulum that drives a spring",
    TOY("0", "3", 4, start),
    .tags = "ode",
    .params = params,
    .ode = { .f = rhs, .autonomous = true },
    .second_order = true,
    .velocity_free = true);
