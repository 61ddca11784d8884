/* t_old.c -- was built for another ABI. */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

IVP_SOLVER(t_old) = { .abi = IVP_ABI + 1, .name = "t_old", EULER_MEMBERS };
