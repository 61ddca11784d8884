/* gauss.h -- Gauss collocation of order 16 as a method: what an ivp_solver is made of. The
 * formulas stand in gauss.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_H
#define KERNEL_METHODS_GAUSS_GAUSS_H

#include <ivp/solver.h>

/* *self is one allocation, released by free(). No options. */
ivp_status gauss_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option);
ivp_status gauss_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status gauss_attempt(void *self, ivp_trial *trial);
void gauss_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status gauss_dense(void *self, real theta, real *y);

#endif
