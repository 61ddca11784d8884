/* calibration.h -- is a wrapped library compiled with optimisation?
 *
 * A library does a simple loop; the same loop was compiled here with -O2. The ratio of their
 * times tells an unoptimised build from an optimised one, whatever the machine. With r the
 * largest ratio of a library and m the geometric mean of its operations:
 *
 *     r > 5 and m > 2.6     not optimised
 *     r > 5 or  m > 2.6     in doubt
 *     else                  optimised
 *
 * On one core of 2026 the libraries of Debian 12 have r from 1.3 to 3.0 and m from 1.3 to 2.5,
 * SUNDIALS at -O2 2.0 and 1.3. Debian's SUNDIALS, compiled without optimisation, has 9.2 and
 * 5.3. Its N_VWrmsNorm alone has 4.7 to 5.4, so no single operation decides. Where a library
 * has one operation, m is no second opinion, and r > 5 decides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_CALIBRATION_CALIBRATION_H
#define ADAPTERS_CALIBRATION_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>

enum { CALIBRATION_N = 1000, CALIBRATION_M = 20, CALIBRATION_OPS = 3 };

/* What the operations work on. A is of order M, well conditioned, by columns. */
typedef struct workpiece {
    double x[CALIBRATION_N], y[CALIBRATION_N], z[CALIBRATION_N];
    double A[CALIBRATION_M * CALIBRATION_M], LU[CALIBRATION_M * CALIBRATION_M];
    int pivots[CALIBRATION_M];
    int starts[CALIBRATION_M + 1],
        row[CALIBRATION_M * CALIBRATION_M]; /* A as a sparse matrix */
    double sum;                             /* results go there, so that no loop is left out */
    void *function[CALIBRATION_OPS];        /* of the library, found by open() */
    void *x_, *y_, *z_;                     /* its own vectors with the same numbers */
} workpiece;

typedef void calibration_run(workpiece *w);

typedef struct calibration {
    const char *library; /* as the first word of the member `library` of solvers */
    bool (*open)(workpiece *w, char *version, size_t size); /* false: it is not installed */
    struct {
        const char *name;
        calibration_run *theirs, *ours;
    } op[CALIBRATION_OPS + 1]; /* ends with NULL */
} calibration;

extern const calibration calibrate_sundials, calibrate_gsl, calibrate_klu, calibrate_petsc,
    calibrate_desolve, calibrate_octave;
/* NULL where Boost's headers are not there */
extern const calibration calibrate_boost __attribute__((weak));

/* loops.c: each is the loop that libraries have for it */
calibration_run loop_sum;      /* z = 1.7 x + 0.3 y */
calibration_run loop_product;  /* z = x y */
calibration_run loop_dot;      /* sum x y */
calibration_run loop_norm;     /* sqrt(sum (x y)^2 / n) */
calibration_run loop_dassl;    /* m sqrt(sum ((x / y) / m)^2 / n), m = max |x / y| */
calibration_run loop_weights;  /* z = rtol |x| + atol */
calibration_run loop_quotient; /* max |x / y| */
calibration_run loop_rows;     /* sums of |A| over rows, A as a sparse matrix */
calibration_run loop_lu;       /* LU = P A, row by row exchange, column by column */

#endif
