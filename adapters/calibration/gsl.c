/* gsl.c -- GSL: linked, as the solvers are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/calibration/calibration.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_version.h>
#include <stdio.h>
#include <string.h>

enum { N = CALIBRATION_N, M = CALIBRATION_M };

static bool open(workpiece *w, char *version, size_t size)
{
    (void)w;
    snprintf(version, size, "%s", gsl_version);
    return true;
}

static void dot(workpiece *w)
{
    double s;
    const gsl_vector_const_view x = gsl_vector_const_view_array(w->x, N),
                                y = gsl_vector_const_view_array(w->y, N);
    gsl_blas_ddot(&x.vector, &y.vector, &s);
    w->sum += s;
}

/* z is z y, which stays finite: y is 1 here and there. */
static void product(workpiece *w)
{
    gsl_vector_view z = gsl_vector_view_array(w->z, N);
    const gsl_vector_const_view y = gsl_vector_const_view_array(w->y, N);
    memcpy(w->z, w->x, sizeof w->x);
    gsl_vector_mul(&z.vector, &y.vector);
}

const calibration calibrate_gsl = {
    "GSL", open, { { "ddot", dot, loop_dot }, { "gsl_vector_mul", product, loop_product } }
};
