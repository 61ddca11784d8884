/* t_upwind_lin.c -- M(t, y) y' = f around a ring; see tests/plugins/upwind.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/upwind.h"

IVP_PROBLEM(t_upwind_lin, UPWIND, .form = IVP_LIN,
    .ode = { .f = upwind_rhs, .jac = upwind_jac, .mass = upwind_mass, .mass_varies = true });
