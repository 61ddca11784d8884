/* lsode_adams.c -- LSODE, Adams formulas of orders 1 to 12; see adapters/fortran/odepack.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/odepack.h"

static const odepack_method method = {
    .code = "dlsode_", ODEPACK_NEXT, .full = 10, .banded = 10
};

static double memory(const ivp_model *m, const double *option)
{
    (void)option;
    return odepack_memory(m, &method);
}

static double least_s(const ivp_model *m, const double *option)
{
    (void)option;
    return odepack_least_s(m, &method);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return odepack_create(self, m, tol, &method);
}

IVP_SOLVER(lsode_adams,
    .title = "LSODE, Adams formulas of orders 1 to 12",
    .source = "A. C. Hindmarsh, ODEPACK, a systematized collection of ODE solvers, in "
              "Scientific Computing, 1983; functional iteration" ODEPACK_SETTINGS,
    ODEPACK_SOLVER);
