/* t_two_resets.c -- two resets that do not commute, by guards of time; the later one stands
 * first.
 *
 *     y' = rate,  y(-4) = 1;  at `early` y becomes 3 y,  at `late` y + 5
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { EARLY, LATE, RATE, END };
static const ivp_param params[] = {
    [EARLY] = { "early", "-3.25", "time of the reset that multiplies" },
    [LATE] = { "late", "-2.5", "time of the reset that adds" },
    [RATE] = { "rate", "1", "slope" },
    [END] = { "T", "-1", "end of the interval" },
    { 0 },
};

static real late(const ivp_state *s, const real *p) { return s->t - p[LATE]; }
static real early(const ivp_state *s, const real *p) { return s->t - p[EARLY]; }

static void add(real t, real *y, real *p) { y[0] += 5; }
static void multiply(real t, real *y, real *p) { y[0] *= 3; }

static ivp_status climb(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[RATE];
    return IVP_OK;
}

static double end(const real *p) { return (double)re(p[END]); }

static ivp_status exact(real t, real *y, const real *p)
{
    const bool first = re(t) >= re(p[EARLY]), second = re(t) >= re(p[LATE]);
    y[0] = 1 + p[RATE] * (t + 4);
    if (first) y[0] += 2 * (1 + p[RATE] * (p[EARLY] + 4));
    if (second) y[0] += 5;
    return IVP_OK;
}

IVP_PROBLEM(t_two_resets,
    .title = "Two resets that do not commute",
    TOY("-4", "-1", 1, toy_one),
    .params = params,
    .tags = "test hybrid",
    .end = end,
    .ode = { .f = climb },
    .events = (const ivp_event[]){ { .name = "late",
                                     .direction = 1,
                                     .guard = late,
                                     .then = IVP_RESTART,
                                     .reset = add },
                                   { .name = "early",
                                     .direction = 1,
                                     .guard = early,
                                     .then = IVP_RESTART,
                                     .reset = multiply },
                                   { 0 } },
    .exact = exact);
