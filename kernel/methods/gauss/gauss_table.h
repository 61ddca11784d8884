/* gauss_table.h -- the coefficients of Gauss collocation with eight stages, of order 16.
 *
 *     c_j, b_j        nodes and weights of Gauss quadrature on [0, 1]
 *     A_ij            integral of the j-th Lagrange polynomial from 0 to c_i
 *     AA = A A        the same integrated twice: for y'' = f
 *
 * They are computed in the current arithmetic from the Legendre polynomials P_k (Hairer,
 * Norsett, Wanner, Solving ODEs I, II.7). A polynomial of degree 7 with stage values F_j has
 * the Legendre coefficients
 *
 *     a_k = (2k + 1) sum_j b_j P_k(2 c_j - 1) F_j
 *
 * Matrices are stored by columns, entry (i, j) at [j * GAUSS_STAGES + i].
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_TABLE_H
#define KERNEL_METHODS_GAUSS_GAUSS_TABLE_H

#include <ivp/base.h>

enum { GAUSS_STAGES = 8 };

typedef struct gauss_table {
    real c[GAUSS_STAGES], b[GAUSS_STAGES];
    real A[GAUSS_STAGES * GAUSS_STAGES], AA[GAUSS_STAGES * GAUSS_STAGES];
    real recurrence[GAUSS_STAGES];                 /* (2k + 1) / (k + 1) */
    real coefficient[GAUSS_STAGES * GAUSS_STAGES]; /* (k, j): of F_j in a_k */
} gauss_table;

void gauss_table_make(gauss_table *g);

/* P_k at the nodes of the next step, which is `ratio` times as long, by columns: P[k *
 * GAUSS_STAGES + i]. */
void gauss_table_continue(const gauss_table *g, real ratio,
                          real P[GAUSS_STAGES * GAUSS_STAGES]);

/* Integrals of the Legendre polynomials P_0, P_1 ... of 2 tau - 1 from 0 to tau, and those
 * integrated again. */
void gauss_integrals(real tau, real once[GAUSS_STAGES], real twice[GAUSS_STAGES]);

/* Of a row of Legendre coefficients those of even degree, or, from row + 1 on, of odd
 * degree. */
static inline real gauss_every_other(const real *row)
{
    return (row[0] + row[2]) + (row[4] + row[6]);
}

/* The value at the end, where P_k = 1, and at the start, where P_k = (-1)^k. */
static inline real gauss_at_end(const real *row)
{
    return gauss_every_other(row) + gauss_every_other(row + 1);
}

static inline real gauss_at_start(const real *row)
{
    return gauss_every_other(row) - gauss_every_other(row + 1);
}

#endif
