/* gauss.c -- Gauss collocation of order 16, eight stages side by side in the lanes of the
 * processor; the method is kernel/methods/gauss/gauss.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

#include "kernel/methods/gauss/gauss.h"

IVP_SOLVER(gauss,
    .title = "Gauss collocation of order 16, eight stages side by side",
    .family = "gauss",
    .source = "Antonana, Makazaga, Murua 2018; Hairer, Norsett, Wanner, Solving ODEs I, II.7",
    .views = IVP_SECOND | IVP_FIRST,
    .formulations = IVP_AS_ODE | IVP_INDEX1 | IVP_BAUMGARTE1 | IVP_PROJECTED,
    .order = 16,
    .fixed_step = true,
    .adaptive = true,
    .steers = true,
    .create = gauss_create,
    .destroy = free,
    .restart = gauss_restart,
    .attempt = gauss_attempt,
    .verdict = gauss_verdict,
    .dense = gauss_dense);
