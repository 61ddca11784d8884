/* t_lacking.c -- an optional solver whose package is not there.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

static const char *missing(void) { return "r-cran-nothing is not installed"; }

IVP_SOLVER(t_lacking, EULER_MEMBERS, .missing = missing);
