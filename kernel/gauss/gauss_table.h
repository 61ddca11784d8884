/* gauss_table.h -- the coefficients of Gauss collocation with eight stages, of order 16.
 *
 *     c_j, b_j        nodes and weights of Gauss quadrature on [0, 1]
 *     A_ij            integral of the j-th Lagrange polynomial from 0 to c_i
 *     AA = A A        the same integrated twice: for y'' = f
 *
 * Computed in the arithmetic at hand from the Legendre polynomials P_k (Hairer, Norsett, Wanner,
 * Solving ODEs I, II.7); the stage values F_j of a polynomial of degree 7 have the Legendre
 * coefficients
 *
 *     a_k = (2k + 1) sum_j b_j P_k(2 c_j - 1) F_j
 *
 * Matrices are stored by columns, entry (i, j) at [j * GAUSS_STAGES + i]. */
#ifndef IVP_GAUSS_TABLE_H
#define IVP_GAUSS_TABLE_H

#include <ivp/base.h>

enum { GAUSS_STAGES = 8 };

typedef struct gauss_table {
    real c[GAUSS_STAGES], b[GAUSS_STAGES];
    real bb[GAUSS_STAGES]; /* b_j (1 - c_j): weights of the position in y'' = f */
    real A[GAUSS_STAGES * GAUSS_STAGES], AA[GAUSS_STAGES * GAUSS_STAGES];
    real recurrence[GAUSS_STAGES];                 /* (2k + 1) / (k + 1) */
    real coefficient[GAUSS_STAGES * GAUSS_STAGES]; /* (k, j): of F_j in a_k */
} gauss_table;

void gauss_table_make(gauss_table *g);

/* Integrals of the Legendre polynomials P_0, P_1 ... of 2 tau - 1 from 0 to tau, and those integrated again. */
void gauss_integrals(real tau, real once[GAUSS_STAGES], real twice[GAUSS_STAGES]);

#endif
