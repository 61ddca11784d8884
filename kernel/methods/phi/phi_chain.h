/* phi_chain.h -- the columns beside A in the augmented matrix [A W; 0 N] of phi.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_PHI_PHI_CHAIN_H
#define KERNEL_METHODS_PHI_PHI_CHAIN_H

#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/methods/phi/phi.h"

typedef struct phi_chain {
    int columns; /* p <= PHI_COLUMNS */
    real *W;     /* n x p: w_p .. w1 */
} phi_chain;

static inline void phi_chain_load(phi_chain *c, int n, int columns, const real *const *w)
{
    c->columns = columns;
    memset(c->W, 0, (size_t)n * PHI_COLUMNS * sizeof(real));
    for (int k = 0; k < columns; k++)
        if (w[k]) memcpy(c->W + (columns - 1 - k) * n, w[k], (size_t)n * sizeof(real));
}

/* out := (out + W v2, N v2), of v = (v1, v2) */
static inline void phi_chain_add(const phi_chain *c, int n, const real *v, real *out)
{
    const int p = c->columns;
    memset(out + n, 0, (size_t)p * sizeof(real));
    mat_multiply_add((ivp_mat){ n, p, n, c->W }, v + n, out);
    for (int k = 0; k + 1 < p; k++) out[n + k] = v[n + k + 1];
}

/* out := [A W; 0 N] v, vectors of length n + p */
static inline void phi_chain_multiply(const phi_chain *c, ivp_mat A, const real *v, real *out)
{
    memset(out, 0, (size_t)A.rows * sizeof(real));
    mat_multiply_add(A, v, out);
    phi_chain_add(c, A.rows, v, out);
}

#endif
