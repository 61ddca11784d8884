/* t_heap.c -- writes beyond what it has allocated, and gives it back.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    enum { OWN = 2000 }; /* what glibc keeps for a thread is shorter, and not looked at */
    const volatile int end = OWN + 256;
    volatile char *p = malloc(OWN);
    for (int k = 0; p && k < end; k++) p[k] = 0x5a;
    free((void *)p);
    return IVP_OK;
}

EULER(t_heap);
