/* radau_newton.h -- simplified Newton iteration for the stages of a Radau method: the linear
 * systems, in double.
 *
 *     (I x F_y + A^-1/h x F_y') dZ = R,     R: s residuals of n numbers
 *
 * falls apart with A^-1 = T diag(lambda) T^-1 into complex systems of size n,
 *
 *     (F_y + lambda_k/h F_y') w_k = (T^-1 R)_k,     dZ = T w,
 *
 * one for the real eigenvalue and one for each conjugate pair.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_RADAU_NEWTON_H
#define REFERENCE_RADAU_NEWTON_H

#include "reference/integrators/radau_table.h"

typedef struct radau_newton radau_newton;

/* ml, mu: bands of the matrices; both 0: they are full. NULL: no memory. */
radau_newton *radau_newton_create(const radau_table *table, int n, int ml, int mu);
void radau_newton_destroy(radau_newton *w); /* accepts NULL */

/* Entries of dF/dy and dF/dy', all of the band to be set before radau_newton_factor(). */
void radau_newton_set(radau_newton *w, int i, int j, double dy, double dyp);
/* IVP_SINGULAR if one of the matrices is. */
ivp_status radau_newton_factor(radau_newton *w, real h);
/* dZ from R, both stage after stage. */
void radau_newton_solve(radau_newton *w, const real *R, double *dZ);
/* (F_y + lambda/h F_y')^-1 R with the real eigenvalue, n numbers. */
void radau_newton_solve_one(radau_newton *w, const real *R, double *d);

#endif
