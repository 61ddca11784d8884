/* sparse_saddle.h -- sparse iteration matrices of large mechanisms, for methods of this build
 * (symbol version IVP_PRIVATE: it may change with any commit).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_SPARSE_SADDLE_H
#define IVP_SPARSE_SADDLE_H

#include <ivp/model.h>

/* Sparse iteration matrices of large mechanisms without first-order states,
 *
 *     K = [ m M + kq r_q + ku r_u   G^T ]
 *         [ G                       0   ]
 *
 * Opened in create(); belongs to the model. *out NULL: blocks and derivatives are full here. */
typedef struct sparse_saddle sparse_saddle;
ivp_status sparse_saddle_open(ivp_model *m, sparse_saddle **out);
/* M and G of `out` become sparse ones of the caller, for ivp_blocks_at(): set number 0 or 1. */
void sparse_saddle_blocks(sparse_saddle *s, int set, ivp_blocks *out);
/* Factors K with M and G of that set, and r_q and r_u at the point with its a and lambda (not
 * read if kq = ku = 0). IVP_SINGULAR as from ivp_factor(). */
ivp_status sparse_saddle_factor(sparse_saddle *s, const ivp_state *at, real m, real kq,
                                real ku);
void sparse_saddle_solve(sparse_saddle *s, real *x); /* x := K^-1 x */

/* The stabilised form of index 2 in x = (a, lambda, nu), in place of number 0, with e = a -
 * G0^T nu, v = G u + g_t, M and G of set 0 and G0 of set 1:
 *
 *     (m M + ku r_u) a + kq r_q e + G^T lambda
 *     G e
 *     G a + kq / ku v_q e */
ivp_status sparse_saddle_factor_stabilised(sparse_saddle *s, const ivp_state *at, real m,
                                           real kq, real ku);
void sparse_saddle_solve_stabilised(sparse_saddle *s, real *x);

/* Matrix number k < 8 of [ M - kq f_q - ku f_u, G^T; below, 0 ], M, G and `below` as above, f_q
 * and f_u at the point, which is not read if kq = ku = 0. sparse_saddle_solve_shift() solves
 * with it. */
ivp_status sparse_saddle_factor_forces(sparse_saddle *s, int k, const ivp_blocks *b,
                                       ivp_mat below, const ivp_state *at, real kq, real ku);
/* M - kq f_q - ku f_u alone, M of the caller, and its solution */
ivp_status sparse_saddle_factor_free(sparse_saddle *s, ivp_mat M, const ivp_state *at, real kq,
                                     real ku);
void sparse_saddle_solve_free(sparse_saddle *s, real *x); /* nq */
/* Changes when the sparsity pattern grows; all factors k are then invalid. */
int sparse_saddle_made(const sparse_saddle *s);

/* Matrices dF/dy + c dF/dy' for several numbers c, real or complex, from one linearisation at a
 * point with its a and lambda. F is that of IVP_RES in this formulation; if a is NULL, F = y' -
 * f as in index 1. For matrix number k < 8, dq = (. + du) / c is eliminated,
 *
 *     [ c M + r_u + r_q / c     G^T ]     s of index 1: G a - gamma, of index 2: G u + g_t, so that s_u = G
 *     [ c s_a + s_u + s_q / c   0   ]     index 3: G in place of G / c
 *
 * In ggl, where mu follows lambda, nothing is eliminated. by_time: (a_t, lambda_t) of y' = f,
 * or NULL. */
ivp_status sparse_saddle_linearise(sparse_saddle *s, const ivp_state *at, real *by_time);
ivp_status sparse_saddle_shift(sparse_saddle *s, int k, real re, real im);
/* x := K^-1 x with factors k; im is not read if c is real */
void sparse_saddle_solve_shift(sparse_saddle *s, int k, real *re, real *im);
void sparse_saddle_subtract(const sparse_saddle *s, const real *p,
                            real *out); /* out -= [r_q; s_q] p; index 3: [r_q; G] p */
void sparse_saddle_mass(const sparse_saddle *s, const real *x,
                        real *out); /* out := [M; s_a] x */

/* dF/dy + c dF/dy' of IVP_RES by columns: rows of column j are row[first[j]] .. row[first[j +
 * 1] - 1]. The model owns the arrays; they are valid until the next call. `made` changes with
 * the structure. */
typedef struct sparse_columns {
    int n, made;
    const int *first, *row;
    const real *value;
} sparse_columns;
ivp_status sparse_saddle_residual(sparse_saddle *s, const ivp_state *at, real c,
                                  sparse_columns *out);

#endif
