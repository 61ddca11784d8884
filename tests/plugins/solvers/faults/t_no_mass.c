/* t_no_mass.c -- implicit Euler that leaves M out of M y' = f.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define WITHOUT_MASS 1
#include "tests/plugins/one_stage.h"

static ivp_status attempt(void *self, ivp_trial *x) { return one_stage_step(self, x, 1); }

IVP_SOLVER(t_no_mass, .title = "Implicit Euler without M", .source = "tests",
           .views = IVP_FIRST | IVP_LINEAR, .order = 1, .fixed_step = true,
           .create = one_stage_create, .destroy = free, .restart = one_stage_restart,
           .attempt = attempt);
