/* rank.h -- the rank of a matrix, and the rows that depend on the others: LU with full pivoting
 * of a matrix whose rows and columns are scaled. */
#ifndef IVP_RANK_H
#define IVP_RANK_H

#include <ivp/base.h>

/* P S A T Q = L U with scales S, T and pivots of full size first; below row `rank`, U is zero to
 * rounding. A (n x n) is overwritten by L (below the diagonal) and U; rows[k], columns[k]: what
 * was exchanged with k, as pivots; scale: n numbers, S. Returns the rank. */
int rank_factor(ivp_mat A, int *rows, int *columns, real *scale);
/* b := L^-1 P S b: behind entry `rank` stand the combinations of rows of A x that vanish. */
void rank_reduce(ivp_mat LU, const int *rows, const real *scale, int rank, real *b);

#endif
