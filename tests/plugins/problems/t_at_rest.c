/* t_at_rest.c -- 2 y' = -6 (y - 1) in two components, which start at rest, or `off` it in y'.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { OFF };
static const ivp_param params[] = {
    [OFF] = { "off", "0", "of y1' and y2' at the start [1/s]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    for (int k = 0; k < 2; k++) f[k] = -6 * (s->y[k] - 1);
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int k = 0; k < 2; k++) *ivp_at(M, k, k) = ivp_of(2);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = ivp_of(1);
    yp[0] = yp[1] = p[OFF];
    return IVP_OK;
}

IVP_PROBLEM(t_at_rest,
    .title = "A start at rest",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "1",
    .t1 = "3",
    .form = IVP_LIN,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = rhs, .mass = mass });
