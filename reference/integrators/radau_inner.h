/* radau_inner.h -- what the files of a Radau method share: its state, residuals, matrices.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_RADAU_INNER_H
#define REFERENCE_RADAU_INNER_H

#include "reference/integrators/radau.h"

struct radau {
    const radau_table *table;
    radau_form form;
    radau_newton *newton;
    real tol, h, fixed;    /* next step; 0 at first */
    real *Z, *K, *F;       /* s x n: increments, slopes, residuals of the stages */
    real *before;          /* Z of the last accepted step */
    real before_h;         /* its length; 0 after a restart */
    real before_est;       /* its error */
    real *y, *yp, *scale;  /* n: stage, slope at the last point, sizes of the components */
    real *kept, *move;     /* n, 2 n: of difference quotients */
    real *peak, *at, *atp; /* n: largest values so far; point of the matrix */
    bool *algebraic;       /* n: components whose derivative does not appear in F */
    real rate;             /* mean rate of convergence of the last iteration */
    real longest;          /* of recent steps; 0 until one is accepted */
    bool failed;           /* the last attempt */
    double *dZ;
    radau_counts counts;
};

/* What component k counts as at least; with weights the problem itself says what is
 * negligible. */
real radau_least_size(const radau *r, int k);
/* F(t, y, y'), counted */
ivp_status radau_residual(radau *r, real t, const real *y, const real *yp, real *F);
/* K = A^-1 Z / h */
void radau_slopes(radau *r, real h);
/* The factors of the iteration's matrices, at the middle of the predicted step, or at its
 * start. */
ivp_status radau_linearise(radau *r, real t, real h, const real *y);

#endif
