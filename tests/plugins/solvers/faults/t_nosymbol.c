/* t_nosymbol.c -- exports a symbol that is not that of its file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

EULER(t_missing);
