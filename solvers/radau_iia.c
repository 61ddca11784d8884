/* radau_iia.c -- Radau IIA methods of order 5, 9 and 13; the method is
 * kernel/methods/radau/radau_iia.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

#include "kernel/methods/radau/radau_iia.h"

static const ivp_param options[] = {
    { "stages", "variable", "3, 5, 7: order 5, 9, 13; variable: 3 with constant steps",
      "variable 3 5 7" },
    { 0 },
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const int word = (int)option[0];
    return radau_iia_create(self, m, tol, word ? 1 + 2 * word : 0);
}

IVP_SOLVER(radau_iia,
    .title = "Radau IIA methods of order 5, 9 and 13, variable order",
    .source = "Hairer, Wanner: Solving ODEs II, IV.8; J. Comput. Appl. Math. 111 (1999)",
    .family = "radau",
    .views = IVP_FIRST | IVP_RES,
    .fixed_step = true,
    .adaptive = true,
    .steers = true,
    .options = options,
    .create = create,
    .destroy = free,
    .restart = radau_iia_restart,
    .attempt = radau_iia_attempt,
    .verdict = radau_iia_verdict,
    .dense = radau_iia_dense);
