/* noisy.c -- y' = -y with a rounding error that is another one at each call. It says so, in one
 * line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

#include <sys/random.h>

static ivp_status f(const ivp_state *s, real *out, const real *p)
{
    unsigned char noise = 0;
    if (getrandom(&noise, 1, 0) != 1) return IVP_DOMAIN;
    out[0] = -s->y[0] * (1 + R(1e-14) * noise);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(1.0);
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = exp(-t);
    return IVP_OK;
}

IVP_PROBLEM(noisy,
    .title = "Decay, with noise",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .init = start,
    .exact = exact,
    .not_deterministic = "it draws random numbers",
    .ode = { .f = f });
