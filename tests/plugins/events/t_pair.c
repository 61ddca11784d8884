/* t_pair.c -- two zeros of a guard close together in a step that sees nothing of them:
 *
 *     y' = 0, y(0) = 1     guard (t - at)^2 - width^2     y + 1 at each of its zeros: y(10) = 3
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { AT, WIDTH };
static const ivp_param params[] = {
    [AT] = { "at", "5", "between the zeros [s]" },
    [WIDTH] = { "width", "0.01", "from there to each of them [s]" },
    { 0 },
};

static real near(const ivp_state *s, const real *p)
{
    return (s->t - p[AT]) * (s->t - p[AT]) - p[WIDTH] * p[WIDTH];
}

static void add(real t, real *y, real *p) { y[0] += 1; }

static ivp_status rest(const ivp_state *s, real *f, const real *p)
{
    f[0] = ivp_of(0);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_pair,
    .title = "Two zeros in one step",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .ode = { .f = rest },
    .events = (const ivp_event[]){
        { .name = "near", .guard = near, .reset = add, .then = IVP_RESTART }, { 0 } });
