/* petsc_arkimex.c -- TSARKIMEX of PETSc with all of F implicit, by default ARKIMEX 3; see
 * adapters/petsc/petsc_ts.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc_ts.h"

static const petsc_method method = { .type = "arkimex", .fully_implicit = true };

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

IVP_SOLVER(petsc_arkimex,
    .title = "TSARKIMEX of PETSc, all of it implicit: diagonally implicit Runge-Kutta method "
             "of order 3",
    .source = PETSC_SOURCE"; C. A. Kennedy, M. H. Carpenter, Appl. Numer. Math. 44 (2003) "
                          "139-181",
    .views = IVP_RES,
    .formulations = IVP_AS_ODE | IVP_AS_LIN | IVP_AS_DAE | IVP_INDEX1 | IVP_BAUMGARTE1,
    .h0_rule = IVP_H0_RTOL,
    .dense = petsc_dense,
    PETSC_SOLVER);
