/* brusselator.c -- y1' = A + y1^2 y2 - (B + 1) y1, y2' = B y1 - y1^2 y2, without diffusion.
 *
 * Hairer, Norsett, Wanner, Solving ODEs I, I.16 and II.4: A = 1, B = 3, from (1.5, 3).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { A, B };

static const system_param params[] = {
    [A] = { .name = "A", .value = "1" },
    [B] = { .name = "B", .value = "3" },
    { 0 },
};

static void start(const scene *s, num *x)
{
    x[0] = number(s->f, "1.5");
    x[1] = integer(s->f, 3);
}

static void slope(const scene *s, num *dx)
{
    const num made = mul(sqr(s->x[0]), s->x[1]), used = mul(s->p[B], s->x[0]);
    dx[0] = sub(add(s->p[A], made), add(used, s->x[0]));
    dx[1] = sub(used, made);
}

const enclosed_system system_brusselator = {
    .name = "brusselator",
    .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.4",
    .params = params,
    .t0 = "0",
    .t1 = "20",
    .times = "1 2 4 6 8 10 12 14 16 18 20",
    .n = 2,
    .start = start,
    .slope = slope,
};
