/* bdf.c -- backward differentiation formulas of orders 1 to 5 with fixed leading coefficient,
 * of variable order and step size, for mechanical systems with constraints directly at index 3
 * or stabilised (ggl), and for y' = f and M y' = f. kernel/methods/multistep/bdf.c has the
 * formulas.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

#include "kernel/methods/multistep/bdf.h"

static const ivp_param options[] = {
    [BDF_MAX_ORDER] = { "max_order", "5", "highest order", "1 2 3 4 5" },
    { 0 },
};

IVP_SOLVER(bdf,
    .title = "BDF of orders 1 to 5, fixed leading coefficient",
    .family = "bdf",
    .source = "Gear 1971; Brenan, Campbell, Petzold: Numerical Solution of IVPs in DAEs, 1996",
    .views = IVP_MECH_VIEW | IVP_FIRST | IVP_LINEAR,
    .formulations = IVP_INDEX3 | IVP_GGL | IVP_AS_ODE | IVP_STATE_SPACE | IVP_PROJECTED |
                    IVP_INDEX1 | IVP_BAUMGARTE1 | IVP_AS_LIN,
    .blocks = IVP_INDEX3 | IVP_GGL | IVP_AS_ODE,
    .adaptive = true,
    .steers = true,
    .keeps_history = true,
    .options = options,
    .create = bdf_create,
    .destroy = free,
    .restart = bdf_restart,
    .attempt = bdf_attempt,
    .verdict = bdf_verdict,
    .dense = bdf_dense);
