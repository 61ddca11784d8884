/* saddle_shift.h -- iteration matrices of large mechanisms, for methods with several numbers c.
 * Also the complete matrix of the residual F of kernel/formulation/residual.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_SADDLE_SHIFT_H
#define IVP_SADDLE_SHIFT_H

#include "kernel/problem/mech_matrix.h"
#include "kernel/formulation/sparse_saddle.h"

/* Constraints on position level alone. */
static inline bool saddle_is_direct(const mech_matrix *k)
{
    return k->levels.velocity == 0 && k->levels.acceleration == 0;
}

/* For several numbers c, real or complex, from one linearisation: matrix number k < 8 in (u,
 * lambda), with s = w.v (G u + g_t) + w.a (G a - gamma) where constraints enter with the
 * weights w,
 *
 *     [ c M + r_u + r_q / c                                    G^T ]
 *     [ w.a c G + w.v G + s_u + (w.p G + s_q) / c              0   ]
 *
 * On position level only, w = (1, 0, 0), the lower rows are multiplied by c, which gives G.
 * With mu behind lambda (ggl) it is the whole matrix dF/dy + c dF/dy' in (q, u, lambda, mu). */
ivp_status saddle_linearise(mech_matrix *k, const ivp_state *at, mech_levels w, const real *mu);
void saddle_forget(mech_matrix *k); /* of all factors, not how they are ordered */
ivp_status saddle_factor_shift(mech_matrix *k, int number, real re, real im);
/* im NULL where c was real; im may lie anywhere */
void saddle_solve_shift(mech_matrix *k, int number, real *re, real *im);
/* The stabilised form of index 2 as sparse_saddle_factor_stabilised() has it */
ivp_status saddle_factor_stabilised(mech_matrix *k, const ivp_blocks *b, ivp_mat G0,
                                    const ivp_state *at, real m, real kq, real ku);
void saddle_solve_stabilised(mech_matrix *k, real *x);
/* [ M - kq f_q - ku f_u, G^T; below, 0 ] as number k */
ivp_status saddle_factor_forces(mech_matrix *k, int number, const ivp_blocks *b, ivp_mat below,
                                const ivp_state *at, real kq, real ku);
/* M - kq f_q - ku f_u alone: k->free */
ivp_status saddle_factor_free(mech_matrix *k, ivp_mat M, const ivp_state *at, real kq, real ku);
/* dF/dy and dF/dy' of that linearisation by columns, with mu: k->by_y, k->by_yp */
ivp_status saddle_columns(mech_matrix *k);
/* dF/dy + c dF/dy' of that linearisation in (q, u, lambda) or, with mu, (q, u, lambda, mu) */
ivp_status saddle_residual(mech_matrix *k, real c, sparse_columns *out);
/* [ M G^T; w.a G 0 ] of that linearisation as number k */
ivp_status saddle_factor_mass(mech_matrix *k, int number);
/* out := -[r_q; s_q] q - [r_u; s_u] u */
void saddle_motion(const mech_matrix *k, const real *q, const real *u, real *out);
/* r_q = s_q = 0 in that linearisation */
void saddle_forget_positions(mech_matrix *k);
/* out -= [r_q; w.p G + s_q] p */
void saddle_subtract(const mech_matrix *k, const real *p, real *out);
/* to := (a_t, lambda_t) = -[M G^T; G 0]^-1 (r_t, w.p g_t + s_t), with the factors of
 * mech_accelerate_factored() at this point, w.a = 1 */
ivp_status saddle_by_time(mech_matrix *k, const ivp_state *at, real *to);
/* out := [M; w.a G] x */
void saddle_mass(const mech_matrix *k, const real *x, real *out);

#endif
