/* gauss_inverse.h -- the matrices (I + z A)^-1 with which an iteration of gauss.c is a simplified Newton iteration whose
 * Jacobian is a number; A is that of the stages, or its square. z is taken from a ladder of quarter octaves, each
 * matrix is made once. */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_INVERSE_H
#define KERNEL_METHODS_GAUSS_GAUSS_INVERSE_H

#include "kernel/methods/gauss/gauss_table.h"

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

/* With the z of the ladder that is nearest, A by columns and always the same; NULL for less than gauss_inverse_least. */
const gauss_inverse *gauss_inverse_at(gauss_inverses *i, const real *A, real z);

#endif
