/* clu.h -- complex LU factorisation with row pivoting, in place, real and imaginary parts in
 * matrices of their own: products of parts are plain arithmetic of `real`, in double and quad.
 *
 * As band.h: `lower` diagonals below the main one and `upper` above it, of which the last
 * `lower` are zero at first and fill up; n - 1 and n - 1 for a full matrix. */
#ifndef IVP_CLU_H
#define IVP_CLU_H

#include <ivp/base.h>

typedef struct clu_mat {
    ivp_mat re, im;
    int lower, upper;
} clu_mat;

/* P A = L D U, L and U unit triangular, L in the order in which it was made, D inverted;
 * pivots[n]. IVP_SINGULAR when a pivot vanishes or is not finite. */
ivp_status clu_factor(clu_mat A, int *pivots);
/* b := A^-1 b */
void clu_solve(clu_mat LU, const int *pivots, real *bre, real *bim);

#endif
