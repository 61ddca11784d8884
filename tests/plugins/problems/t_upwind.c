/* t_upwind.c -- y' = f around a ring; see tests/plugins/upwind.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/upwind.h"

IVP_PROBLEM(t_upwind, UPWIND, .form = IVP_ODE, .ode = { .f = upwind_rhs, .jac = upwind_jac });
