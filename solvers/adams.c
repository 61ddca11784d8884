/* adams.c -- Adams-Bashforth-Moulton formulas of orders 1 to 12, of variable order and step
 * size. kernel/methods/multistep/adams.c has the formulas.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

#include "kernel/methods/multistep/adams.h"

static const ivp_param options[] = {
    [ADAMS_MAX_ORDER] = { "max_order", "12", "highest order of the predictor, 1 to 12", NULL },
    [ADAMS_MODE] = { "mode", "pece", "two evaluations a step, or one", "pece pec" },
    { 0 },
};

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    const double order = option[ADAMS_MAX_ORDER];
    return order >= 1 && order <= ADAMS_ORDERS && order == (int)order
               ? NULL
               : "max_order must be a whole number from 1 to 12";
}

IVP_SOLVER(adams,
    .title = "Adams PECE of orders 1 to 12",
    .family = "adams",
    .source = "Shampine, Gordon: Computer Solution of Ordinary Differential Equations, 1975",
    .views = IVP_FIRST,
    .adaptive = true,
    .steers = true,
    .options = options,
    .refuses = refuses,
    .create = adams_create,
    .destroy = free,
    .restart = adams_restart,
    .attempt = adams_attempt,
    .verdict = adams_verdict,
    .dense = adams_dense);
