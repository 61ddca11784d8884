/* robertson.c -- Robertson's three reactions as an ODE, up to t = 1e11.
 *
 *     y1' = -k1 y1 + k3 y2 y3
 *     y2' =  k1 y1 - k3 y2 y3 - k2 y2^2
 *     y3' =  k2 y2^2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/robertson.h"

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    robertson_rates(s->y, f, p);
    f[2] = p[K2] * s->y[1] * s->y[1];
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    robertson_rows(s->y, J, p);
    *ivp_at(J, 2, 1) = 2 * p[K2] * s->y[1];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    y[1] = y[2] = ivp_of(0);
    return IVP_OK;
}

IVP_PROBLEM(robertson,
    .title = "Robertson's reactions",
    .source = "Robertson 1966; Test Set for IVP Solvers 2.4, rober",
    .tags = "ode stiff chemistry testset",
    ROBERTSON_RUN,
    AUTONOMOUS_ODE(3),
    .weights = robertson_weights,
    ROBERTSON_RESULTS);
