/* radau_nodes.h -- coefficients of the Radau IIA methods, computed, not tabulated.
 *
 * The nodes 0 < c_1 < ... < c_s = 1 are the zeros of P_s(2c - 1) - P_s-1(2c - 1), P_k being the
 * Legendre polynomials, and A integrates polynomials of degree s - 1 exactly:
 *
 *     b_j  = 1 / sum_k (2k + 1) P_k(x_j)^2,                     k = 0 .. s - 1, x = 2c - 1
 *     a_ij = b_j sum_k (2k + 1) P_k(x_j) integral_0^c_i P_k(2c - 1) dc
 *
 * which follows from the discrete orthogonality of P_0 .. P_s-1 under this quadrature. The last
 * row of A is b. Order 2s - 1. Hairer, Wanner, Solving ODEs II, IV.5 and IV.8.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RADAU_RADAU_NODES_H
#define KERNEL_METHODS_RADAU_RADAU_NODES_H

#include <ivp/base.h>

enum { RADAU_MOST = 13 };

typedef struct radau_nodes {
    int s; /* odd */
    real c[RADAU_MOST];
    real A[RADAU_MOST][RADAU_MOST], inverse[RADAU_MOST][RADAU_MOST];
    /* of the polynomial of degree s through (0, 0), (c_i, z_i), whose leading coefficient is
     * sum w_i z_i:
     *
     *     w_i = 1 / (c_i prod_j (c_i - c_j)),   j other than i */
    real weight[RADAU_MOST];
    real slope[RADAU_MOST]; /* of the same polynomial at 0: sum slope_i z_i */
} radau_nodes;

/* s odd, 3 .. RADAU_MOST; IVP_E_INVALID otherwise. */
ivp_status radau_nodes_fill(radau_nodes *r, int s);
/* The same polynomial at theta is sum part_i z_i, part_i = w_i theta prod_j (theta - c_j). */
void radau_parts(int s, const real *c, const real *weight, real theta, real *part);

#endif
