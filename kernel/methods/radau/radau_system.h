/* radau_system.h -- the interface of a problem to the stages of a Radau method. The problem is
 * y' = f or F(t, y, y') = 0. Linear systems have the matrix J + c N, c real or complex,
 * J = dF/dy, N = dF/dy' (J = -df/dy, N = I).
 *
 * J and N are full, packed diagonals, or kept by the pencil over a declared pattern.
 *
 * Where y' = f comes from a mechanism, and in every form of one as F = 0, the first e rows are
 * q' - u (+ G^T mu), so that
 *
 *     dq = (r_q + du - G^T dmu) / c
 *
 * leaves systems of the n - e other unknowns, [c M + r_u + r_q / c, G^T; ...]: for index 3 that
 * is the size of the saddle point. (The derivative of G^T mu is left out: mu is zero but for
 * errors.)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RADAU_RADAU_SYSTEM_H
#define KERNEL_METHODS_RADAU_RADAU_SYSTEM_H

#include <ivp/model.h>

#include "kernel/linear/clu.h"
#include "kernel/methods/radau/radau_blocks.h"
#include "kernel/formulation/sparse_saddle.h"

/* The matrix of one number c, factored; packed where it has diagonals. */
typedef struct radau_factors {
    real cre, cim, dre, dim; /* c, 1 / c */
    clu_mat A;               /* im: without storage where c is real */
    real *d;                 /* of a full real matrix: the inverse of D */
    int *pivots;
} radau_factors;

typedef struct radau_system {
    ivp_model *m;
    int n, e, nm;    /* unknowns; eliminated; multipliers mu, which come last */
    int hidden;      /* multipliers of y' = f, which sparse matrices have */
    bool is_rhs;     /* y' = f */
    int constraints; /* the first row of those of a mechanism, n where there is none */
    ivp_band band;
    bool packed;     /* J and N, too, are diagonals */
    ivp_mat J, N, P; /* n x n; P: what 1 / c multiplies, n - e */
    radau_factors factors[1 + RADAU_PAIRS_MOST];
    real *p[2], *b[2];     /* real and imaginary part: e and n - e */
    sparse_saddle *saddle; /* in place of J, N, P and A of large mechanisms; */
    ivp_pencil *pencil;    /* of J, N and A over a declared pattern; both NULL: these */
} radau_system;

/* Cuts up the store, or measures it when that is NULL; m, n, e, nm, is_rhs set before. */
ivp_status radau_system_open(radau_system *s, ivp_model *m);
size_t radau_system_carve(radau_system *s, int pairs, real *store);

/* f where is_rhs, F otherwise */
ivp_status radau_system_evaluate(radau_system *s, real t, const real *y, const real *yp,
                                 real *out);
ivp_status radau_system_linearise(radau_system *s, real t, const real *y, const real *yp);
/* Matrix number k with c = re + i im; im is 0 for k = 0. */
ivp_status radau_system_factor(radau_system *s, int k, real re, real im);
/* x := (J + c N)^-1 x, in place; im is not read for k = 0 */
void radau_system_solve(radau_system *s, int k, real *re, real *im);

#endif
