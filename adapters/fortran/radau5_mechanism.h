/* radau5_mechanism.h -- a mechanism as its authors write it for RADAU5, at index 3 or 2:
 *
 *     q' = u     x' = d     u' = w                  order of the unknowns: (q, x, u, w, lambda)
 *     0  = M w - f + G^T lambda
 *     0  = g          or G u + g_t
 *
 * The accelerations w are unknowns, so that the matrix in front of y' is constant. Sizes of the
 * parts of index 1, 2, 3: nq + nx, nq, nq + ng at index 3; 2 nq + nx, nq + ng, 0 at index 2.
 *
 * Without x the first 2 nq equations are y_i' = y_(i + nq), which RADAU5 eliminates.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_RADAU5_MECHANISM_H
#define ADAPTERS_FORTRAN_RADAU5_MECHANISM_H

#include <ivp/solver.h>

typedef struct mechanism {
    ivp_model *m;
    int nq, nx, ng, n; /* n unknowns of RADAU5 */
    int X, U, W, L;    /* where the parts begin */
    bool index3,
        crude; /* crude: the Jacobian of the test set, without derivatives of f, M, G */
    ivp_blocks at;
    ivp_derivatives by;
    real *y;    /* (q, u, x, lambda), as the model has them */
    real *zero; /* accelerations where nobody reads them */
    real store[];
} mechanism;

#pragma GCC visibility push(hidden)

/* NULL: no memory. To be freed by free(). */
mechanism *mechanism_open(ivp_model *m, bool crude);

/* Unknowns of index 1, 2, 3, for IWORK(5) to IWORK(7). */
void mechanism_sizes(const mechanism *s, int *sizes);

/* Between (q, u, x, lambda) with accelerations w and the unknowns Y of RADAU5. */
void mechanism_from_model(const mechanism *s, const real *y, const real *w, real *Y);
void mechanism_to_model(const mechanism *s, const real *Y, real *y);

/* F(t, Y) */
ivp_status mechanism_f(mechanism *s, real t, const real *Y, real *F);
/* dF/dY without its first `from` rows; J arrives zeroed. */
ivp_status mechanism_jacobian(mechanism *s, real t, const real *Y, int from, ivp_mat J);

#pragma GCC visibility pop

#endif
