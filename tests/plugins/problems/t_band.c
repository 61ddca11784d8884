/* t_band.c -- a chain of neighbours, y_i' = y_{i-1} - 2 y_i + y_{i+1} y_i, whose Jacobian has
 * three diagonals, which it tells in one way or the other, not at all, or wrongly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { DECLARED };
enum { NOTHING, BAND, PATTERN, NARROW_BAND, NARROW_PATTERN };
enum { N = 12 };

static const ivp_param params[] = {
    [DECLARED] = { "declared", "nothing", "what is said of the Jacobian",
                   .choices = "nothing band pattern narrow_band narrow_pattern" },
    { 0 },
};

static int declared(const real *p) { return (int)re(p[DECLARED]); }

static void size(const real *p, ivp_sizes *s)
{
    const int what = declared(p);
    s->ml = what == BAND || what == NARROW_BAND;
    s->mu = what == BAND;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int above = declared(p) == NARROW_PATTERN ? 0 : 1;
    const bool told = declared(p) == PATTERN || declared(p) == NARROW_PATTERN;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (!told || (j >= i - 1 && j <= i + above)) ivp_entry(out, IVP_JAC, i, j);
}

static ivp_status chain(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    for (int i = 0; i < N; i++)
        f[i] = (i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < N - 1 ? y[i + 1] * y[i] : 0);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < N; i++) y[i] = R(1.0) / (i + 1);
    return IVP_OK;
}

IVP_PROBLEM(t_band,
    .title = "Chain of neighbours",
    TOY("0", "1", N, start),
    .params = params,
    .tags = "test",
    .size = size,
    .pattern = pattern,
    .ode = { .f = chain });
