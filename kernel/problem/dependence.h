/* dependence.h -- constraints that depend on each other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_PROBLEM_DEPENDENCE_H
#define KERNEL_PROBLEM_DEPENDENCE_H

#include "kernel/reason/reason.h"

#include <ivp/base.h>

/* Checks the rows of G at (t, q), a full matrix, for linear dependence. A row is dependent if
 * its component orthogonal to the rows before is below 1e-10. Then returns IVP_E_INCONSISTENT,
 * with the rank, the row and the rows on which it depends in why; `whose` names the
 * problem. IVP_E_NOMEM. */
ivp_status constraints_depend(const char *whose, ivp_mat G, reason *why);

#endif
