/* t_break_event.c -- a slope that changes at a declared break, where a guard is zero too.
 *
 *     y' = 1 before t = 1, 2 behind;  y becomes y + 3 where it reaches 1:  y(2) = 1 + 3 + 2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { AT, JUMP };
static const ivp_param params[] = {
    [AT] = { "at", "right", "the piece that t = 1 is given to", .choices = "right left" },
    [JUMP] = { "jump", "3", "what the reset adds" },
    { 0 },
};

static real level(const ivp_state *s, const real *p) { return s->y[0] - 1; }

static void jump(real t, real *y, real *p) { y[0] += p[JUMP]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = (re(p[AT]) > 0 ? re(s->t) <= 1 : re(s->t) < 1) ? 1 : 2;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = re(t) < 1 ? t : 2 * t - 1 + p[JUMP];
    return IVP_OK;
}

IVP_PROBLEM(t_break_event,
    .title = "An event at a break point",
    TOY("0", "2", 1, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "level",
                                     .direction = 1,
                                     .guard = level,
                                     .then = IVP_RESTART,
                                     .reset = jump },
                                   { 0 } },
    IVP_BREAKS(1),
    .exact = exact);
