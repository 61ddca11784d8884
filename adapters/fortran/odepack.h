/* odepack.h -- LSODE, LSODA and VODE behind the solver interface: they share an argument list
 * and a representation of the history, and differ in a table.
 *
 * Each call makes one step that does not pass tmax (ITASK = 5, TCRIT). Nordsieck's array gives
 * the dense output of that step. If the order has changed since the step, the array's value at
 * its beginning differs from the state there by up to the tolerance. A linear function removes
 * the difference, so the dense output is continuous. For `projected` they keep their own
 * history, as CVODE does: the kernel makes the right-hand side f(P(y)) and delivers P(y).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_ODEPACK_H
#define ADAPTERS_FORTRAN_ODEPACK_H

#include "adapters/fortran/desolve.h"

#define ODEPACK_SETTINGS                                                                       \
    "; settings: exact Jacobian, full or banded, else as its authors chose them"

/* Step size that scales Nordsieck's array after a step, and number of its columns. LSODE and
 * LSODA change both at the end of a step, VODE at the beginning of the next one. */
#define ODEPACK_NEXT .h = 11, .order = 14
#define ODEPACK_USED .h = 10, .order = 13

typedef struct odepack_method {
    const char *code; /* name in deSolve.so */
    int h, order;     /* places of those of Nordsieck's array: ODEPACK_NEXT or ODEPACK_USED */
    int full, banded; /* MF or JT: with a full Jacobian, with a banded one; equal: with none */
    bool may_switch;  /* begins without a matrix, and may go on so */
    bool tells; /* IWORK(19) to IWORK(22) count LU, Newton iterations, both kinds of failures */
} odepack_method;

#pragma GCC visibility push(hidden)

/* Members of ivp_solver. */
ivp_status odepack_create(void **self, ivp_model *m, const ivp_tol *tol,
                          const odepack_method *method);
double odepack_memory(const ivp_model *m, const odepack_method *method);
double odepack_least_s(const ivp_model *m, const odepack_method *method);
void odepack_destroy(void *self);
ivp_status odepack_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status odepack_advance(void *self, real tmax, real *t, real *y);
ivp_status odepack_dense(void *self, real theta, real *y);
void odepack_finish(void *self);

#pragma GCC visibility pop

#define ODEPACK_SOLVER                                                                         \
    .library = DESOLVE_LIBRARY, .views = IVP_FIRST, .adaptive = true, .keeps_history = true,   \
    .h0_rule = IVP_H0_OWN, .missing = desolve_missing, .memory = memory, .least_s = least_s,   \
    .create = create, .destroy = odepack_destroy, .restart = odepack_restart,                  \
    .advance = odepack_advance, .dense = odepack_dense, .finish = odepack_finish

#endif
