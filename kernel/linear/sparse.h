/* sparse.h -- factors of a sparse matrix by KLU or UMFPACK, in double; what else there is has none.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_SPARSE_H
#define IVP_SPARSE_H

#include <ivp/base.h>

/* Which entries there may be: rows of column j in row[first[j]] .. row[first[j + 1] - 1]. */
typedef struct sparse_pattern {
    int n;
    int *first, *row;
} sparse_pattern;

typedef struct sparse sparse;
typedef struct sparse_order sparse_order; /* of a pattern, for the factors of many matrices */

/* NULL: memory is short, or the arithmetic is not double. The pattern stays the caller's. */
sparse *sparse_create(const sparse_pattern *p);
/* The same with a fill-reducing order, with or without block triangular form. The order is
 * AMD's. If row exchanges in the first factors cause much fill-in, it becomes COLAMD's and
 * *by_columns is set. If *by_columns is set on entry (the pattern has grown), COLAMD is used at
 * once. by_columns must outlive the factors. */
sparse *sparse_create_least(const sparse_pattern *p, bool *by_columns);
/* The same for complex values and vectors, real and imaginary part of a number side by side. */
sparse *sparse_create_complex(const sparse_pattern *p, bool *by_columns);
/* Real or complex, with AMD's order. COLAMD's is tried once if row exchanges fill the first
 * factors to more than three times what AMD counts. It is taken if it fills less; *by_columns
 * as above. Factors of many operations are UMFPACK's (frontal.h). *order: AMD's of this pattern,
 * made if it is NULL, and left to sparse_order_release(). */
sparse *sparse_create_checked(const sparse_pattern *p, bool is_complex, bool *by_columns,
                              sparse_order **order);
void sparse_order_release(sparse_order *o); /* accepts NULL; factors keep what they use */
/* Bytes that the factors take if rows are not exchanged, as the order counts them. */
double sparse_bytes(const sparse *s);
void sparse_destroy(sparse *s); /* accepts NULL */

/* P A Q = L U of the values in the order of the pattern. The row order of the first
 * factorisation since sparse_forget() is reused while its pivots stay away from zero. Only a
 * new row order allocates memory. IVP_SINGULAR if a pivot is zero or not finite. */
ivp_status sparse_factor(sparse *s, real *values);
void sparse_forget(sparse *s);
/* x := A^-1 x */
void sparse_solve(sparse *s, real *x);

#endif
