/* t_family.c -- a method of a family that references are made by, too, and of a library.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

IVP_SOLVER(t_family, .family = "radau", .library = "LIB 1.0", EULER_MEMBERS);
