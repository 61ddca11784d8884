/* t_modes.c -- discrete states in hidden parameters: y goes up and down between two levels,
 *
 *     y' = 1 or -1 by the mode, which changes at y = 1 and y = 0
 *
 * for all n of them alike. Both guards are one function with data. The reset at the top counts,
 * and the run stops when it has counted to `limit`: at t = 2 limit - 1. The hook ends the run
 * behind t = fuse.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { COPIES, LIMIT, FUSE, MODE, COUNT };
static const ivp_param params[] = {
    [COPIES] = { "n", "2", "copies of the equation", .kind = IVP_STRUCTURAL },
    [LIMIT] = { "limit", "4", "visits at the top before the run stops", .kind = IVP_INTEGER },
    [FUSE] = { "fuse", "100", "no step is accepted behind it" },
    [MODE] = { "mode", "0", "0: up, 1: down", .kind = IVP_INTEGER, .hidden = true },
    [COUNT] = { "count", "0", "visits at the top", .kind = IVP_INTEGER, .hidden = true },
    { 0 },
};

static void size(const real *p, ivp_sizes *s) { s->n = (int)re(p[COPIES]); }

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < (int)re(p[COPIES]); i++) y[i] = R(0.5);
    return IVP_OK;
}

static ivp_status move(const ivp_state *s, real *f, const real *p)
{
    for (int i = 0; i < (int)re(p[COPIES]); i++) f[i] = 1 - 2 * p[MODE];
    return IVP_OK;
}

static const plain top = 1, bottom = 0;
static real level(const ivp_state *s, const real *p, const void *data)
{
    return s->y[0] - *(const plain *)data;
}

static void turn_down(real t, real *y, real *p)
{
    p[MODE] = ivp_of(1);
    p[COUNT] = p[COUNT] + 1;
}

static void turn_up(real t, real *y, real *p) { p[MODE] = ivp_of(0); }

static bool counted(real t, const real *y, const real *p)
{
    return re(p[COUNT]) >= re(p[LIMIT]);
}

static ivp_status accepted(real t, const real *y, const real *p)
{
    return re(t) > re(p[FUSE]) ? IVP_DOMAIN : IVP_OK;
}

static const ivp_event events[] = {
    { "top", 0, .then = IVP_RESTART, .reset = turn_down, .guard_with = level, .data = &top,
      .stops = counted },
    { "bottom", 0, .then = IVP_RESTART, .reset = turn_up, .guard_with = level,
      .data = &bottom },
    { 0 },
};

IVP_PROBLEM(t_modes, .title = "Up and down", .source = "tests", .tags = "ode hybrid events",
            .params = params, .t0 = "0", .t1 = "20", .form = IVP_ODE, .size = size,
            .init = start, .ode = { .f = move, .autonomous = true }, .events = events,
            .accepted = accepted);
