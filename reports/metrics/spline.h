/* spline.h -- values between the points of a grid, as the Rosenbrock-Nystrom paper takes them:
 * natural cubic spline through the four neighbours E(r-1) .. E(r+2), T(r) <= t <= T(r+1) (first
 * four, last four at the ends). A time that occurs twice separates two pieces; nothing reaches
 * across.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SPLINE_H
#define REPORTS_SPLINE_H

typedef struct curve {
    int n;
    const double *t, *v; /* t ascending; equal times: a jump */
} curve;

typedef struct spline spline; /* remembers piece and window, for times that come in order */
spline *spline_new(curve grid);
void spline_free(spline *s);
/* NAN outside the grid; at a jump the value after it for side > 0, else before. */
double spline_at(spline *s, double t, int side);

#endif
