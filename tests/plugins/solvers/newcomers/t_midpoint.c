/* t_midpoint.c -- the implicit midpoint rule.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define WITHOUT_MASS 0
#include "tests/plugins/one_stage.h"

static ivp_status attempt(void *self, ivp_trial *x) { return one_stage_step(self, x, R(0.5)); }

static const char *declines(const ivp_model *m)
{
    return ivp_mass_of(m) == IVP_MASS_SINGULAR || ivp_mass_of(m) == IVP_MASS_VARIES
               ? "M must be constant and regular"
               : NULL;
}

IVP_SOLVER(t_midpoint, .title = "Implicit midpoint rule", .source = "tests",
           .views = IVP_FIRST | IVP_LINEAR, .order = 2, .fixed_step = true, .declines = declines,
           .create = one_stage_create, .destroy = free, .restart = one_stage_restart,
           .attempt = attempt);
