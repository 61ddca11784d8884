/* lsoda.c -- LSODA, Adams and BDF formulas with automatic choice; see
 * adapters/fortran/odepack.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/odepack.h"

static const odepack_method method = {
    .code = "dlsoda_", ODEPACK_NEXT, .full = 1, .banded = 4, .may_switch = true
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

IVP_SOLVER(lsoda,
    .title = "LSODA, Adams and BDF formulas with automatic choice",
    .source = "A. C. Hindmarsh, ODEPACK, a systematized collection of ODE solvers, in "
              "Scientific Computing, 1983; L. R. Petzold, SIAM J. Sci. Stat. Comput. 4 (1983) "
              "136-148" ODEPACK_SETTINGS,
    ODEPACK_SOLVER);
