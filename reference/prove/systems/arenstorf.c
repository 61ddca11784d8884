/* arenstorf.c -- a satellite between earth and moon, the restricted three-body problem.
 *
 *     y1'' = y1 + 2 y2' - mu' (y1 + mu) / D1 - mu (y1 - mu') / D2
 *     y2'' = y2 - 2 y1' - mu' y2 / D1 - mu y2 / D2
 *     D1 = |(y1 + mu, y2)|^3,  D2 = |(y1 - mu', y2)|^3,  mu' = 1 - mu
 *
 * Hairer, Norsett, Wanner, Solving ODEs I, II.0. The end of the orbit with three loops is the
 * double next to its period.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { MU, SPEED };

static const system_param params[] = {
    [MU] = { .name = "mu", .value = "0.012277471" },
    [SPEED] = { .name = "v", .value = "-2.00158510637908252240537862224" },
    { 0 },
};

static void start(const scene *s, num *x)
{
    x[0] = number(s->f, "0.994");
    x[1] = x[2] = integer(s->f, 0);
    x[3] = s->p[SPEED];
}

/* Pull of a body of this mass at (x, y) from it. */
static void attract(num mass, num x, num y, num *ax, num *ay)
{
    const num square = add(sqr(x), sqr(y));
    const num pull = divide(mass, mul(square, root(square)));
    *ax = sub(*ax, mul(pull, x));
    *ay = sub(*ay, mul(pull, y));
}

static void slope(const scene *s, num *dx)
{
    const num *y = s->x, mu = s->p[MU], rest = sub(integer(s->f, 1), mu);
    dx[0] = y[2];
    dx[1] = y[3];
    dx[2] = add(y[0], times(2, y[3]));
    dx[3] = sub(y[1], times(2, y[2]));
    attract(rest, add(y[0], mu), y[1], &dx[2], &dx[3]);
    attract(mu, sub(y[0], rest), y[1], &dx[2], &dx[3]);
}

const enclosed_system system_arenstorf = {
    .name = "arenstorf",
    .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.0",
    .params = params,
    .t0 = "0",
    .t1 = "17.0652165601579625588917206249",
    .times = "1 2 4 6 8 10 12 14 16 17.0652165601579625588917206249",
    .n = 4,
    .start = start,
    .slope = slope,
    .goal = 170,
};
