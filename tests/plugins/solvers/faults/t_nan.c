/* t_nan.c -- delivers a state that is not a number. */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    x->y1[s->n - 1] = (real)NAN;
    return IVP_OK;
}

EULER(t_nan);
