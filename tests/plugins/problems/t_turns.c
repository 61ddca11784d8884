/* t_turns.c -- cosine and sine of the first unknown, by ivp_turn(): what lanes make of
 * angles.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static ivp_status turned(const ivp_state *s, real *f, const real *p)
{
    ivp_turn(s->y[0], &f[0], &f[1]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return IVP_OK; }

IVP_PROBLEM(t_turns,
    .title = "Cosine and sine",
    TOY("0", "1", 2, start),
    .tags = "test",
    .ode = { .f = turned });
