/* t_shouts.c -- prints a megabyte. */
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
