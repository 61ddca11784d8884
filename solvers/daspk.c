/* daspk.c -- DASPK with direct linear algebra, BDF formulas for F(t, y, y') = 0; see
 * adapters/fortran/dassl.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/dassl.h"
#include "adapters/fortran/desolve.h"

static const dassl_method method = {
    .lacking = "deSolve.so cannot be opened, or has no ddaspk_",
    .past = 38,
    .differences = 50,
    .takes_cj = true,
    .scales = true,
    .tells_newton = true,
};

static double memory(const ivp_model *m, const double *option)
{
    (void)option;
    return dassl_memory(m, &method);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return dassl_create(self, m, tol, &method, desolve_function("ddaspk_"),
                        desolve_function("ddatrp_"), 1);
}

IVP_SOLVER(daspk,
    .title = "DASPK, BDF formulas for differential-algebraic equations",
    .source = "P. N. Brown, A. C. Hindmarsh, L. R. Petzold, Using Krylov methods in the "
              "solution of large-scale differential-algebraic systems, SIAM J. Sci. Comput. 15 "
              "(1994) 1467-1488; code of 2000, in " DESOLVE_LIBRARY
              "; settings: exact matrix, full or banded; where unknowns have index 2 or 3, "
              "their sizes given (INFO(21) to INFO(23), deSolve's), algebraic ones left out of "
              "the error test (INFO(16))",
    .library = DESOLVE_LIBRARY,
    .missing = desolve_missing,
    DASSL_SOLVER);
