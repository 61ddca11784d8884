/* t_kink.c -- a slope that changes where y = 1/3, a kink that only references are told.
 *
 *     y' = 1, behind y = 1/3: 2      y(t) = t up to 1/3, then 2 t - 1/3
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static real third(const ivp_state *s, const real *p) { return s->y[0] - R(1.0) / 3; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = ivp_side(p[0], third(s, p)) ? 2 : 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    return IVP_OK;
}

IVP_PROBLEM(t_kink,
    .title = "A slope that changes unannounced",
    TOY("0", "1", 1, start),
    .tags = "test",
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "third", .guard = third, .then = IVP_KINK },
                                   { 0 } });
