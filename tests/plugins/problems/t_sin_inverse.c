/* t_sin_inverse.c -- x = (sin 1/t, cos 1/t, t), with time as a state or explicit.
 *
 *     x1' = -x2 / s^2,  x2' = x1 / s^2,  x3' = 1,     s = x3 or s = t
 *
 * Gil, Sanfelice, Nikravesh, (35) and (36), from x(1/pi) = (0, -1, 1/pi).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { TIME };
static const ivp_param params[] = {
    [TIME] = { "time", "state", "what stands for time in f", .choices = "state explicit" },
    { 0 },
};

static ivp_status turn(const ivp_state *state, real *f, const real *p)
{
    const real *x = state->y;
    const real s = re(p[TIME]) > 0 ? state->t : x[2];
    f[0] = -x[1] / (s * s);
    f[1] = x[0] / (s * s);
    f[2] = 1;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(1 / t);
    y[1] = cos(1 / t);
    y[2] = t;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

IVP_PROBLEM(t_sin_inverse,
    .title = "Sine of 1/t",
    .source = "Gil, Sanfelice, Nikravesh, local linearization method, section 4",
    .tags = "test",
    .params = params,
    .t0 = "0.318309886183790671537767526745028724",
    .t1 = "1",
    .form = IVP_ODE,
    .sizes = { .n = 3 },
    .init = start,
    .ode = { .f = turn },
    .exact = exact);
