/* t_blank_name.c -- an event whose name is two words: no file could be read again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

static real half(const ivp_state *s, const real *p) { return s->y[0] - R(0.5); }

static const ivp_event events[] = { { "half way", -1, half, IVP_RECORD }, { 0 } };

IVP_PROBLEM(t_blank_name,
    .title = "A name with a blank",
    TOY("0", "1", 1, toy_one),
    .tags = "test",
    .ode = { .f = toy_decay },
    .events = events);
