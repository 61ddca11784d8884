/* t_low.c -- a guard of an algebraic unknown, with a reset: the solver's z is off y^2 by its
 * tolerance where the guard fires.
 *
 *     y' = -y,  0 = z - y^2;  y becomes 1 where z falls to 1/4:  y(2) = 4 e^-2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

static real low(const ivp_state *s, const real *p) { return s->y[1] - R(0.25); }

static void lift(real t, real *y, real *p) { y[0] = 1; }

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = -s->y[0];
    f[1] = s->y[1] - s->y[0] * s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = 1;
    yp[0] = -1;
    yp[1] = -2;
    return IVP_OK;
}

IVP_PROBLEM(t_low,
    .title = "A guard of an algebraic unknown",
    .form = IVP_LIN,
    .sizes = { .n = 2 },
    .index = (const int[]){ 1, 1 },
    .source = "a test",
    .t0 = "0",
    .t1 = "2",
    .init = start,
    .tags = "test hybrid",
    .ode = { .f = rhs, .mass = mass },
    .events = (const ivp_event[]){
        { .name = "low", .direction = -1, .guard = low, .then = IVP_RESTART, .reset = lift },
        { 0 } });
