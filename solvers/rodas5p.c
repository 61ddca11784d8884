/* rodas5p.c -- stiffly accurate Rosenbrock method of order 5(4), eight stages; the method is
 * kernel/methods/rosenbrock/rodas.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rodas.h"

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return rodas_create(self, m, tol, &rodas5p_order5);
}

IVP_SOLVER(rodas5p,
    .title = "Stiffly accurate Rosenbrock method of order 5(4), eight stages",
    .family = "rosenbrock",
    .source = "Steinebach, BIT Numerical Mathematics 63 (2023)",
    .order = 5,
    RODAS_METHOD);
