/* t_stop_reset.c -- a run that ends at t = 1: its reset is applied, and the side of its guard
 * stays as it was.
 *
 *     y1' = 1, behind y1 = 1: 3;  the reset adds 4 to y2;  a second guard is zero then too
 *     y = (1, 4) at the end, and at all later times of a reference
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { NPARAMS };

static real level(const ivp_state *s, const real *p) { return s->y[0] - 1; }
static real clock(const ivp_state *s, const real *p) { return s->t - 1; }

static void add(real t, real *y, real *p) { y[1] += 4; }

static ivp_status climb(const ivp_state *s, real *f, const real *p)
{
    f[0] = ivp_side(p[NPARAMS], level(s, p)) ? 3 : 1;
    f[1] = 0;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = 0;
    return IVP_OK;
}

IVP_PROBLEM(t_stop_reset,
    .title = "A climb that ends",
    TOY("0", "3", 2, start),
    .tags = "test hybrid",
    .ode = { .f = climb },
    .events = (const ivp_event[]){
        { .name = "level", .guard = level, .then = IVP_STOP, .reset = add },
        { .name = "clock", .guard = clock, .then = IVP_RECORD },
        { 0 } });
