/* slope.h -- a line through points by least squares, with the interval of its slope.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef SPEED_SLOPE_H
#define SPEED_SLOPE_H

#include <math.h>

enum { SLOPE_POINTS = 8 };

/* 97.5 % of Student's t with 1 .. 6 degrees of freedom */
static const double slope_student[] = { 0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447 };

/* 2 to SLOPE_POINTS points (x, y); *half: half the 95 % interval, NAN of two points. */
static inline void slope_fit(int n, const double *x, const double *y, double *slope,
                             double *half)
{
    double mx = 0, my = 0, xx = 0, xy = 0, rest = 0;
    for (int k = 0; k < n; k++) mx += x[k] / n, my += y[k] / n;
    for (int k = 0; k < n; k++) {
        xx += (x[k] - mx) * (x[k] - mx);
        xy += (x[k] - mx) * (y[k] - my);
    }
    *slope = xy / xx;
    for (int k = 0; k < n; k++) {
        const double e = y[k] - my - *slope * (x[k] - mx);
        rest += e * e;
    }
    *half = n > 2 ? slope_student[n - 2] * sqrt(rest / (n - 2) / xx) : NAN;
}

#endif
