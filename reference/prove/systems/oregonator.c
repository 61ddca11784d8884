/* oregonator.c -- Field and Noyes' model of the Belousov-Zhabotinskii reaction.
 *
 *     y1' = s (y2 + y1 (1 - q y1 - y2)),  y2' = (y3 - (1 + y1) y2) / s,  y3' = w (y1 - y3)
 *
 * Hairer, Wanner, Solving ODEs II, IV.10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { S, Q, W };

static const system_param params[] = {
    [S] = { .name = "s", .value = "77.27" },
    [Q] = { .name = "q", .value = "8.375e-6" },
    [W] = { .name = "w", .value = "0.161" },
    { 0 },
};

static void start(const scene *s, num *x)
{
    for (int i = 0; i < 3; i++) x[i] = integer(s->f, i + 1);
}

static void slope(const scene *s, num *dx)
{
    const num *y = s->x, *p = s->p, both = mul(y[0], y[1]);
    const num grown = sub(y[0], mul(p[Q], sqr(y[0])));
    dx[0] = mul(p[S], add(sub(y[1], both), grown));
    dx[1] = divide(sub(sub(y[2], y[1]), both), p[S]);
    dx[2] = mul(p[W], sub(y[0], y[2]));
}

const enclosed_system system_oregonator = {
    .name = "oregonator",
    .source = "Hairer, Wanner, Solving ODEs II, IV.10",
    .params = params,
    .t0 = "0",
    .t1 = "30",
    .ends =
        "steps are at most 8 over the largest eigenvalue, which is near 1e5 from t = 28 on: "
        "the cycle of 303 s would take millions of them",
    .times = "1 5 10 20 25 30",
    .n = 3,
    .start = start,
    .slope = slope,
    .goal = 100,
    .stiff = true,
};
