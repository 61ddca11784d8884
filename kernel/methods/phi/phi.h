/* phi.h -- exact solution of u' = A u + w1 + t w2 + t^2/2 w3 with u(0) = 0, at any t up to h:
 *
 *     u(t) = t phi_1(tA) w1 + t^2 phi_2(tA) w2 + t^3 phi_3(tA) w3
 *     phi_k(z) = integral over [0, 1] of e^((1 - s) z) s^(k-1) / (k-1)! ds
 *
 * It is the last column of the exponential of an augmented matrix (Van Loan 1978),
 *
 *     exp(t C) = [ e^(tA)  . .  u(t) ]      C = [ A  w_p .. w1 ]      N e_k = e_(k-1)
 *                [   0     e^(tN)    ]          [ 0      N     ]
 *
 * of which only the columns are computed. Pade: scaling and squaring, phi_dense.h. Krylov:
 * Arnoldi with its own error control, phi_krylov.h; it needs only products A v, which may be
 * passed instead of A. Once the matrix is known, u(t) costs matrix-vector products only.
 * Nothing is allocated after phi_create().
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_PHI_PHI_H
#define KERNEL_METHODS_PHI_PHI_H

#include <ivp/base.h>

typedef enum phi_way { PHI_PADE, PHI_KRYLOV, PHI_PRODUCTS } phi_way;

/* Ax := A x, different vectors */
typedef struct phi_operator {
    void (*times)(void *of, const real *x, real *Ax);
    void *of;
} phi_operator;

enum { PHI_COLUMNS = 3, PHI_CHAINS = 2 };

typedef struct phi phi;

phi *phi_create(int n, phi_way way); /* NULL: out of memory */
void phi_destroy(phi *p);            /* accepts NULL */

/* Prepares all t in [0, h]; A is copied. What was loaded before is void. IVP_DOMAIN: something
 * is not finite, or h A is too large (2^100) for squarings to mean anything. */
ivp_status phi_matrix(phi *p, ivp_mat A, real h);
/* The same of PHI_PRODUCTS: `of` outlives what is loaded. unit: n powers of two in which the
 * unknowns count, as rows and columns of a matrix are balanced by. */
ivp_status phi_products(phi *p, phi_operator A, const real *unit, real h);
/* Of Krylov's ways: u(t) may take so many bases of 40 vectors; else IVP_NO_CONVERGENCE, as soon
 * as the first one is known. */
void phi_limit(phi *p, int bases);
int phi_squarings(const phi *p); /* of that matrix; 0: none, and no matrix was factored */

/* Vectors w1, w2, w3 of one of two independent chains, the first `columns` of them; NULL in
 * their place means zero. */
void phi_load(phi *p, int chain, int columns, const real *const *w);
ivp_status phi_at(phi *p, int chain, real t, real *u);

#endif
