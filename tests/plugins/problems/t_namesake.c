/* t_namesake.c -- a point on a circle, with an observable that has the name of another
 * component.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static ivp_status turn(const ivp_state *s, real *f, const real *p)
{
    f[0] = -s->y[1];
    f[1] = s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    y[1] = 0;
    return IVP_OK;
}

IVP_PROBLEM(t_namesake,
    .title = "An observable with the name of a component",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "3",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .ode = { .f = turn },
    .observables = (const ivp_observable[]){ { "y1", "1", "height", .component = "y2" },
                                             { 0 } });
