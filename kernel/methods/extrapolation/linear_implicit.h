/* linear_implicit.h -- one step of the partitioned linear-implicit Euler method for mechanical
 * systems with or without constraints.
 *
 * Positions q; v = (u, x) velocities and first-order states, F = (f, d) what drives them,
 * N = diag(M, I), H = (G, 0). Everything is taken at t_n unless it bears another index:
 *
 *     q1 = q + h u                                                     (q + h u1 if exact)
 *     W (v1 - v) / h + H^T lambda = F + h F_q u
 *     W = N - h F_v - h^2 (F_q, 0)
 *     index 1:  G (u1 - u) / h = gamma - 2 alpha (G u + g_t) - beta g
 *     index 2:  G1 u1 + g_t1 + alpha g1 = 0                            (alpha g if exact)
 *
 * with G1, g_t1, g1 at t1 and q + h u, which ggl projects first. In index 1 lambda may also
 * come from data at t_n before the step (`coupled` is false).
 *
 *     jacobian        F_v in W    h F_q in W    F_q on the right
 *     exact, J2       yes         yes           yes
 *     J1              yes         no            yes
 *     J3              no          no            yes
 *     none            no          no            no
 *
 * `exact` is the coupled system (3) for (q, v) with q1 - q = h u1 eliminated: its matrix is
 * that of J2, and only q1 tells them apart. It takes F_t too, as the Jacobian with respect to
 * (t, q, v) demands. Positions are projected with M, G of t_n and a given number of Newton
 * steps (11); velocities with M, G of the projected end, exactly.
 *
 * Burgermeister, Arnold, Esterl: DAE time integration for real-time applications in multi-body
 * dynamics, sections 2 and 3. Numbers in brackets are theirs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_EXTRAPOLATION_LINEAR_IMPLICIT_H
#define KERNEL_METHODS_EXTRAPOLATION_LINEAR_IMPLICIT_H

#include "kernel/formulation/sparse_saddle.h"
#include "kernel/problem/forces.h"

#include <ivp/model.h>

typedef enum linear_jacobian {
    LINEAR_EXACT,
    LINEAR_J1,
    LINEAR_J2,
    LINEAR_J3,
    LINEAR_NONE
} linear_jacobian;

/* Factors of [M G^T; G 0]: multipliers from data, projections. */
typedef struct linear_metric {
    ivp_mat S;
    int *pivots;
    int number, made; /* of sparse factors; of their structure */
    bool known;
} linear_metric;

typedef struct linear_implicit {
    ivp_model *m;
    int nq, nx, ng, nv, n; /* nv = nq + nx; n = unknowns of the model */
    linear_jacobian jacobian;
    bool stiff;          /* derivatives of the stiff terms only, where the problem tells them */
    bool coupled;        /* index 1: multipliers solved with the step, not before it */
    bool feedback;       /* Baumgarte's; alpha, beta: as given, or 0 for 1/h, 1/h^2 */
    bool velocity_level; /* index 2 */
    bool first_q;        /* q1 is projected before G is taken there: GGL */
    bool last_q, last_u; /* projections at the end of the step */
    bool keeps_mu;       /* the multipliers of the position projection are unknowns */
    int newton;          /* steps of the position projection; 0: until it has converged */
    real h;              /* the constant step size */
    real alpha, beta;

    sparse_saddle *saddle; /* in place of full matrices; NULL: these */
    ivp_blocks now, next;  /* at t_n; at t_n + h */
    real *F;               /* f, d of `now` */
    ivp_mat Fq, Fv;
    ivp_force_jac jac; /* views into Fq, Fv */
    ivp_mat A;
    real *rate; /* (v1 - v) / h, lambda */
    linear_metric start, end;
    real *b, *mu; /* nq + ng of work; multipliers of the position projection */
    int *pivots;
} linear_implicit;

/* Looks for sparse blocks, of a step whose other members up to `beta` are set. */
ivp_status linear_implicit_open(linear_implicit *s);
/* Sets nv and all pointers from nq, nx, ng into `store`; NULL: only says how many reals. */
size_t linear_implicit_carve(linear_implicit *s, real *store);
/* What the model's formulation and its options mean for a step. */
void linear_implicit_formulate(linear_implicit *s);

ivp_status linear_implicit_restart(linear_implicit *s, real t, const real *y);
ivp_status linear_implicit_step(linear_implicit *s, real t, real h, const real *y, real *y1);
/* The end of the step is the start of the next (kept), or nothing is known there. */
void linear_implicit_accept(linear_implicit *s, bool kept);

#endif
