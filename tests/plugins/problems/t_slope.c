/* t_slope.c -- y' = b, y(0) = 0: y(1) has all digits of b, in every arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { B };
static const ivp_param params[] = {
    [B] = { "b", "0.1", "slope" },
    { 0 },
};

static ivp_status slope(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[B];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    return IVP_OK;
}

IVP_PROBLEM(t_slope,
    .title = "Constant slope",
    TOY("0", "1", 1, start),
    .params = params,
    .tags = "test linear",
    .ode = { .f = slope });
