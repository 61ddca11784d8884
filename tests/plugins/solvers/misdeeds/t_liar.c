/* t_liar.c -- writes rubbish to every descriptor it can guess.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

#include <unistd.h>

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    static const char rubbish[] = "ready\0\nresult 99\nxxx";
    for (int fd = 3; fd < 256; fd++)
        if (write(fd, rubbish, sizeof rubbish) < 0) continue;
    return IVP_OK;
}

EULER(t_liar);
