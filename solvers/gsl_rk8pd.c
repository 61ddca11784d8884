/* gsl_rk8pd.c -- GSL's explicit Runge-Kutta pair of Prince and Dormand, 8(7) with 13 stages;
 * see adapters/gsl/odeiv2.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/gsl/odeiv2.h"

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return odeiv2_create(self, m, tol, gsl_odeiv2_step_rk8pd, NULL);
}

IVP_SOLVER(gsl_rk8pd,
    .title = "GSL, Prince-Dormand 8(7)",
    .family = "explicit_rk",
    .source = ODEIV2_LIBRARY
    "; P. J. Prince, J. R. Dormand, High order embedded Runge-Kutta formulae, "
    "J. Comput. Appl. Math. 7 (1981) 67-75",
    .library = ODEIV2_LIBRARY,
    .views = IVP_FIRST,
    .order = 8,
    .fixed_step = true,
    .adaptive = true,
    .create = create,
    .destroy = odeiv2_destroy,
    .restart = odeiv2_restart,
    .advance = odeiv2_advance,
    .verdict = odeiv2_verdict);
