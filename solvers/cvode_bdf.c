/* cvode_bdf.c -- CVODE's backward differentiation formulas, orders 1 to 5; see
 * adapters/sundials/cvode.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/sundials/cvode.h"

enum { MAX_ORDER, CORRECTOR, LINEAR_SOLVER, PRECONDITIONER };
static const ivp_param options[] = {
    [MAX_ORDER] = { "max_order", "5", "highest order, 1 to 5", NULL },
    [CORRECTOR] = { "corrector", "newton", "iteration of the corrector", "newton functional" },
    [LINEAR_SOLVER] = SUNDIALS_LINEAR_SOLVER,
    SUNDIALS_KRYLOV_OPTIONS(PRECONDITIONER),
    { 0 },
};

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    const char *order = cvode_order_refused(option[MAX_ORDER], 5);
    return order ? order : sundials_krylov_refused(option + PRECONDITIONER);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const struct cvode_method bdf = {
        .lmm = CV_BDF,
        .max_order = (int)option[MAX_ORDER],
        .newton = (int)option[CORRECTOR] == 0,
        .linear_solver = (int)option[LINEAR_SOLVER],
        .krylov = sundials_krylov_choose(option + PRECONDITIONER),
    };
    return cvode_create(self, m, tol, &bdf);
}

IVP_SOLVER(cvode_bdf,
    .title = "CVODE, backward differentiation formulas",
    .family = "bdf",
    CVODE_METHOD);
