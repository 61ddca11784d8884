/* t_exits.c -- ends the process with a code of its own. */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    exit(7);
}

EULER(t_exits);
