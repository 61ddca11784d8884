/* t_bump.c -- a line with a bump, whose cubic through both ends of a step from 0 to 1 is the
 * line:
 *
 *     y = a + t + t^2 (1 - t)^2,  y' = 1 + 2 t (1 - t) (1 - 2 t)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static const ivp_param params[] = { { "a", "1", "of the line [1]" }, { 0 } };

static real zero(const ivp_state *s, const real *p) { return s->y[0]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = 1 + 2 * s->t * (1 - s->t) * (1 - 2 * s->t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = p[0];
    return IVP_OK;
}

IVP_PROBLEM(t_bump,
    .title = "A line with a bump",
    TOY("0", "1", 1, start),
    .tags = "test hybrid",
    .params = params,
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "zero", .guard = zero, .then = IVP_RECORD },
                                   { 0 } });
