/* hermite.h -- the cubic that interpolates a function and its slopes at both ends of a step,
 *
 *     H(theta) = (1 - theta) v0 + theta v1 + bulge(theta)        theta in [0, 1]
 *     bulge    = theta (1 - theta) ((1 - theta) (h v0' - rise) - theta (h v1' - rise))
 *     rise     = v1 - v0
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_HERMITE_H
#define KERNEL_METHODS_HERMITE_H

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

#endif
