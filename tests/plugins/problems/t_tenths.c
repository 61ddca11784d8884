/* t_tenths.c -- y' = 1 that jumps exactly where a reference would store its state: at tenths of
 * the interval.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static ivp_status climb(const ivp_state *s, real *f, const real *p)
{
    f[0] = 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    return IVP_OK;
}

static real early(const ivp_state *s, const real *p) { return s->t - R(0.25); }
static real late(const ivp_state *s, const real *p) { return s->t - R(1.5); }
static void twice(real t, real *y, real *p) { y[0] *= 2; }
static void add(real t, real *y, real *p) { y[0] += 5; }

static const ivp_event events[] = {
    { "late", 1, late, IVP_RESTART, .reset = add },
    { "early", 1, early, IVP_RESTART, .reset = twice },
    { 0 },
};

IVP_PROBLEM(t_tenths,
    .title = "Jumps at tenths of the interval",
    TOY("0", "2.5", 1, start),
    .tags = "test",
    .ode = { .f = climb },
    .events = events);
