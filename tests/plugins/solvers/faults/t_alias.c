/* t_alias.c -- calls itself something else.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/euler.h"

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

extern const ivp_solver ivp_solver_t_alias;
const ivp_solver ivp_solver_t_alias = {
    .abi = IVP_ABI, .arith = IVP_ARITH, .name = "t_other", EULER_MEMBERS
};
