/* saddle.h -- the matrix [M G^T; G 0] of accelerations and projections, and the violation of
 * the constraints on velocity level.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_SADDLE_H
#define IVP_SADDLE_H

#include <string.h>

#include "kernel/linear/mat.h"

/* S := [M G^T; G 0] */
static inline void saddle_fill(ivp_mat S, ivp_mat M, ivp_mat G)
{
    const int nq = M.rows, ng = G.rows;
    memset(S.a, 0, (size_t)S.ld * (size_t)S.cols * sizeof(real));
    for (int j = 0; j < nq; j++) {
        memcpy(ivp_at(S, 0, j), ivp_at(M, 0, j), (size_t)nq * sizeof(real));
        for (int i = 0; i < ng; i++)
            *ivp_at(S, nq + i, j) = *ivp_at(S, j, nq + i) = *ivp_at(G, i, j);
    }
}

/* v := G u + g_t */
static inline void saddle_velocity(ivp_mat G, const real *u, const real *gt, real *v)
{
    memcpy(v, gt, (size_t)G.rows * sizeof(real));
    mat_multiply_add(G, u, v);
}

#endif
