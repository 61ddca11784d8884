/* t_backward.c -- an interval that ends before it begins.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

IVP_PROBLEM(t_backward,
    .title = "Backwards in time",
    TOY("2", "0", 1, toy_one),
    .tags = "test",
    .ode = { .f = toy_decay });
