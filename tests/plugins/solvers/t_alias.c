/* t_alias.c -- calls itself something else. */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

IVP_SOLVER(t_alias) = { .abi = IVP_ABI, .name = "t_other", EULER_MEMBERS };
