/* vode.c -- VODE, BDF or Adams formulas with variable coefficients; see
 * adapters/fortran/odepack.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/odepack.h"

enum { METHOD };
static const ivp_param options[] = {
    [METHOD] = { "method", "bdf", "formulas; Adams with functional iteration", "bdf adams" },
    { 0 },
};

static const odepack_method methods[] = {
    { .code = "dvode_", ODEPACK_USED, .full = 21, .banded = 24, .tells = true },
    { .code = "dvode_", ODEPACK_USED, .full = 10, .banded = 10, .tells = true },
};

static double memory(const ivp_model *m, const double *option)
{
    return odepack_memory(m, &methods[(int)option[METHOD]]);
}

static double least_s(const ivp_model *m, const double *option)
{
    return odepack_least_s(m, &methods[(int)option[METHOD]]);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    return odepack_create(self, m, tol, &methods[(int)option[METHOD]]);
}

IVP_SOLVER(vode,
    .title = "VODE, BDF or Adams formulas with variable coefficients",
    .source = "P. N. Brown, G. D. Byrne, A. C. Hindmarsh, VODE: a variable-coefficient ODE "
              "solver, SIAM J. Sci. Stat. Comput. 10 (1989) 1038-1051" ODEPACK_SETTINGS,
    .options = options,
    ODEPACK_SOLVER);
