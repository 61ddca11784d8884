/* t_old.c -- was built for another ABI.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

extern const ivp_solver ivp_solver_t_old;
const ivp_solver ivp_solver_t_old = {
    .abi = IVP_ABI - 1, .arith = IVP_ARITH, .name = "t_old", EULER_MEMBERS
};
