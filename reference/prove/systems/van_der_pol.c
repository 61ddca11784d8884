/* van_der_pol.c -- the oscillator in both of its scalings.
 *
 *     scaling=eps   eps y1'' = (1 - y1^2) y1' - y1
 *     scaling=mu    y1'' = mu (1 - y1^2) y1' - y1
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { SCALING, EPSILON, MU };

static const system_param params[] = {
    [SCALING] = { .name = "scaling", .value = "eps", .choices = "eps mu" },
    [EPSILON] = { .name = "eps", .value = "1e-6" },
    [MU] = { .name = "mu", .value = "1000" },
    { 0 },
};

static void start(const scene *s, num *x)
{
    x[0] = integer(s->f, 2);
    x[1] = integer(s->f, 0);
}

static void slope(const scene *s, num *dx)
{
    const num push = mul(sub(integer(s->f, 1), sqr(s->x[0])), s->x[1]);
    dx[0] = s->x[1];
    if (s->choice[SCALING])
        dx[1] = sub(mul(s->p[MU], push), s->x[0]);
    else
        dx[1] = divide(sub(push, s->x[0]), s->p[EPSILON]);
}

const enclosed_system system_van_der_pol = {
    .name = "van_der_pol",
    .source = "Hairer, Wanner, Solving ODEs II; Test Set for IVP Solvers 2.4",
    .params = params,
    .t0 = "0",
    .t1 = "2000",
    .times = "0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2",
    .n = 2,
    .start = start,
    .slope = slope,
    .goal = 110,
    .stiff = true,
};
