/* rosenbrock_matrix.h -- the matrix of a Rosenbrock step, and what else is multiplied by the
 * Jacobian:
 *
 *     A = I/gamma - h J2 - gamma h^2 J1
 *
 * of IVP_SECOND, J1 = df/dy and J2 = df/dy'; of IVP_FIRST J2 = df/dy and there is no J1. Full,
 * but without J1 and J2 where a pencil is not (ivp/model.h: bands, patterns, large mechanisms).
 * There, with a = 1/gamma and b = h,
 *
 *     (a I - b J) (., z) = (w / (h gamma), v)     means     A z = v + J1 w
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_ROSENBROCK_ROSENBROCK_MATRIX_H
#define KERNEL_METHODS_ROSENBROCK_ROSENBROCK_MATRIX_H

#include <ivp/model.h>

typedef struct rosenbrock_matrix {
    ivp_model *m;
    bool none;          /* J1 = J2 = 0: nothing to factor */
    int np, nu;         /* positions; rows of A */
    real gamma, h;      /* h: of the factors */
    ivp_pencil *pencil; /* in place of the matrices; NULL: these */
    ivp_mat J1, J2, A;
    int *pivots;
    real *wide; /* np + nu of work, where there is a pencil */
} rosenbrock_matrix;

ivp_status rosenbrock_matrix_open(rosenbrock_matrix *k, ivp_model *m, real gamma, bool none);
/* Sets all pointers into `store`; NULL: only says how many reals. */
size_t rosenbrock_matrix_carve(rosenbrock_matrix *k, real *store);
/* J1, J2 and f_t (nu); `velocity`: accelerations do not depend on positions. */
ivp_status rosenbrock_matrix_at(rosenbrock_matrix *k, real t, const real *y, bool velocity,
                                real *ft);
ivp_status rosenbrock_matrix_factor(rosenbrock_matrix *k, real h);
/* b := A^-1 (b + J1 w); w is not read if there are no positions */
void rosenbrock_matrix_solve(const rosenbrock_matrix *k, const real *w, real *b);

#endif
