/* t_dropped.c -- a ball dropped from 1 m whose guard names no direction: its reset throws
 * the guard back.
 *
 *     y'' = -g,  on the floor y' becomes -e y'
 *     impacts at T (1 + 2 (e + ... + e^(n - 1))),  T = sqrt(2 / g)
 *     they end at T (1 + e) / (1 - e)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { RESTITUTION, END, NPARAMS };
static const ivp_param params[] = {
    [RESTITUTION] = { "e", "0.8", "restitution" },
    [END] = { "T", "1.5", "end of the interval [s]" },
    { 0 },
};

static const plain gravity = R(9.81);

static real height(const ivp_state *s, const real *p) { return s->y[0]; }

static void bounce(real t, real *y, real *p)
{
    y[0] = 0;
    y[1] *= -p[RESTITUTION];
}

static ivp_status fall(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -gravity;
    return IVP_OK;
}

static double end(const real *p) { return (double)re(p[END]); }

static ivp_status exact(real t, real *y, const real *p)
{
    real since = t, height = 1, speed = 0, flight = sqrt(2 / ivp_of(gravity));
    for (int n = 0; n < 99 && re(since) >= re(flight); n++) {
        speed = p[RESTITUTION] * (n ? speed : gravity * flight);
        since -= flight;
        flight = 2 * speed / gravity;
        height = 0;
    }
    y[0] = height + speed * since - gravity * since * since / 2;
    y[1] = speed - gravity * since;
    return IVP_OK;
}

IVP_PROBLEM(t_dropped,
    .title = "A dropped ball, no direction named",
    TOY("0", "1.5", 2, toy_first),
    .params = params,
    .tags = "test hybrid",
    .end = end,
    .ode = { .f = fall },
    .events = (const ivp_event[]){ { .name = "impact",
                                     .guard = height,
                                     .then = IVP_RESTART,
                                     .reset = bounce },
                                   { 0 } },
    .exact = exact);
