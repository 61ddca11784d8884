/* t_hogs.c -- takes memory without end, and uses it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

#include <string.h>

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    for (;;) {
        const size_t n = (size_t)1 << 22;
        char *volatile p = malloc(n);
        if (p)
            memset(p, 1, n);
        else
            abort();
    }
    return IVP_OK;
}

EULER(t_hogs);
