/* petsc_bdf.c -- TSBDF of PETSc, BDF formulas with variable steps; see
 * adapters/petsc/petsc_ts.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc_ts.h"

enum { ORDER };
static const ivp_param options[] = {
    [ORDER] = { "order", "2", "of the formula, 1 to 6", NULL },
    { 0 },
};

static const petsc_method method = { .type = "bdf", .has_orders = true, .multipliers = 1e10 };

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    const double order = option[ORDER];
    return order >= 1 && order <= 6 && order == (int)order ? NULL
                                                           : "order must be 1, 2, 3, 4, 5 or 6";
}

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
    const ivp_status st = petsc_create(self, m, tol, &method);
    if (!st) ((petsc *)*self)->order = (int)option[ORDER];
    return st;
}

IVP_SOLVER(petsc_bdf,
    .title = "TSBDF of PETSc, BDF formula with variable steps",
    .source = PETSC_SOURCE "; multipliers left out of the norm by their tolerance",
    .views = IVP_RES,
    .formulations = IVP_AS_ODE | IVP_AS_LIN | IVP_AS_DAE | IVP_GGL | IVP_INDEX2 | IVP_INDEX1 |
                    IVP_BAUMGARTE1 | IVP_BAUMGARTE2,
    .h0_rule = IVP_H0_RTOL,
    .options = options,
    .refuses = refuses,
    .dense = petsc_dense,
    PETSC_SOLVER);
