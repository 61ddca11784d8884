/* sundials.c -- SUNDIALS and KLU: linked, as the solvers are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/calibration/calibration.h"
#include "adapters/sundials/sundials_versions.h"

#include <klu.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sundials/sundials_dense.h>

enum { N = CALIBRATION_N, M = CALIBRATION_M };

static bool open_sundials(workpiece *w, char *version, size_t size)
{
    SUNContext context;
#if SUNDIALS_VERSION_MAJOR < 7
    if (SUNContext_Create(SUN_COMM_NULL, &context)) return false;
#else
    if (SUNContext_Create(SUN_COMM_NULL, &context) || sundials_silent_context(context))
        return false;
#endif
    w->x_ = N_VMake_Serial(N, w->x, context);
    w->y_ = N_VMake_Serial(N, w->y, context);
    w->z_ = N_VMake_Serial(N, w->z, context);
    snprintf(version, size, "%s (%s)", SUNDIALS_VERSION, SUNDIALS_BUILT);
    return w->x_ && w->y_ && w->z_;
}

static void norm(workpiece *w) { w->sum += N_VWrmsNorm(w->x_, w->y_); }
static void sum(workpiece *w) { N_VLinearSum(1.7, w->x_, 0.3, w->y_, w->z_); }

static void lu(workpiece *w)
{
    double *columns[M];
    sunindextype pivots[M];
    memcpy(w->LU, w->A, sizeof w->A);
    for (int j = 0; j < M; j++) columns[j] = w->LU + j * M;
    w->sum += (double)SUNDlsMat_denseGETRF(columns, M, M, pivots);
}

const calibration calibrate_sundials = { "SUNDIALS",
                                         open_sundials,
                                         { { "N_VWrmsNorm", norm, loop_norm },
                                           { "N_VLinearSum", sum, loop_sum },
                                           { "denseGETRF", lu, loop_lu } } };

static bool open_klu(workpiece *w, char *version, size_t size)
{
    (void)w;
    snprintf(version, size, "%d.%d.%d", KLU_MAIN_VERSION, KLU_SUB_VERSION, KLU_SUBSUB_VERSION);
    return true;
}

static void rows(workpiece *w)
{
    klu_common common;
    klu_defaults(&common);
    if (!klu_scale(1, M, w->starts, w->row, w->A, w->z, NULL, &common)) w->sum = -1;
}

const calibration calibrate_klu = { "KLU", open_klu, { { "klu_scale", rows, loop_rows } } };
