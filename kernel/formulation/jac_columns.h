/* jac_columns.h -- M and J by columns, over the pattern that a problem declares:
 *
 *     y' = f(t, y)          M = I         J = df/dy
 *     M(t, y) y' = f        M             J = d(f - M y')/dy
 *     F(t, y, y') = 0       M = dF/dy'    J = -dF/dy
 *
 * The problem's own Jacobian writes J where the problem is compiled with IVP_SPARSE. Otherwise
 * one complex step gives all columns of one colour, no two of which share a row. No full matrix
 * is formed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_JAC_COLUMNS_H
#define IVP_JAC_COLUMNS_H

#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/taped.h"
#include "kernel/problem/declared.h"

struct jac_columns {
    ivp_model *m;
    declared *shared;             /* which owns the lists of: */
    sparse_pattern pattern;       /* of M, J and the diagonal */
    ivp_band band;                /* the fewest diagonals that hold it, in this order: */
    int *order, *place;           /* see ivp_order_of(); its inverse. NULL: the model's own */
    bool ordered;                 /* the order was sought */
    int entries, colours;         /* colours 0: no derivative takes complex steps */
    int *colour_first, *coloured; /* coloured[colour_first[k]] ..: the columns of colour k */
    int *diagonal;                /* where it stands, for each column */
    real *J, *M;                  /* in the order of the pattern; M NULL: the identity */
    taped hand;                   /* J as it is written by hand; sheet NULL: it is not */
};

/* Sets m->columns. It stays NULL if no pattern is declared, n is small, the pattern is nearly
 * full or a band, or the arithmetic is not double. IVP_E_NOMEM; IVP_E_INVALID: the pattern
 * names an entry beyond the matrix. */
ivp_status jac_columns_open(ivp_model *m);
void jac_columns_close(jac_columns *c); /* accepts NULL */

/* M and J at a point, checked; ft := the partial derivative by time of f - M y' or -F, or NULL.
 * yp is read where M varies and of F = 0. */
ivp_status jac_columns_at(jac_columns *c, real t, const real *y, const real *yp, real *ft);

#endif
