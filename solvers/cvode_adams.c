/* cvode_adams.c -- CVODE's Adams-Moulton formulas, orders 1 to 12; see lib/cvode.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
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
    .source = CVODE_SOURCE,
    .library = SUNDIALS_LIBRARY,
    .views = IVP_FIRST,
    .adaptive = true,
    .keeps_history = true,
    .options = options,
    .refuses = refuses,
    .h0_rule = IVP_H0_OWN,
    .create = create,
    .destroy = cvode_destroy,
    .restart = cvode_restart,
    .advance = cvode_advance,
    .dense = cvode_dense,
    .finish = sundials_finish);
