/* petsc_ts.h -- methods of PETSc's TS behind the solver interface.
 *
 *     F(t, y, y') = 0         TSSetIFunction, matrix dF/dy + c dF/dy'
 *     v'' - f(t, v, v') = 0   TSSetI2Function, matrix a I - df/dv - c df/dv'      (second)
 *
 * Each call makes one TSStep(). A step that would pass tmax ends there (MATCHSTEP); with
 * ivp_tol.h > 0 the step size is constant. Dense output is TSInterpolate(). Newton's matrices
 * are exact and PETSc factors them: full, or compressed rows if the problem declares diagonals
 * or a pattern. If a nonlinear iteration fails or F does not exist, TS tries a quarter of the
 * step.
 *
 * Two plug-ins of one process share PETSc; it can be started once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_PETSC_PETSC_TS_H
#define ADAPTERS_PETSC_PETSC_TS_H

#include <ivp/solver.h>

#include "adapters/petsc/petsc_equations.h"

#define PETSC_SOURCE                                                                           \
    "S. Abhyankar et al., PETSc/TS: a modern scalable ODE/DAE solver library, arXiv "          \
    "1806.01437, 2018; in " PETSC_LIBRARY "; settings: exact matrix, LU, full Newton "         \
    "steps, failed iterations repeated with a smaller time step, else TS's defaults"

#pragma GCC visibility push(hidden)

/* Members of ivp_solver. */
ivp_status petsc_create(void **self, ivp_model *m, const ivp_tol *tol,
                        const petsc_method *method);
double petsc_memory(const ivp_model *m, const petsc_method *method);
double petsc_least_s(const ivp_model *m, const petsc_method *method);
void petsc_destroy(void *self);
ivp_status petsc_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status petsc_advance(void *self, real tmax, real *t, real *y);
ivp_status petsc_dense(void *self, real theta, real *y);
void petsc_finish(void *self);

#pragma GCC visibility pop

#define PETSC_SOLVER                                                                           \
    .library = PETSC_LIBRARY, .adaptive = true, .fixed_step = true, .missing = petsc_missing,  \
    .memory = memory, .least_s = least_s, .create = create, .destroy = petsc_destroy,          \
    .restart = petsc_restart, .advance = petsc_advance, .finish = petsc_finish

#endif
