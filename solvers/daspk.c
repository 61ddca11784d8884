/* daspk.c -- DASPK, BDF formulas for F(t, y, y') = 0, with factorised matrices or with GMRES; see
 * adapters/fortran/dassl.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/dassl.h"
#include "adapters/fortran/desolve.h"

enum { LINEAR_SOLVER, PRECONDITIONER, WIDTH };
static const ivp_param options[] = {
    [LINEAR_SOLVER] = { "linear_solver", "direct", "solver of the linear systems",
                        "direct gmres" },
    [PRECONDITIONER] = { "preconditioner", "ilu0", "of linear_solver=gmres",
                         "none ilu0 band block" },
    [WIDTH] = { "preconditioner_width", "1",
                "band: diagonals on each side; block: unknowns of a block", NULL },
    { 0 },
};

static const dassl_method method = {
    .lacking = "deSolve.so cannot be opened, or has no ddaspk_",
    .past = 38,
    .differences = 50,
    .takes_cj = true,
    .scales = true,
    .tells_newton = true,
};

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    return ivp_preconditioner_refused((ivp_precondition_kind)option[PRECONDITIONER],
                                      option[WIDTH]);
}

static double memory(const ivp_model *m, const double *option)
{
    return option[LINEAR_SOLVER] > 0 ? 0 : dassl_memory(m, &method);
}

static double least_s(const ivp_model *m, const double *option)
{
    return option[LINEAR_SOLVER] > 0 ? 0 : dassl_least_s(m, &method);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const dassl_setup of = { .method = &method,
                             .code = desolve_function("ddaspk_"),
                             .past = desolve_function("ddatrp_"),
                             .factor = 1,
                             .gmres = option[LINEAR_SOLVER] > 0,
                             .kind = (ivp_precondition_kind)option[PRECONDITIONER],
                             .width = (int)option[WIDTH] };
    return dassl_create(self, m, tol, &of);
}

IVP_SOLVER(daspk,
    .title = "DASPK, BDF formulas for differential-algebraic equations",
    .source = "P. N. Brown, A. C. Hindmarsh, L. R. Petzold, Using Krylov methods in the "
              "solution of large-scale differential-algebraic systems, SIAM J. Sci. Comput. 15 "
              "(1994) 1467-1488; code of 2000, in " DESOLVE_LIBRARY
              "; settings: exact matrix, full or banded, or GMRES with five vectors; where unknowns have index 2 or 3, "
              "their sizes given (INFO(21) to INFO(23), deSolve's), algebraic ones left out of "
              "the error test (INFO(16))",
    .library = DESOLVE_LIBRARY,
    .options = options,
    .refuses = refuses,
    .missing = desolve_missing,
    DASSL_SOLVER);
