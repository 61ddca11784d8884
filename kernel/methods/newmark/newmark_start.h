/* newmark_start.h -- accelerations, and how fast they change, at a state that no step has led
 * to.
 *
 *     [ M  G^T ] [ a      ]   [ f     ]
 *     [ G  0   ] [ lambda ] = [ gamma ]
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_NEWMARK_NEWMARK_START_H
#define KERNEL_METHODS_NEWMARK_NEWMARK_START_H

#include "kernel/methods/newmark/newmark.h"

/* z := (a, lambda, x') at (t, y); destroys the matrix of the iteration. */
ivp_status newmark_accelerations(newmark *s, real t, const real *y, real *z);

/* change := h (a', x''), in the positions of a and x' in z, from differences along two explicit
 * steps of size h. If second differences are not small relative to the first, h does not
 * resolve the motion, and change := 0. z: accelerations at (t, y); work: 2 n. */
ivp_status newmark_trend(newmark *s, real t, real h, const real *y, const real *z, real *change,
                         real *work);

/* v := the part of `change` normal to the constraints at (t, y), in the metric of masses. */
ivp_status newmark_normal_part(newmark *s, real t, const real *y, const real *change, real *v);

#endif
