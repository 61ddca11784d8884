/* newmark_method.h -- what the methods of the Newmark family share around a step: predictor,
 * policy of the matrix, error tests, memory and dense output.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_NEWMARK_NEWMARK_METHOD_H
#define KERNEL_METHODS_NEWMARK_NEWMARK_METHOD_H

#include <stdlib.h>

#include <ivp/solver.h>

#include "kernel/methods/extrapolation/extrapolation.h"
#include "kernel/methods/newmark/newmark.h"

#define NEWMARK_PREDICTORS "0 1 2 3 adaptive" /* choices of an option: degrees */

typedef struct newmark_method {
    newmark step;
    extrapolation past; /* z at the accepted points */
    int predictor;      /* position in the choices */
    real *spare;        /* the method's own vectors, as long as z */
} newmark_method;

/* (37b), (38b) of Negrut, Rampalli, Ottarsson, Sajdak */
extern const ivp_control newmark_law;

/* Zeroed storage for an object that begins with a newmark_method and has `size` bytes; NULL: no
 * memory. Sizes, formulation and tolerances come from m and tol, the method's numbers from
 * `step`; `spare` vectors are the method's own. */
void *newmark_method_create(size_t size, const newmark *step, ivp_model *m, const ivp_tol *tol,
                            size_t spare, int predictor);

void newmark_method_restart(newmark_method *s, real t, const real *y, const real *yp);
/* Solves the step that newmark_begin() has set up, into the trial. The matrix is kept until it
 * fails or the step size has left it. */
ivp_status newmark_method_solve(newmark_method *s, ivp_trial *trial);
/* Accepted: z enters the past, with the multipliers of the settled state y1. */
void newmark_method_keep(newmark_method *s, const real *y1);
/* The hook of a solver whose object begins with a newmark_method. */
ivp_status newmark_method_dense(void *self, real theta, real *y);

/* The part of a descriptor that is the same in the family; options and hooks are the
 * solver's. */
#define NEWMARK_METHOD                                                                         \
    .views = IVP_MECH_VIEW, .formulations = IVP_INDEX3 | IVP_GGL | IVP_AS_ODE, .order = 2,     \
    .fixed_step = true, .adaptive = true, .control = &newmark_law, .h0_rule = IVP_H0_FRACTION, \
    .h0_fraction = (double)R(1e-3), .options = options, .refuses = refuses, .create = create,  \
    .destroy = free, .restart = restart, .attempt = attempt, .verdict = verdict,               \
    .dense = newmark_method_dense

#endif
