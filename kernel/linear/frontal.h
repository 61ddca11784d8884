/* frontal.h -- factors of a large sparse matrix by UMFPACK: full blocks by the BLAS, where KLU goes
 * entry by entry.
 *
 * The library is opened when it is first needed: without it there are none of these.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_FRONTAL_H
#define IVP_FRONTAL_H

#include "kernel/linear/sparse.h"

typedef struct frontal frontal;

/* NULL: no library, or memory is short. Rows of a column ascend; the pattern stays the
 * caller's. */
frontal *frontal_create(const sparse_pattern *p, bool is_complex);
void frontal_destroy(frontal *f); /* accepts NULL */

/* P A Q = L U of the values in the order of the pattern, with pivots of its own each time;
 * complex ones as of sparse_create_complex(). It allocates memory. IVP_SINGULAR if a pivot is
 * zero or not finite. */
ivp_status frontal_factor(frontal *f, const real *values);
/* x := A^-1 x */
void frontal_solve(frontal *f, real *x);

#endif
