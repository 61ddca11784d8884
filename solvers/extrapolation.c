/* extrapolation.c -- extrapolation of the explicit midpoint rule (Gragg, Bulirsch, Stoer), of
 * variable order and step size. kernel/methods/extrapolation/gragg.c has the formulas.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

#include "kernel/methods/extrapolation/gragg.h"

static const ivp_param options[] = {
    [GRAGG_COLUMNS] = { "columns", "0",
                        "always so many, order 2 columns; 0: as many as pay (constant steps: "
                        "4)",
                        NULL },
    [GRAGG_SMOOTHING] = { "smoothing", "no", "Gragg's, for an evaluation a row", "no yes" },
    { 0 },
};

static const char *refuses(const ivp_tol *tol, const double *option)
{
    const double columns = option[GRAGG_COLUMNS];
    const double least = tol->h > 0 ? 1 : 2;
    if (columns == 0) return NULL;
    return columns >= least && columns <= GRAGG_ROWS && columns == (int)columns
               ? NULL
               : "columns must be 0 or a whole number from 2 (with constant steps 1) to 11";
}

IVP_SOLVER(extrapolation,
    .title = "Extrapolation of the midpoint rule, variable order",
    .source = "Gragg 1965; Bulirsch, Stoer 1966; Hairer, Norsett, Wanner, Solving ODEs I, II.9",
    .family = "extrapolation",
    .views = IVP_FIRST,
    .fixed_step = true,
    .adaptive = true,
    .steers = true,
    .options = options,
    .refuses = refuses,
    .create = gragg_create,
    .destroy = free,
    .restart = gragg_restart,
    .attempt = gragg_attempt,
    .verdict = gragg_verdict,
    .dense = gragg_dense);
