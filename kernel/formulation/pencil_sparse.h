/* pencil_sparse.h -- iteration matrices of problems with many unknowns that declare a
 * pattern. */
#ifndef IVP_PENCIL_SPARSE_H
#define IVP_PENCIL_SPARSE_H

#include "kernel/linear/sparse.h"
#include "kernel/problem/instance.h"

typedef struct pencil_sparse pencil_sparse;

/* NULL if no pattern is declared, n is small, the pattern is nearly full, memory is short, or
 * the arithmetic has no sparse factors. */
pencil_sparse *pencil_sparse_open(const instance *i, int n, int count);
void pencil_sparse_close(pencil_sparse *s); /* accepts NULL */
/* Starts a run: discards the row order of earlier factors. */
void pencil_sparse_begin(pencil_sparse *s);

/* Factors number k of a M - b J, both full; M.a NULL: the identity. */
ivp_status pencil_sparse_factor(pencil_sparse *s, int k, real a, ivp_mat M, real b, ivp_mat J);
void pencil_sparse_solve(pencil_sparse *s, int k, real *x);

#endif
