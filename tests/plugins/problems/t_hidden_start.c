/* t_hidden_start.c -- y1' = -y1 + y2, 0 = y1 - sin t, as M y' = f; index 2, y2 = sin t + cos t.
 * The start may violate the derivative of the constraint: y2 = off + 1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { OFF };
static const ivp_param params[] = { [OFF] = { "off", "0", "of y2 at the start [1]" }, { 0 } };

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = yp[0] = 1 + p[OFF];
    yp[1] = 1;
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1] - s->y[0];
    f[1] = s->y[0] - sin(s->t);
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    return IVP_OK;
}

static const int indices[] = { 1, 2 };

IVP_PROBLEM(t_hidden_start,
    .title = "Start that may violate a hidden constraint",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_LIN,
    .sizes = { .n = 2 },
    .ode = { .f = rhs, .mass = mass },
    .index = indices);
