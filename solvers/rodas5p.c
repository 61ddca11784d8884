/* rodas5p.c -- stiffly accurate Rosenbrock method of order 5(4), eight stages; the method is
 * kernel/methods/rosenbrock/rodas.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <ivp/solver.h>

#include <stdlib.h>

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
    .views = IVP_FIRST | IVP_LINEAR,
    .order = 5,
    .fixed_step = true,
    .adaptive = true,
    .declines = rodas_declines,
    .create = create,
    .destroy = free,
    .restart = rodas_restart,
    .attempt = rodas_attempt,
    .verdict = rodas_verdict,
    .dense = rodas_dense);
