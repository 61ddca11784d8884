/* t_jump.c -- a right-hand side that jumps where nobody says so: no reference of it may be
 * certified.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static ivp_status jump(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = -y[0] + (re(s->t) < R(1.0) / 3 ? R(0.0) : R(1.0));
    return IVP_OK;
}

IVP_PROBLEM(t_jump,
    .title = "Hidden jump",
    TOY("0", "1", 1, toy_one),
    .tags = "test",
    .ode = { .f = jump });
