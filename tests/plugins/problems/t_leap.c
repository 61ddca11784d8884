/* t_leap.c -- an unknown of index 2 that jumps at a kink: y1' = y3, y2' = 1, behind y2 = 1/3:
 * 2, 0 = y1 - y2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static real third(const ivp_state *s, const real *p) { return s->y[1] - R(1.0) / 3; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[2];
    f[1] = ivp_side(p[0], third(s, p)) ? 2 : 1;
    f[2] = s->y[0] - s->y[1];
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = *ivp_at(M, 1, 1) = 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = yp[2] = 0;
    y[2] = yp[0] = yp[1] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_leap,
    .title = "An unknown of index 2 that jumps",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_LIN,
    .sizes = { .n = 3 },
    .index = (const int[]){ 1, 1, 2 },
    .ode = { .f = rhs, .mass = mass },
    .events = (const ivp_event[]){ { .name = "third", .guard = third, .then = IVP_KINK },
                                   { 0 } });
