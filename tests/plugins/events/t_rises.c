/* t_rises.c -- a guard that is zero at the start and rises, and one that touches zero there
 * and at 2 pi.
 *
 *     y1' = cos t,  y1 = sin t;  y2 doubles at each of its zeros: pi, 2 pi, 3 pi
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static real wave(const ivp_state *s, const real *p) { return s->y[0]; }
static real touch(const ivp_state *s, const real *p) { return 1 - cos(s->t); }

static void twice(real t, real *y, real *p) { y[1] *= 2; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = cos(s->t);
    f[1] = 0 * s->y[1];
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(t);
    y[1] = 1;
    for (int k = 1; re(t) > k * IVP_PI; k++) y[1] *= 2;
    return IVP_OK;
}

IVP_PROBLEM(t_rises,
    .title = "A guard that is zero at the start",
    TOY("0", "10", 2, toy_second),
    .tags = "test hybrid",
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "wave",
                                     .guard = wave,
                                     .then = IVP_RESTART,
                                     .reset = twice },
                                   { .name = "touch", .guard = touch, .then = IVP_RECORD },
                                   { 0 } },
    .exact = exact);
