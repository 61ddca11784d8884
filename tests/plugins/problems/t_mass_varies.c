/* t_mass_varies.c -- M(t, y) y' = M(t, y) h(y), solved in closed form:
 *
 *     y1' = h1 = y2 ((y1 - 2)^2 + y2^2)     y1 = 2 + sin t
 *     y2' = h2 = 2 - y1                     y2 = cos t
 *     M = [3 + t + y1 y2 / 4, 1; 1, 2 + sin y2]
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static void matrix(const ivp_state *s, real *a, real *b)
{
    *a = 3 + s->t + s->y[0] * s->y[1] / 4;
    *b = 2 + sin(s->y[1]);
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const real h1 = y[1] * ((y[0] - 2) * (y[0] - 2) + y[1] * y[1]), h2 = 2 - y[0];
    real a, b;
    matrix(s, &a, &b);
    f[0] = a * h1 + h2;
    f[1] = h1 + b * h2;
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    real a, b;
    matrix(s, &a, &b);
    *ivp_at(M, 0, 0) = a;
    *ivp_at(M, 0, 1) = 1;
    *ivp_at(M, 1, 0) = 1;
    *ivp_at(M, 1, 1) = b;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = 2 + sin(t);
    y[1] = cos(t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    yp[0] = cos(t0);
    yp[1] = -sin(t0);
    return exact(t0, y, p);
}

IVP_PROBLEM(t_mass_varies,
    .title = "A matrix on the left that depends on the state",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "2",
    .form = IVP_LIN,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = rhs, .mass = mass, .mass_varies = true },
    .exact = exact);
