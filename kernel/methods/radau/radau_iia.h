/* radau_iia.h -- Radau IIA methods of order 5, 9 and 13 with error control, variable order and
 * dense output; what solvers/radau_iia.c exports.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RADAU_RADAU_IIA_H
#define KERNEL_METHODS_RADAU_RADAU_IIA_H

#include <ivp/solver.h>

/* stages: 3, 5 or 7; 0: chosen from step to step, 3 with constant steps */
ivp_status radau_iia_create(void **self, ivp_model *m, const ivp_tol *tol, int stages);
ivp_status radau_iia_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status radau_iia_attempt(void *self, ivp_trial *x);
void radau_iia_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status radau_iia_dense(void *self, real theta, real *y);

#endif
