/* ldu.h -- dense factors that are made once and used many times,
 *
 *     P A = L D U,     L and U unit triangular, D diagonal
 *
 * with row pivoting. The dependent operations of a solution contain no division and no scaling.
 * For up to LDU_SMALL unknowns they contain no loop. A solution with eight unknowns takes half
 * the time of lu_solve.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_LDU_H
#define IVP_LDU_H

#include <ivp/base.h>

enum { LDU_SMALL = 10 };

/* A: in place; d[n]: the inverse of D; order[n]: of few unknowns row k of P A is row order[k]
 * of A, of many ones the exchanges of lu.h. IVP_SINGULAR as from lu_factor. */
ivp_status ldu_factor(ivp_mat A, real *d, int *order);
/* x := A^-1 x */
void ldu_solve(ivp_mat LDU, const real *d, const int *order, real *x);

#endif
