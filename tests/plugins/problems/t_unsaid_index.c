/* t_unsaid_index.c -- a point mass on a rod, by its velocity constraint: index 2, which .index
 * leaves out.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    y[1] = y[2] = y[3] = y[4] = 0;
    yp[0] = yp[1] = yp[2] = yp[4] = 0;
    yp[3] = -1;
    return IVP_OK;
}

static ivp_status F(const ivp_state *s, real *F, const real *p)
{
    const real *y = s->y, *yp = s->yp;
    F[0] = yp[0] - y[2];
    F[1] = yp[1] - y[3];
    F[2] = yp[2] + y[4] * y[0];
    F[3] = yp[3] + y[4] * y[1] + 1;
    F[4] = y[0] * y[2] + y[1] * y[3];
    return IVP_OK;
}

IVP_PROBLEM(t_unsaid_index,
    .title = "Pendulum on velocity level",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_DAE,
    .sizes = { .n = 5 },
    .dae = { .F = F });
