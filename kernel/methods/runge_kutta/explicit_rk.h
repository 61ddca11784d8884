/* explicit_rk.h -- explicit Runge-Kutta methods: a table of coefficients, and one step of any
 * of them on y' = f(t, y).
 *
 *     k_i = f(t + c_i h, y + h sum_(j<i) a_ij k_j)
 *     y1  = y + h sum_j a_lj k_j                 l: the stage that is f(t + h, y1)
 *     e   = norm of h sum_j e_j k_j              a difference to an embedded formula
 *
 * Stage l is the first one of the next step. Methods whose error needs it evaluate it in the
 * step; the others when the next step begins, or when dense output wants it earlier.
 *
 * A second, coarser difference e' gives an estimate of higher order. It is small if either is
 * small, and never exceeds e (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations
 * I, II.10):
 *
 *     err = e^2 / sqrt(e^2 + e'^2 / 100)
 *
 * Dense output is the cubic that interpolates y and y' at both ends, and rows d_1, d_2, ... of
 * a polynomial that vanishes there to second order, nested in theta and 1 - theta by turns:
 *
 *     y(theta) = H3(theta) + theta^2 (1 - theta)^2 h sum_j w_j k_j
 *     w        = d_1 + theta (d_2 + (1 - theta) (d_3 + theta (d_4 + ...)))
 *
 * Stages behind those of the step serve it alone; they are evaluated when it is first asked for
 * within a step. Sections II.4 to II.6 and II.10 of the same book.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RUNGE_KUTTA_EXPLICIT_RK_H
#define KERNEL_METHODS_RUNGE_KUTTA_EXPLICIT_RK_H

#include <stdlib.h>

#include <ivp/solver.h>

enum { EXPLICIT_RK_STAGES = 16 };

typedef real explicit_rk_row[EXPLICIT_RK_STAGES];

/* Stages count from 0: stage 0 is f(t, y), c and row 0 of a are not read. */
typedef struct explicit_rk_table {
    int stages; /* evaluated in a step, the first included */
    int last;   /* the stage f(t + h, y1): stages - 1, or stages */
    int all;    /* those for dense output included */
    const real *c;
    const explicit_rk_row *a; /* `all` rows */
    const real *error;        /* e_j, of the stages of the step */
    const real *coarse;       /* e'_j; NULL: the error is e itself */
    int error_order;          /* err behaves like h^(error_order + 1) */
    const explicit_rk_row *d; /* rows d_1, d_2, ... */
    int rows;
    real stability; /* bound of h |lambda| for stable steps (0: not checked); stage
                       last - 1 is at t + h */
} explicit_rk_table;

/* What a run does where its problem is found to be stiff (stiffness.h): tell it, or give up
 * too. */
enum explicit_rk_option { EXPLICIT_RK_STIFF };
enum { EXPLICIT_RK_GO_ON, EXPLICIT_RK_STOP };
extern const ivp_param explicit_rk_options[];

/* The members of an ivp_solver that works through IVP_FIRST; free() destroys. The table
 * outlives the method. */
ivp_status explicit_rk_create(void **self, ivp_model *m, const ivp_tol *tol,
                              const double *option, const explicit_rk_table *table);
ivp_status explicit_rk_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status explicit_rk_attempt(void *self, ivp_trial *trial);
void explicit_rk_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status explicit_rk_dense(void *self, real theta, real *y);

/* The part of a descriptor that is the same for all of them; `create` hands over the table. */
#define EXPLICIT_RK_METHOD                                                                     \
    .views = IVP_FIRST, .options = explicit_rk_options, .fixed_step = true, .adaptive = true,  \
    .create = create, .destroy = free, .restart = explicit_rk_restart,                         \
    .attempt = explicit_rk_attempt, .verdict = explicit_rk_verdict, .dense = explicit_rk_dense

#endif
