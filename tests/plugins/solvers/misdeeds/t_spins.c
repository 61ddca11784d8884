/* t_spins.c -- loops for ever and does not listen when told to end.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

#include <signal.h>

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    signal(SIGTERM, SIG_IGN);
    for (volatile long i = 0;; i++) continue;
    return IVP_OK;
}

EULER(t_spins);
