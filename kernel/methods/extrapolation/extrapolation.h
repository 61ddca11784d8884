/* extrapolation.h -- polynomials through the latest points of a sequence of vectors, by
 * Newton's backward divided differences: predictors of multistep methods and correctors.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_EXTRAPOLATION_EXTRAPOLATION_H
#define KERNEL_METHODS_EXTRAPOLATION_EXTRAPOLATION_H

#include <ivp/base.h>

enum { EXTRAPOLATION_MAX = 3 }; /* highest degree */

typedef struct extrapolation {
    int n;                         /* length of the vectors */
    int points;                    /* known; those that count are at most MAX + 1 */
    real t[EXTRAPOLATION_MAX + 1]; /* latest first */
    /* divided[j] = z[t_0, ..., t_j], so that [0] is z itself; n each, storage of the caller */
    real *divided[EXTRAPOLATION_MAX + 1];
} extrapolation;

void extrapolation_forget(extrapolation *e);
void extrapolation_add(extrapolation *e, real t, const real *z); /* t differs from the last */

/* Highest degree that the points allow, and no more than `wanted`. */
int extrapolation_degree(const extrapolation *e, int wanted);
/* Highest degree up to which the terms of Newton's form at t shrink, measured by the root mean
 * square of the first `count` components. */
int extrapolation_smooth_degree(const extrapolation *e, real t, int count);

void extrapolation_at(const extrapolation *e, int degree, real t, real *z);

#endif
