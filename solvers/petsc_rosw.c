/* petsc_rosw.c -- TSROSW of PETSc, linearly implicit Runge-Kutta methods, by default RA34PW2 of
 * order 3; see adapters/petsc/petsc_ts.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc_ts.h"

static const petsc_method method = { .type = "rosw" };

static double memory(const ivp_model *m, const double *option)
{
    (void)option;
    return petsc_memory(m, &method);
}

static double least_s(const ivp_model *m, const double *option)
{
    (void)option;
    return petsc_least_s(m, &method);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return petsc_create(self, m, tol, &method);
}

IVP_SOLVER(petsc_rosw,
    .title = "TSROSW of PETSc, Rosenbrock-W method RA34PW2",
    .source = PETSC_SOURCE"; J. Rang, L. Angermann, BIT 45 (2005) 761-787",
    .views = IVP_RES,
    .formulations = IVP_AS_ODE | IVP_AS_LIN,
    .order = 3,
    .h0_rule = IVP_H0_RTOL,
    .dense = petsc_dense,
    PETSC_SOLVER);
