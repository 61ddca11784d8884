/* clu.h -- complex LU factorisation with row pivoting, in place. Real and imaginary parts are
 * separate matrices, so the code uses arithmetic of `real` only, in double and quad.
 *
 * Storage as in band.h: `lower` diagonals below the main one and `upper` above it. The
 * outermost `lower` of the upper ones start as zero and take the fill-in. For a full matrix
 * both are n - 1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CLU_H
#define IVP_CLU_H

#include <ivp/base.h>

typedef struct clu_mat {
    ivp_mat re, im;
    int lower, upper;
} clu_mat;

/* P A = L D U, L and U unit triangular, L in the order in which it was made, D inverted;
 * pivots[n]. IVP_SINGULAR when a pivot vanishes or is not finite. */
ivp_status clu_factor(clu_mat A, int *pivots);
/* b := A^-1 b */
void clu_solve(clu_mat LU, const int *pivots, real *bre, real *bim);

#endif
