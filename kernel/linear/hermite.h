/* hermite.h -- the cubic that interpolates a function and its slopes at both ends of a step,
 *
 *     H(theta) = (1 - theta) v0 + theta v1 + bulge(theta)        theta in [0, 1]
 *     bulge    = theta (1 - theta) ((1 - theta) (h v0' - rise) - theta (h v1' - rise))
 *     rise     = v1 - v0
 *
 * As a sum over the four, and its derivative by time:
 *
 *     H  = (1 - theta)^2 (1 + 2 theta) v0 + theta^2 (3 - 2 theta) v1
 *          + h theta (1 - theta)^2 v0' - h theta^2 (1 - theta) v1'
 *     H' = 6 theta (1 - theta) rise / h + (1 - theta) (1 - 3 theta) v0' + theta (3 theta - 2) v1'
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_LINEAR_HERMITE_H
#define KERNEL_LINEAR_HERMITE_H

#include <ivp/base.h>

/* What the cubic adds to the chord; slopes are multiplied by h. */
static inline real hermite_bulge(real theta, real rise, real slope0, real slope1)
{
    const real rest = 1 - theta;
    return theta * rest * (rest * (slope0 - rise) - theta * (slope1 - rise));
}

static inline real hermite_cubic(real theta, real v0, real v1, real slope0, real slope1)
{
    return (1 - theta) * v0 + theta * v1 + hermite_bulge(theta, v1 - v0, slope0, slope1);
}

typedef struct hermite_weights {
    real v0, v1, slope0, slope1;
} hermite_weights;

static inline hermite_weights hermite_at(real theta, real h)
{
    const real s = 1 - theta;
    return (hermite_weights){ .v0 = s * s * (1 + 2 * theta),
                              .v1 = theta * theta * (3 - 2 * theta),
                              .slope0 = theta * s * s * h,
                              .slope1 = -theta * theta * s * h };
}

/* Of H'; v1 is the weight of the rise, and v0 is 0. */
static inline hermite_weights hermite_slope_at(real theta, real h)
{
    return (hermite_weights){ .v1 = 6 * theta * (1 - theta) / h,
                              .slope0 = (1 - theta) * (1 - 3 * theta),
                              .slope1 = theta * (3 * theta - 2) };
}

#endif
