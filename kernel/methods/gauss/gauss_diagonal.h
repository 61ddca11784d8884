/* gauss_diagonal.h -- the fixed-point iteration of gauss.c on v'' = f as a simplified Newton
 * iteration whose Jacobian df/dv is diagonal:
 *
 *     F_k += (I - lambda_k h^2 A A)^-1 (f_k(Y(F)) - F_k),     lambda_k = df_k/dv_k, at most 0
 *
 * a matrix of the size of the stages for each component. Springs along coordinate directions
 * have such a Jacobian. The iteration then contracts by the off-diagonal part, and the fastest
 * oscillation no longer limits steps to three radians.
 *
 * Each lambda_k is a difference quotient of f, renewed after a number of iterations; seven of
 * them take an evaluation of eight points. The last changes dY and df of the next converging
 * iteration test them. They are used if, over the components that have one,
 *
 *     |df - lambda dY|  <  |df| / 3
 *
 * The longer the result of the test stays the same, the less often they are renewed. They cost
 * less than a twentieth of the run. A step that fails with them costs one more evaluation,
 * since they may have changed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_DIAGONAL_H
#define KERNEL_METHODS_GAUSS_GAUSS_DIAGONAL_H

#include <ivp/model.h>

#include "kernel/methods/gauss/gauss_table.h"

/* ---- the matrices (I + z A)^-1 ---------------------------------------------------------
 *
 * With them an iteration of gauss.c is a simplified Newton iteration whose Jacobian is a
 * number; A is that of the stages, or its square. z is taken from a ladder of quarter octaves,
 * each matrix is made once. */

enum { GAUSS_INVERSES = 37 }; /* z = 1/4, ... 128 */

typedef struct gauss_inverse {
    real z;                              /* 0: not made */
    real B[GAUSS_STAGES * GAUSS_STAGES]; /* by columns */
} gauss_inverse;

typedef struct gauss_inverses {
    gauss_inverse of[GAUSS_INVERSES];
} gauss_inverses;

/* Below, I will do. */
static const real gauss_inverse_least = R(0.25);

/* With the z of the ladder that is nearest, A by columns and always the same; NULL for less
 * than gauss_inverse_least. */
const gauss_inverse *gauss_inverse_at(gauss_inverses *i, const real *A, real z);

/* ---- a number for each component --------------------------------------------------------- */

typedef struct gauss_diagonal {
    int n;
    bool on;           /* in use */
    bool requested;    /* for the step at hand: its iteration tells what they are worth */
    long pause, since; /* iterations from one asking to the next; since the last one */
    real *lambda;      /* n */
    real *used;        /* n: the same as the matrices of the step at hand have them; 0: I */
    real most;         /* largest -lambda h^2 of these; 0: all are I */
} gauss_diagonal;

void gauss_diagonal_reset(gauss_diagonal *d);

/* Asks for them at (t, y) if it is time to; Y (2 n x GAUSS_STAGES) and f (n x GAUSS_STAGES) are
 * work. */
void gauss_diagonal_ask(gauss_diagonal *d, ivp_model *m, real t, const real *y, real *Y,
                        real *f);

/* The matrices B of a step h, n of them, NULL: I; false: all of them are. */
bool gauss_diagonal_take(gauss_diagonal *d, gauss_inverses *inverses, const real *AA, real h,
                         const real **B);

/* After `count` iterations of a step h; the last two stages and what f was there, where they
 * have converged. */
void gauss_diagonal_learn(gauss_diagonal *d, int count, real h, const real *weight,
                          const real *const Y[2], const real *const f[2]);
void gauss_diagonal_fail(gauss_diagonal *d, int count);

#endif
