/* t_pulse.c -- index 2 with a known corner, for the tests of restarts: z' does not appear, and
 * z jumps from 1 to 3 where the slope of r(t) does.
 *
 *     x' = z,     0 = x - r(t),     w' = -w,     0 = v - w,     r = t, behind t = 1/2: 3 t - 1
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static real ramp(real t) { return re(t) < R(0.5) ? t : 3 * t - 1; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = y[1];
    f[1] = y[0] - ramp(s->t);
    f[2] = -y[2];
    f[3] = y[3] - y[2];
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    *ivp_at(M, 2, 2) = 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = y[2] = y[3] = 1;
    yp[0] = 1;
    yp[1] = 0;
    yp[2] = yp[3] = -1;
    return IVP_OK;
}

IVP_PROBLEM(t_pulse,
    .title = "A ramp that changes its slope",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_LIN,
    .sizes = { .n = 4 },
    .ode = { .f = rhs, .mass = mass },
    .index = (const int[]){ 1, 2, 1, 1 },
    IVP_BREAKS((double)R(0.5)));
