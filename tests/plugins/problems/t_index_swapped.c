/* t_index_swapped.c -- y1' = y2 - y1, 0 = y1 - sin t: y2 has index 2. The indices that are said
 * are those of the other component.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include <ivp/problem.h>

static ivp_status residual(const ivp_state *s, real *F, const real *p)
{
    F[0] = s->yp[0] - s->y[1] + s->y[0];
    F[1] = s->y[0] - sin(s->t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[1] = yp[0] = yp[1] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_index_swapped,
    .title = "Indices at the wrong components",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .form = IVP_DAE,
    .sizes = { .n = 2 },
    .init = start,
    .dae = { .F = residual },
    .index = (const int[]){ 2, 1 });
