/* pencil_columns.h -- iteration matrices a M - b J of problems that declare a pattern, by
 * columns (jac_columns.h), and their factors by KLU.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PENCIL_COLUMNS_H
#define IVP_PENCIL_COLUMNS_H

#include "kernel/formulation/jac_columns.h"

typedef struct pencil_columns pencil_columns;

/* count: as of pencils. IVP_E_NOMEM */
ivp_status pencil_columns_open(jac_columns *columns, int count, pencil_columns **out);
void pencil_columns_close(pencil_columns *p); /* accepts NULL */
/* Starts a run: discards the row order of earlier factors. */
void pencil_columns_begin(pencil_columns *p);

/* Ax += A x; A in the order of the pattern */
void pencil_columns_add(const real *A, const sparse_pattern *p, const real *x, real *Ax);
/* Of the last jac_columns_at() */
ivp_status pencil_columns_factor(pencil_columns *p, int k, real a, real b);
void pencil_columns_solve(pencil_columns *p, int k, real *x);

/* Factors number 0 < k < PENCIL_SHIFTED of (re + i im) M - J, and the vector re + i im that
 * they solve. */
enum { PENCIL_SHIFTED = 4 };
ivp_status pencil_columns_shift(pencil_columns *p, int k, real re, real im);
void pencil_columns_solve_shift(pencil_columns *p, int k, real *re, real *im);

#endif
