/* t_neuron.c -- a neuron that integrates, leaks and fires; its guard names no direction.
 *
 *     v' = I - v,  v = 0 behind v = 1:  fires with the period ln(I / (I - 1))
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { CURRENT, END };
static const ivp_param params[] = {
    [CURRENT] = { "I", "1.5", "current" },
    [END] = { "T", "5", "end of the interval" },
    { 0 },
};

static real threshold(const ivp_state *s, const real *p) { return s->y[0] - 1; }

static void fire(real t, real *y, real *p) { y[0] = 0; }

static ivp_status leak(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[CURRENT] - s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    return IVP_OK;
}

static double end(const real *p) { return (double)re(p[END]); }

static ivp_status exact(real t, real *y, const real *p)
{
    const real period = log(p[CURRENT] / (p[CURRENT] - 1));
    const real since = t - period * (real)(long)re(t / period);
    y[0] = p[CURRENT] * (1 - exp(-since));
    return IVP_OK;
}

IVP_PROBLEM(t_neuron,
    .title = "A neuron that fires",
    TOY("0", "5", 1, start),
    .params = params,
    .tags = "test hybrid",
    .end = end,
    .ode = { .f = leak },
    .events = (const ivp_event[]){ { .name = "spike",
                                     .guard = threshold,
                                     .then = IVP_RESTART,
                                     .reset = fire },
                                   { 0 } },
    .exact = exact);
