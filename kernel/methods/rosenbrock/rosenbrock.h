/* rosenbrock.h -- Rosenbrock and Rosenbrock-Nystrom methods: their coefficients, and one step
 * of any of them on y' = f(t, y) and on y'' = f(t, y, y').
 *
 *     k_i  = h f(t + alpha_i h, y + sum_(j<i) alpha_ij k_j)
 *            + gamma_i h^2 f_t + h J sum_(j<=i) gamma_ij k_j                              (2b)
 *     y1   = y + sum b_i k_i                                                              (2a)
 *     yhat = y + sum bhat_i k_i                                                           (3)
 *
 * Negrut, Sandu, Haug, Potra, Sandu: A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems II. Numbers in brackets are theirs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_ROSENBROCK_ROSENBROCK_H
#define KERNEL_METHODS_ROSENBROCK_ROSENBROCK_H

#include <stdlib.h>

#include <ivp/solver.h>

enum { ROSENBROCK_STAGES = 7, ROSENBROCK_DEGREE = 3 };

typedef struct rosenbrock_square {
    real e[ROSENBROCK_STAGES][ROSENBROCK_STAGES];
} rosenbrock_square;

/* The coefficients of (2), (3), gamma on the diagonal of Gamma. Stages from `stages` to `all`
 * serve the continuous extension alone, cost a back-substitution and no evaluation; its weights
 *
 *     b_i(theta) = theta b_i + theta (1 - theta) sum_k d_ki theta^k */
typedef struct rosenbrock_set {
    int stages, all, order, embedded;
    real gamma;
    rosenbrock_square A, Gamma;
    real b[ROSENBROCK_STAGES], bhat[ROSENBROCK_STAGES];
    real d[ROSENBROCK_DEGREE][ROSENBROCK_STAGES];
} rosenbrock_set;

/* Four stages, order 4(3), L-stable, three evaluations; from gamma = 0.57281606, (8)-(14). */
void rosenbrock_order4(rosenbrock_set *s);
/* W-method of two stages, order 2(1) for any J. */
void rosenbrock_w2(rosenbrock_set *s);

/* The same method in the unknowns u = Gamma k, which need no products with J on the right, on
 * second-order equations: with J1 = df/dy, J2 = df/dy' and v = y'
 *
 *     (I/gamma - h J2 - gamma h^2 J1) u_i =
 *         h f(t + a_i h, y + a_i h v + h sum theta_ij u_j, v + sum a_ij u_j)
 *         + sum c_ij u_j + gamma_i h^2 f_t + h^2 J1 (gamma_i v + sum delta_ij u_j)      j < i
 *     v1 = v + sum m_i u_i
 *     y1 = y + h v + h sum mu_i u_i
 *
 * On first-order equations v is the unknown, J2 = df/dv, and the rest is not there. */
typedef struct rosenbrock_table {
    int stages, all;
    real gamma;
    bool evaluates[ROSENBROCK_STAGES]; /* false: same argument as the stage before */
    rosenbrock_square a, c, theta, delta;
    real a_sum[ROSENBROCK_STAGES], gamma_sum[ROSENBROCK_STAGES]; /* a_i, gamma_i */
    real m[ROSENBROCK_STAGES], m_hat[ROSENBROCK_STAGES];
    real mu[ROSENBROCK_STAGES], mu_hat[ROSENBROCK_STAGES];
    real dense_m[ROSENBROCK_DEGREE][ROSENBROCK_STAGES];
    real dense_mu[ROSENBROCK_DEGREE][ROSENBROCK_STAGES];
} rosenbrock_table;

void rosenbrock_transform(const rosenbrock_set *s, rosenbrock_table *t);

/* ---- the step --------------------------------------------------------------------------- */

typedef enum rosenbrock_jacobian {
    ROSENBROCK_EXACT,
    ROSENBROCK_FROZEN,   /* J and f_t kept for `freeze` accepted steps */
    ROSENBROCK_VELOCITY, /* without the derivatives of accelerations by positions */
    ROSENBROCK_ZERO      /* J and f_t vanish: nothing to factor */
} rosenbrock_jacobian;

typedef struct rosenbrock_choice {
    rosenbrock_jacobian jacobian;
    int freeze;
    bool scaled; /* the error test takes (I - h gamma df/dy)^-1 (yhat - y1) */
} rosenbrock_choice;

/* The members of an ivp_solver that works through IVP_SECOND and IVP_FIRST. */
ivp_status rosenbrock_create(void **self, ivp_model *m, const ivp_tol *tol,
                             const rosenbrock_set *set, rosenbrock_choice choice);
ivp_status rosenbrock_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status rosenbrock_attempt(void *self, ivp_trial *trial);
void rosenbrock_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status rosenbrock_dense(void *self, real theta, real *y);

/* The part of a descriptor that is the same for both; options and `create` are the solver's. */
#define ROSENBROCK_METHOD                                                                      \
    .views = IVP_SECOND | IVP_FIRST, .fixed_step = true, .adaptive = true,                     \
    .h0_rule = IVP_H0_FRACTION, .h0_fraction = (double)R(1e-5), .create = create,              \
    .destroy = free, .restart = rosenbrock_restart, .attempt = rosenbrock_attempt,             \
    .verdict = rosenbrock_verdict, .dense = rosenbrock_dense
/* ... and of their step control, (4)-(7) of Negrut, Sandu, Haug, Potra, Sandu */
#define ROSENBROCK_LAW .kI = R(1.0), .safety = R(0.85), .shrink = R(0.2), .grow = R(5.0)

#endif
