/* t_side_anew.c -- a reset that takes another guard through zero, which is no event of that
 * one.
 *
 *     y1' = 1,  y2' = 0 while y2 > 0, else 1/2          y1(0) = 0, y2(0) = 1
 *
 * At t = 1 y2 jumps to -1. So it reaches 0 at t = 3, fires and jumps to 2, where it stays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static real late(const ivp_state *s, const real *p) { return s->y[0] - 1; }
static real second(const ivp_state *s, const real *p) { return s->y[1]; }

static void fall(real t, real *y, real *p) { y[1] = -1; }
static void rise(real t, real *y, real *p) { y[1] = 2; }

static ivp_status f(const ivp_state *s, real *f, const real *p)
{
    f[0] = 1;
    f[1] = ivp_side(p[1], s->y[1]) ? 0 : R(0.5);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_side_anew,
    .title = "A guard whose side is taken anew", .source = "a test equation", .tags = "ode test",
    .t0 = "0", .t1 = "4", .form = IVP_ODE, .sizes = { .n = 2 }, .init = start, .ode = { .f = f },
    .events = (const ivp_event[]){
        { "late", +1, late, IVP_RESTART, fall },
        { "second", 0, second, IVP_RESTART, rise, .side_anew = true },
        { 0 } });
