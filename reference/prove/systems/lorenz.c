/* lorenz.c -- E. N. Lorenz, Deterministic nonperiodic flow, 1963, from (-8, 8, 27).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { SIGMA, RHO, BETA_3 };

static const system_param params[] = {
    [SIGMA] = { .name = "sigma", .value = "10" },
    [RHO] = { .name = "rho", .value = "28" },
    [BETA_3] = { .name = "beta_3", .value = "8" }, /* three times beta */
    { 0 },
};

static void start(const scene *s, num *x)
{
    x[0] = integer(s->f, -8);
    x[1] = integer(s->f, 8);
    x[2] = integer(s->f, 27);
}

static void slope(const scene *s, num *dx)
{
    const num *y = s->x, *p = s->p;
    dx[0] = mul(p[SIGMA], sub(y[1], y[0]));
    dx[1] = sub(mul(y[0], sub(p[RHO], y[2])), y[1]);
    dx[2] = sub(mul(y[0], y[1]), over(mul(p[BETA_3], y[2]), 3));
}

const enclosed_system system_lorenz = {
    .name = "lorenz",
    .source = "Lorenz, Deterministic nonperiodic flow, 1963",
    .params = params,
    .t0 = "0",
    .t1 = "20",
    .times = "1 2 4 6 8 10 12 14 16 18 20",
    .n = 3,
    .start = start,
    .slope = slope,
    .goal = 150,
};
