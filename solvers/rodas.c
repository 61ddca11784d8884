/* rodas.c -- stiffly accurate Rosenbrock method of order 4(3), six stages; the method is
 * kernel/methods/rosenbrock/rodas.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rodas.h"

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return rodas_create(self, m, tol, &rodas_order4);
}

IVP_SOLVER(rodas,
    .title = "Stiffly accurate Rosenbrock method of order 4(3), six stages",
    .family = "rosenbrock",
    .source = "Hairer, Wanner: Solving ODEs II, IV.7, VI.4",
    .order = 4,
    RODAS_METHOD);
