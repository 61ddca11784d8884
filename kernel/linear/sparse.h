/* sparse.h -- factors of a sparse matrix by KLU, in double; what else there is has none. */
#ifndef IVP_SPARSE_H
#define IVP_SPARSE_H

#include <ivp/base.h>

/* Which entries there may be: rows of column j in row[first[j]] .. row[first[j + 1] - 1]. */
typedef struct sparse_pattern {
    int n;
    int *first, *row;
} sparse_pattern;

typedef struct sparse sparse;

/* NULL: memory is short, or the arithmetic is not double. The pattern stays the caller's. */
sparse *sparse_create(const sparse_pattern *p);
/* The same in an order that fills little: with or without block triangular form, AMD's or,
 * where the first factors have shown that exchanges of rows fill that, COLAMD's. Then
 * *by_columns is set, and who comes with it set, for a pattern that has grown, begins with
 * COLAMD; it outlives the factors. */
sparse *sparse_create_least(const sparse_pattern *p, bool *by_columns);
/* The same for complex values and vectors, real and imaginary part of a number side by side. */
sparse *sparse_create_complex(const sparse_pattern *p, bool *by_columns);
void sparse_destroy(sparse *s); /* accepts NULL */

/* P A Q = L U of the values in the order of the pattern. Rows are exchanged as when it was
 * factored first since sparse_forget(), as long as that keeps the pivots away from zero; only
 * then is memory taken. IVP_SINGULAR when a pivot vanishes or is not finite. */
ivp_status sparse_factor(sparse *s, real *values);
void sparse_forget(sparse *s);
/* x := A^-1 x */
void sparse_solve(sparse *s, real *x);

#endif
