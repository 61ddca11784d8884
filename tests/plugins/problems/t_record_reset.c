/* t_record_reset.c -- an event that is said to be recorded alone, with a reset.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = 1 - s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return IVP_OK; }

static real half(const ivp_state *s, const real *p) { return s->y[0] - R(0.5); }

static void back(real t, real *y, real *p) { y[0] = 0; }

IVP_PROBLEM(t_record_reset, .title = "A record with a reset", .source = "made for tests",
            .tags = "ode events", .t0 = "0", .t1 = "2", .form = IVP_ODE, .sizes = { .n = 1 },
            .init = start, .ode = { .f = rhs },
            .events = (const ivp_event[]){ { "half", 1, half, .then = IVP_RECORD, .reset = back },
                                           { 0 } });
