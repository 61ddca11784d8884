/* t_decades.c -- rows of unlike units, of which one has the last unknown alone:
 *
 *     1e9 y1' = 1e9 y2
 *          0  = 1e-9 (y2 - 2 t)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static const real large = R(1e9), small = R(1e-9);

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = large * s->y[1];
    f[1] = small * (s->y[1] - 2 * s->t);
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = large;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = t * t;
    y[1] = 2 * t;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    yp[0] = 2 * t0;
    yp[1] = ivp_of(2);
    return exact(t0, y, p);
}

IVP_PROBLEM(t_decades,
    .title = "Rows of unlike units",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .form = IVP_LIN,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = rhs, .mass = mass },
    .exact = exact);
