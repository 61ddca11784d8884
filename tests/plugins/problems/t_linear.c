/* t_linear.c -- linear equations of every kind with an inhomogeneity linear in time, solved in
 * closed form: a stiff decay, a fast oscillator, a chain of integrators.
 *
 *     y1' = -k (y1 - t)                y1 = t - 1/k + (2 + 1/k) e^(-k t)
 *     y2' =  w y3 + 1                  y2 = t / w + cos(w t) + b sin(w t)
 *     y3' = -w y2 + t                  y3 = (1/w - 1) / w - sin(w t) + b cos(w t)
 *     y4' = y5 + t,  y5' = 1           y4 = 1 + 3 t + t^2,  y5 = 3 + t
 *
 * with b = 2 - (1/w - 1) / w.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { K, W };
static const ivp_param params[] = {
    [K] = { "k", "1e4", "rate of the decay" },
    [W] = { "w", "300", "frequency of the oscillator" },
    { 0 },
};

static ivp_status linear(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y, t = s->t;
    f[0] = -p[K] * (y[0] - t);
    f[1] = p[W] * y[2] + 1;
    f[2] = -p[W] * y[1] + t;
    f[3] = y[4] + t;
    f[4] = 1;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    const real k = p[K], w = p[W], rest = (1 / w - 1) / w, b = 2 - rest;
    y[0] = t - 1 / k + (2 + 1 / k) * exp(-k * t);
    y[1] = t / w + cos(w * t) + b * sin(w * t);
    y[2] = rest - sin(w * t) + b * cos(w * t);
    y[3] = 1 + 3 * t + t * t;
    y[4] = 3 + t;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

IVP_PROBLEM(t_linear,
    .title = "Linear equations of every kind",
    TOY("0", "2", 5, start),
    .params = params,
    .tags = "test linear",
    .ode = { .f = linear },
    .exact = exact);
