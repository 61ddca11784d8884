/* t_cubic.c -- a polynomial with three zeros, which a method that is exact for it may have
 * in one step.
 *
 *     y = (t + 5) (t + 1) (t - 5/2),  y' = 3 t^2 + 7 t - 10
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static real zero(const ivp_state *s, const real *p) { return s->y[0]; }

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = (t + 5) * (t + 1) * (t - R(2.5));
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = 3 * s->t * s->t + 7 * s->t - 10;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

IVP_PROBLEM(t_cubic,
    .title = "A cubic with three zeros",
    TOY("-7", "4", 1, start),
    .tags = "test hybrid",
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "zero", .guard = zero, .then = IVP_RECORD },
                                   { 0 } },
    .exact = exact);
