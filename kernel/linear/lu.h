/* lu.h -- dense LU factorisation with row pivoting, in place, over `real`.
 *
 * Small systems in one's own code are faster than LAPACK, work in quad and have no threads.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_LU_H
#define IVP_LU_H

#include <ivp/base.h>

/* P A = L U; pivots[n]. IVP_SINGULAR when a pivot vanishes or is not finite. */
ivp_status lu_factor(ivp_mat A, int *pivots);
/* b := A^-1 b */
void lu_solve(ivp_mat LU, const int *pivots, real *b);

#endif
