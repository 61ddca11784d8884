/* radau.h -- Radau IIA methods of high order with variable step for F(t, y, y') = 0.
 *
 *     F(t_n + c_i h, y_n + Z_i, K_i) = 0
 *     K     = A^-1 Z / h
 *     y_n+1 = y_n + Z_s
 *
 * Only the residual must be accurate to the last digit. The matrices of the simplified Newton
 * iteration are in double (radau_newton.h); corrections are added in quad until they are
 * negligible. Error: the last Chebyshev coefficient of the stage polynomial on [0, h],
 *
 *     est   = max_k |sum_i w_i Z_ik| 2^(1-2s) / scale_k
 *     h_new = 0.85 h (tol/est)^(1/s)
 *
 * This bounds the error of the stages. If the problem is not stiff, the error at the end of the
 * step is far smaller. Hairer, Wanner, Solving ODEs II, IV.8.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_RADAU_H
#define REFERENCE_RADAU_H

#include "reference/integrators/radau_newton.h"

typedef struct radau_form {
    void *context;
    int n;
    const bool *counted;      /* components in the norms; NULL: all */
    const bool *differential; /* components whose derivative appears in F; NULL: all */
    const double *weight;     /* sizes that count as zero, over those without; NULL: all 1 */
    int ml, mu;               /* bands of F_y and F_y'; both 0: they are full */
    ivp_status (*res)(void *context, real t, const real *y, const real *yp, real *F);
} radau_form;

typedef struct radau_counts {
    long accepted, rejected, failed; /* failed: the iteration did not converge */
    long residuals, iterations;
    ivp_status obstacle; /* why the last attempt that failed did */
} radau_counts;

typedef struct radau radau;

/* Tolerances below this ask for more than quad has. */
extern const real radau_least_tol;

/* The table stays the caller's. NULL when memory is short. */
radau *radau_create(const radau_table *table, const radau_form *form, real tol);
void radau_destroy(radau *r); /* accepts NULL */

/* Forget the past: at the start, and where the right-hand side jumps. yp: slopes there, for the
 * first matrix; NULL: not known. */
void radau_restart(radau *r, const real *yp);
/* h > 0: constant step without error test. 0: back to control. */
void radau_fix(radau *r, real h);
/* From (*t, y) to t1; the last step ends exactly there. IVP_E_STEP_TOO_SMALL when the step has
 * lost ten decades within some fifty attempts; `obstacle` tells by what. */
ivp_status radau_to(radau *r, real *t, real t1, real *y);
/* One accepted step of controlled length towards t1 > *t. */
ivp_status radau_step(radau *r, real *t, real t1, real *y);
/* y := the stage polynomial of the last step, which began with y0, at theta from 0 to 1. */
void radau_inside(const radau *r, real theta, const real *y0, real *y);
/* The same for 0 < theta. If from_start[k] is false, the polynomial interpolates the stages
 * only. After a kink, the value of an unknown of index 2 or 3 at the start of a step is not
 * accurate to the method's order. */
void radau_between(const radau *r, real theta, const real *y0, const bool *from_start, real *y);

radau_counts radau_counted(const radau *r);

#endif
