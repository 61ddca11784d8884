/* t_still.c -- a point on a circle, and what is zero but for rounding: y3' = y1^2 + y2^2 -
 * 1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static ivp_status turn(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = -y[1];
    f[1] = y[0];
    f[2] = y[0] * y[0] + y[1] * y[1] - 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    y[1] = y[2] = 0;
    return IVP_OK;
}

IVP_PROBLEM(t_still,
    .title = "A component that is zero by symmetry",
    TOY("0", "3", 3, start),
    .tags = "test",
    .ode = { .f = turn });
