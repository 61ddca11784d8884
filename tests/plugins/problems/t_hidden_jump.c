/* t_hidden_jump.c -- an oscillator whose force changes at t = 1/3, which the problem does not
 * tell: by a jump or, with kind=kink, by a change of slope.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { KIND };
static const ivp_param params[] = {
    [KIND] = { "kind", "jump", "what changes at t = 1/3", .choices = "jump kink" },
    { 0 },
};

static ivp_status oscillator(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const real late = ivp_pos(s->t - R(1.0) / 3);
    f[0] = y[1];
    f[1] = -y[0] + (re(p[KIND]) > 0 ? late : re(late) > 0 ? 1 : 0);
    return IVP_OK;
}

IVP_PROBLEM(t_hidden_jump,
    .title = "Oscillator with a hidden jump",
    TOY("0", "1", 2, toy_first),
    .params = params,
    .tags = "test",
    .ode = { .f = oscillator });
