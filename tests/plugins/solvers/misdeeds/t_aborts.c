/* t_aborts.c -- calls abort(). */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    abort();
}

EULER(t_aborts);
