/* petsc_alpha2.c -- TSALPHA2 of PETSc, the generalised alpha method on v'' = f(t, v, v'); see
 * adapters/petsc/petsc_ts.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc_ts.h"

/* No dense output: TSInterpolate has the positions alone. */
static const petsc_method method = { .type = "alpha2", .second = true };

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

IVP_SOLVER(petsc_alpha2,
    .title = "TSALPHA2 of PETSc, generalised alpha method for second-order equations",
    .source = PETSC_SOURCE"; J. Chung, G. M. Hulbert, J. Appl. Mech. 60 (1993) 371-375",
    .views = IVP_SECOND,
    .order = 2,
    .h0_rule = IVP_H0_RTOL,
    .keeps_history = true,
    PETSC_SOLVER);
