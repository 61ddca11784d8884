/* t_forks.c -- leaves a process behind that holds its pipes open.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

#include <unistd.h>

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    if (fork() == 0) {
        sleep(600);
        _exit(0);
    }
    return IVP_OK;
}

EULER(t_forks);
