/* t_asked.c -- crashes when it is asked whether it takes a problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

static const char *crash(const ivp_model *m)
{
    volatile int *volatile nowhere = (void *)64;
    *nowhere = ivp_n(m);
    return NULL;
}

IVP_SOLVER(t_asked, .declines = crash, EULER_MEMBERS);
