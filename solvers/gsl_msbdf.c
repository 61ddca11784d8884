/* gsl_msbdf.c -- GSL's variable-coefficient BDF in Nordsieck form, orders 1 to 5; see
 * adapters/gsl/odeiv2.h.
 *
 * The method keeps its own history: for `projected` the kernel makes the right-hand side
 * f(P(y)) and delivers P(y). GSL does not tell how often it factors; one factorisation per
 * Jacobian is what is certain, and counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/gsl/odeiv2.h"

#include <string.h>

/* df/dy row by row, as GSL wants it; msbdf asks for df/dt and never reads it */
static int jacobian(double t, const double y[], double *dfdy, double dfdt[], void *self)
{
    struct odeiv2 *s = self;
    const int n = ivp_n(s->m);
    const ivp_status st = ivp_rhs_jac(s->m, t, y, (ivp_mat){ n, n, n, s->J });
    if (st) return odeiv2_answer(s, st);
    memset(dfdt, 0, (size_t)n * sizeof *dfdt);
    odeiv2_rows(s, dfdy);
    ivp_count(s->m, IVP_N_LU, 1);
    return GSL_SUCCESS;
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return odeiv2_create(self, m, tol, gsl_odeiv2_step_msbdf, jacobian);
}

IVP_SOLVER(gsl_msbdf,
    .title = "GSL, backward differentiation formulas",
    .family = "bdf",
    .source = ODEIV2_LIBRARY
    "; G. D. Byrne, A. C. Hindmarsh, A polyalgorithm for the numerical solution "
    "of ordinary differential equations, ACM TOMS 1 (1975) 71-96",
    .library = ODEIV2_LIBRARY,
    .views = IVP_FIRST,
    .adaptive = true,
    .keeps_history = true,
    .memory = odeiv2_memory,
    .least_s = odeiv2_least_s,
    .create = create,
    .destroy = odeiv2_destroy,
    .restart = odeiv2_restart,
    .advance = odeiv2_advance);
