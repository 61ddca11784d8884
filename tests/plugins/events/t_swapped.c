/* t_swapped.c -- two guards that are zero at one time, where a break point is too, with resets
 * that do not commute: the first doubles, the second adds one.
 *
 *     x' = 1 or cos t / sin 1, x(1) = 1;  y' = 0, y(0) = 1;  behind t = 1: y = 2 + 1
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { WAVE };
static const ivp_param params[] = {
    [WAVE] = { "wave", "no", "is x a sine?", .choices = "no yes" },
    { 0 },
};

static real level(const ivp_state *s, const real *p) { return s->y[0] - 1; }
static real clock(const ivp_state *s, const real *p) { return s->t - 1; }

static void twice(real t, real *y, real *p) { y[1] *= 2; }
static void add(real t, real *y, real *p) { y[1] += 1; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = re(p[WAVE]) > 0 ? cos(s->t) / sin(ivp_of(1)) : ivp_of(1);
    f[1] = 0;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_swapped,
    .title = "Two guards at a break point",
    TOY("0", "2", 2, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = rhs },
    .events = (const ivp_event[]){
        { .name = "level", .direction = 1, .guard = level, .then = IVP_RESTART, .reset = twice },
        { .name = "clock", .direction = 1, .guard = clock, .then = IVP_RESTART, .reset = add },
        { 0 } },
    IVP_BREAKS(1));
