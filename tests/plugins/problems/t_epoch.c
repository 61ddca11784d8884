/* t_epoch.c -- an oscillator on a clock that counts seconds since 1970.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(t - R(1.7e9));
    y[1] = cos(t - R(1.7e9));
    return IVP_OK;
}

static real zero(const ivp_state *s, const real *p) { return s->y[0]; }

static const ivp_event events[] = { { "zero", 0, zero, IVP_RESTART }, { 0 } };

IVP_PROBLEM(t_epoch,
    .title = "Oscillator on the Unix clock",
    TOY("1.7e9", "1700000010", 2, toy_second),
    .tags = "test",
    .ode = { .f = toy_oscillator },
    .events = events,
    .exact = exact);
