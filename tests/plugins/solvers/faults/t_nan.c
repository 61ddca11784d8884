/* t_nan.c -- delivers a state that is not a number.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    x->y1[s->n - 1] = (real)NAN;
    return IVP_OK;
}

EULER(t_nan);
