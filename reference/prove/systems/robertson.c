/* robertson.c -- Robertson's three reactions.
 *
 *     y1 -> y2 (0.04),  2 y2 -> y2 + y3 (3e7),  y2 + y3 -> y1 + y3 (1e4)
 *
 * Hairer, Wanner, Solving ODEs II, IV.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { K1, K2, K3 };

static const system_param params[] = {
    [K1] = { .name = "k1", .value = "0.04" },
    [K2] = { .name = "k2", .value = "3e7" },
    [K3] = { .name = "k3", .value = "1e4" },
    { 0 },
};

static void start(const scene *s, num *x)
{
    x[0] = integer(s->f, 1);
    x[1] = x[2] = integer(s->f, 0);
}

static void slope(const scene *s, num *dx)
{
    const num *y = s->x, *p = s->p;
    const num first = mul(p[K1], y[0]), second = mul(p[K2], sqr(y[1]));
    const num back = mul(p[K3], mul(y[1], y[2]));
    dx[0] = sub(back, first);
    dx[1] = sub(sub(first, back), second);
    dx[2] = second;
}

const enclosed_system system_robertson = {
    .name = "robertson",
    .source = "Hairer, Wanner, Solving ODEs II, IV.1",
    .params = params,
    .t0 = "0",
    .t1 = "400",
    .ends =
        "steps are at most 8 over the largest eigenvalue, and that grows towards 1e4: 1e11 s "
        "would take 1e14 of them",
    .times = "0.4 1 4 10 40 100 400",
    .n = 3,
    .start = start,
    .slope = slope,
    .goal = 100,
    .stiff = true,
};
