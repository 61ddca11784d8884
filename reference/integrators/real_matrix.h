/* real_matrix.h -- a matrix in double for corrections in quad: scaled by rows and columns,
 * factored by GSL, or with a band by banded.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_REAL_MATRIX_H
#define REFERENCE_REAL_MATRIX_H

#include <ivp/base.h>

typedef struct real_matrix real_matrix;

/* ml, mu: its band; both 0: it is full. NULL: no memory. */
real_matrix *real_matrix_create(int n, int ml, int mu);
void real_matrix_destroy(real_matrix *m); /* accepts NULL */
/* Entries, all of the band to be set before each factorisation. */
void real_matrix_set(real_matrix *m, int i, int j, double value);
ivp_status real_matrix_factor(real_matrix *m); /* IVP_SINGULAR */
/* x := A^-1 b */
void real_matrix_solve(const real_matrix *m, const real *b, real *x);

#endif
