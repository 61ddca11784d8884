/* radau_blocks.h -- A^-1 of a Radau IIA method in real blocks,
 *
 *     A^-1 = T diag(gamma, [alpha_1 -beta_1; beta_1 alpha_1], ...) T^-1
 *
 * so that two numbers (w_1, w_2) of a block are one complex number w_1 + i w_2, which the block
 * multiplies by alpha + i beta. With M(x) = prod (x - c_i) and M_i^(k) = M^(k)(c_i), the
 * eigenvalues mu and eigenvectors v are those of the collocation polynomials that solve
 * u' = mu u + const M, u(0) = 0:
 *
 *     0 = sum_k M^(k)(0) mu^(s-k)          v_i = sum_(k>0) M_i^(k) mu^(-k)
 *
 * Hairer, Wanner, Solving ODEs II, IV.3 and IV.8. They steer an iteration: their own errors
 * cost rounds of it, not digits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RADAU_RADAU_BLOCKS_H
#define KERNEL_METHODS_RADAU_RADAU_BLOCKS_H

#include "kernel/methods/radau/radau_nodes.h"

enum { RADAU_STAGES = 7, RADAU_PAIRS_MOST = RADAU_STAGES / 2 };

typedef struct radau_blocks {
    int pairs;                                               /* (s - 1) / 2 */
    real re[1 + RADAU_PAIRS_MOST], im[1 + RADAU_PAIRS_MOST]; /* gamma; alpha + i beta */
    real inverse[RADAU_STAGES][RADAU_STAGES];                /* A^-1 */
    real T[RADAU_STAGES][RADAU_STAGES], back[RADAU_STAGES][RADAU_STAGES]; /* T^-1 */
} radau_blocks;

/* s <= RADAU_STAGES; IVP_E_INVALID otherwise. */
ivp_status radau_blocks_fill(radau_blocks *b, const radau_nodes *nodes);

#endif
