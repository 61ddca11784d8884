/* t_uncounted.c -- break points without a count around 0, where a list that ends with 0 says
 * nothing: refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

IVP_PROBLEM(t_uncounted,
    .title = "Break points without a count",
    TOY("-2", "2", 1, toy_one),
    .tags = "test",
    .ode = { .f = toy_decay },
    .breaks = (const double[]){ -1, 0, 1, 0 });
