/* t_segfault.c -- writes where nothing is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    volatile real *volatile nowhere = (void *)64;
    *nowhere = x->h + (real)s->n;
    return IVP_OK;
}

EULER(t_segfault);
