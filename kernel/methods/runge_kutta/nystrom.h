/* nystrom.h -- explicit Runge-Kutta-Nystrom pairs: a table of coefficients, and one step of any
 * of them on v'' = a(t, v).
 *
 *     V_i  = v + c_i h v' + h^2 sum_(j<i) a_ij k_j        k_i = a(t + c_i h, V_i)
 *     v1   = v + h v' + h^2 sum_j a_lj k_j                l: the stage that is a(t + h, v1)
 *     v1'  = v' + h sum_j b'_j k_j
 *     e    = h^2 sum_j e_j k_j,   e' = h sum_j e'_j k_j   differences to the embedded formula
 *
 * The error is the weighted norm of (e, e'). Stage l is the first one of the next step. A pair
 * whose error needs it evaluates it in the step; the other when the next step begins, or when
 * dense output wants it earlier.
 *
 * Dense output is a polynomial of degree 7 for v, and its derivative for v'. With
 * s = theta - 1/2 and u = theta (1 - theta)
 *
 *     v(theta) = H(theta) + u^3 (alpha + beta s)
 *
 * where H of degree 5 has v, v' and v'' of both ends. alpha and beta give the polynomial the
 * accelerations at theta = 1/10 and 9/10. These are evaluated at H, once in each step that
 * needs them: an error of h^6 in H is one of h^8 in h^2 a.
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.14 (the methods), II.6
 * (accelerations at points of a first interpolant).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RUNGE_KUTTA_NYSTROM_H
#define KERNEL_METHODS_RUNGE_KUTTA_NYSTROM_H

#include <stdlib.h>

#include <ivp/solver.h>

enum { NYSTROM_STAGES = 17 };

typedef real nystrom_row[NYSTROM_STAGES];

/* Stages count from 0: stage 0 is a(t, v), c and row 0 of a are not read. */
typedef struct nystrom_table {
    int stages; /* evaluated in a step, the first included */
    int last;   /* the stage a(t + h, v1): stages - 1, or stages */
    const real *c;
    const nystrom_row *a;           /* last + 1 rows */
    const real *rates;              /* b'_j */
    const real *error, *error_rate; /* e_j, e'_j */
    int error_order;                /* the error behaves like h^(error_order + 1) */
} nystrom_table;

/* The members of an ivp_solver that works through IVP_SECOND; free() destroys. The table
 * outlives the method. */
ivp_status nystrom_create(void **self, ivp_model *m, const ivp_tol *tol,
                          const nystrom_table *table);
ivp_status nystrom_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status nystrom_attempt(void *self, ivp_trial *trial);
void nystrom_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status nystrom_dense(void *self, real theta, real *y);

static inline const char *nystrom_declines(bool velocity_free)
{
    return velocity_free ? NULL
                         : "the accelerations depend on velocities, or the problem does "
                           "not say that they do not (.velocity_free): this method is "
                           "for v'' = f(t, v)";
}

/* The part of a descriptor that is the same for all of them; `create` hands over the
 * table, `declines` asks ivp_velocity_free(). */
#define NYSTROM_METHOD                                                                         \
    .views = IVP_SECOND, .formulations = IVP_AS_ODE, .fixed_step = true, .adaptive = true,     \
    .declines = declines, .create = create, .destroy = free, .restart = nystrom_restart,       \
    .attempt = nystrom_attempt, .verdict = nystrom_verdict, .dense = nystrom_dense

#endif
