/* t_shouts.c -- prints a megabyte.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

#include <stdio.h>

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    for (int i = 0; i < 1 << 14; i++) printf("%063d\n", i);
    return IVP_OK;
}

EULER(t_shouts);
