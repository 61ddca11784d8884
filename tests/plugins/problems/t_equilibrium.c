/* t_equilibrium.c -- M y' = f of index 1 whose algebraic row is made of two terms that errors
 * may move alike:
 *
 *     y1' = -2 y1 + y3     y2' = y1 - y2 y3     0 = y3 (1 + y3^2) - y1
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)p;
    y[0] = ivp_of(2);
    y[2] = ivp_of(1);
    if (yp) yp[0] = ivp_of(-3), yp[1] = ivp_of(2), yp[2] = -R(3.0) / 4;
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    (void)s, (void)p;
    *ivp_at(M, 0, 0) = *ivp_at(M, 1, 1) = ivp_of(1);
    return IVP_OK;
}

static ivp_status f(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    (void)p;
    f[0] = -2 * y[0] + y[2];
    f[1] = y[0] - y[1] * y[2];
    f[2] = y[2] * (1 + y[2] * y[2]) - y[0];
    return IVP_OK;
}

IVP_PROBLEM(t_equilibrium,
    .title = "a reaction with an equilibrium",
    .source = "of this project",
    .tags = "test",
    .t0 = "0",
    .t1 = "10",
    .form = IVP_LIN,
    .sizes = { .n = 3 },
    .init = start,
    .ode = { .f = f, .mass = mass },
    .index = (const int[]){ 1, 1, 1 });
