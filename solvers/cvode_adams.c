/* cvode_adams.c -- CVODE's Adams-Moulton formulas, orders 1 to 12; see
 * adapters/sundials/cvode.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/sundials/cvode.h"

enum { MAX_ORDER, CORRECTOR };
static const ivp_param options[] = {
    [MAX_ORDER] = { "max_order", "12", "highest order, 1 to 12", NULL },
    [CORRECTOR] = { "corrector", "functional", "iteration of the corrector",
                    "functional newton" },
    { 0 },
};

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    return cvode_order_refused(option[MAX_ORDER], 12);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const struct cvode_method adams = {
        .lmm = CV_ADAMS,
        .max_order = (int)option[MAX_ORDER],
        .newton = (int)option[CORRECTOR] == 1,
    };
    return cvode_create(self, m, tol, &adams);
}

IVP_SOLVER(cvode_adams,
    .title = "CVODE, Adams-Moulton formulas",
    .family = "adams",
    CVODE_METHOD);
