/* fit.h -- pieces of degree 20 through a solution known step by step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_FIT_H
#define REFERENCE_FIT_H

#include <ivp/base.h>

#include "reference/file/ref.h"

enum { FIT_NODES = 16, FIT_DEGREE = 20 };

/* A solution between ascending times, interpolated on each of n intervals at the zeros of
 * T_16; where seam[i], t[i] parts what a piece must not hide. */
typedef struct fit_source {
    int n, width;
    double *t;         /* n + 1 */
    bool *seam;        /* n */
    real *rows;        /* values, n x 16 x width; fit_prepare() turns them into coefficients */
    real *scale;       /* width: largest modulus */
    const real *floor; /* width: what each column counts as at least; NULL: nothing */
} fit_source;

/* Time of sample l of interval i: where the rows have to be. As doubles: a run goes there. */
double fit_time(const fit_source *s, int i, int l);
/* Samples become coefficients. Largest of |c_15| and |c_14|/16, relative to the column: above
 * what the interpolation on the intervals neglects. */
real fit_prepare(fit_source *s);
/* Longest pieces, one after another, whose last two coefficients and whose error at 42 places
 * between their nodes stay below 1.5e-16 of each column. error[width]: largest error found,
 * absolute, with the rounding of the coefficients. false: no memory. */
bool fit_pieces(const fit_source *s, ref_pieces *out, double *error);

#endif
