/* t_tanks.c -- two tanks that leak and one hose, moved to a tank when it is empty (Zhang,
 * Johansson, Lygeros, Sastry, Zeno hybrid systems, 2001). The inflow is less than both
 * leaks: the moves accumulate.
 *
 *     x1' = w m - v1,  x2' = w (1 - m) - v2,  m = 1 or 0: where the hose is
 *     no water is left at t = (x1(0) + x2(0)) / (v1 + v2 - w)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { HOSE, INFLOW, LEAK };
static const ivp_param params[] = {
    [HOSE] = { "m", "1", "1: the hose fills the first tank, 0: the second" },
    [INFLOW] = { "w", "1.5", "inflow" },
    [LEAK] = { "v", "1", "leak of each tank" },
    { 0 },
};

static real first(const ivp_state *s, const real *p) { return s->y[0]; }
static real second(const ivp_state *s, const real *p) { return s->y[1]; }

static void fill_first(real t, real *y, real *p) { p[HOSE] = 1; }
static void fill_second(real t, real *y, real *p) { p[HOSE] = 0; }

static ivp_status flow(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[INFLOW] * p[HOSE] - p[LEAK];
    f[1] = p[INFLOW] * (1 - p[HOSE]) - p[LEAK];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_tanks,
    .title = "Two tanks and one hose",
    TOY("0", "6", 2, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = flow },
    .events = (const ivp_event[]){ { .name = "first",
                                     .direction = -1,
                                     .guard = first,
                                     .then = IVP_RESTART,
                                     .reset = fill_first },
                                   { .name = "second",
                                     .direction = -1,
                                     .guard = second,
                                     .then = IVP_RESTART,
                                     .reset = fill_second },
                                   { 0 } });
