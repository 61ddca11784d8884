/* rodas.h -- stiffly accurate Rosenbrock methods: their coefficients, and what an ivp_solver is
 * made of. With J = df/dy and f_t = df/dt at (t, y), and j < i, the step of M y' = f(t, y) is
 *
 *     (M/(h gamma) - J) u_i = f(t + alpha_i h, z_i) + M sum c_ij u_j / h + gamma_i h f_t
 *     z_i = y + sum a_ij u_j          the first `formed` stages
 *     z_i = z_(i-1) + u_(i-1)         those behind
 *     y1  = z_s + u_s                 z_s is the embedded solution, u_s the error
 *
 *     y(theta) = (1 - theta) y + theta y1 + theta (1 - theta) sum_k theta^k sum_j d_kj u_j
 *
 * A matrix M(t, y) that varies makes it the method on the semi-explicit system y' = v,
 * 0 = f(t, y) - M(t, y) v, of index 1 where M is invertible; v is carried from step to step.
 * What stands for v is eliminated: with w_i the argument of stage i of v (formed as z_i), J and
 * f_t the derivatives of f - M v, and s_i = w_i + sum c_ij u_j / h,
 *
 *     (M/(h gamma) - J) u_i = f(t_i, z_i) - M(t_i, z_i) w_i + M s_i + gamma_i h f_t
 *     v_i = u_i / (h gamma) - s_i
 *
 * Hairer, Wanner: Solving Ordinary Differential Equations II, IV.7 (7.25) and VI.4.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_ROSENBROCK_RODAS_H
#define KERNEL_METHODS_ROSENBROCK_RODAS_H

#include <stdlib.h>

#include <ivp/solver.h>

#include "kernel/methods/declines.h"

enum { RODAS_STAGES = 8, RODAS_FORMED = 6, RODAS_DENSE = 3 };

typedef struct rodas_table {
    int stages, formed, embedded; /* embedded: order of z_s */
    int dense;                    /* rows of d */
    real gamma;
    real alpha[RODAS_STAGES], gamma_sum[RODAS_STAGES];
    real a[RODAS_FORMED][RODAS_FORMED - 1];
    real c[RODAS_STAGES][RODAS_STAGES - 1];
    real d[RODAS_DENSE][RODAS_STAGES];
} rodas_table;

extern const rodas_table rodas_order4, rodas5p_order5;

/* The members of an ivp_solver that works through IVP_FIRST and IVP_LINEAR; `table` outlives
 * the object, which is one allocation, released by free(). */
ivp_status rodas_create(void **self, ivp_model *m, const ivp_tol *tol,
                        const rodas_table *table);
ivp_status rodas_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status rodas_attempt(void *self, ivp_trial *trial);
void rodas_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status rodas_dense(void *self, real theta, real *y);

/* The part of a descriptor that is the same for all of them; `create` hands over the table. */
#define RODAS_METHOD                                                                           \
    .views = IVP_FIRST | IVP_LINEAR, .fixed_step = true, .adaptive = true,                     \
    .declines = declines_higher_index, .create = create, .destroy = free,                      \
    .restart = rodas_restart, .attempt = rodas_attempt, .verdict = rodas_verdict,              \
    .dense = rodas_dense

#endif
