/* robertson_dae.c -- Robertson's reactions with their sum in place of the third equation: index
 * 1.
 *
 *     y1' = -k1 y1 + k3 y2 y3
 *     y2' =  k1 y1 - k3 y2 y3 - k2 y2^2
 *     0   =  y1 + y2 + y3 - 1
 *
 * The sum leaves y3 with the rounding of 1, whatever its size: a weight of 1e-6, as in the
 * problem of three differential equations, asks a code at 1e-11 for corrections of 1e-17, and
 * IDA ended at t = 6e-7. So y3 has the weight 1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/robertson.h"

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    robertson_rates(s->y, f, p);
    f[2] = robertson_sum(s, p) - 1;
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    robertson_rows(s->y, J, p);
    for (int j = 0; j < 3; j++) *ivp_at(J, 2, j) = ivp_of(1);
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int i = 0; i < 2; i++) *ivp_at(M, i, i) = ivp_of(1);
    return IVP_OK;
}

static void weights(const real *p, double *w)
{
    robertson_weights(p, w);
    w[2] = 1;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    y[1] = y[2] = ivp_of(0);
    robertson_rates(y, yp, p);
    yp[2] = -yp[0] - yp[1];
    return IVP_OK;
}

IVP_PROBLEM(robertson_dae,
    .title = "Robertson's reactions, their sum as a constraint",
    .source = "Robertson 1966; Test Set for IVP Solvers 2.4, rober",
    .tags = "dae index1 stiff chemistry testset",
    ROBERTSON_RUN,
    .form = IVP_LIN,
    .sizes = { .n = 3 },
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .mass = mass, .autonomous = true },
    .index = (const int[]){ 1, 1, 1 },
    .weights = weights,
    ROBERTSON_RESULTS);
