/* phase.h -- phase and amplitude of an error apart, where a solution oscillates.
 *
 * A run whose clock is off by a little is wrong by shift times slope everywhere, though its
 * amplitude is right. The shift that explains most of the error is
 *
 *     y(t_i) ~ E(t_i + tau(t_i)),   tau(t) = a + b (t - t_1)   in least squares,
 *
 * as phase errors begin somewhere and grow. What it leaves is the error of the amplitude.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PHASE_H
#define REPORTS_PHASE_H

#include "reports/metrics/trajectory.h"

typedef struct phase {
    double shift;     /* tau at the last point: positive, the run is ahead; NAN: not known */
    double explained; /* 1 - rest^2 / RMS^2 */
    double rest;      /* root mean square of what is left, over the points */
} phase;

/* exact: the reference at the own points. Of a solution with fewer than four turns, two
 * periods, nothing is known. */
phase phase_of(curve computed, const double *exact, const trajectory_reference *E);

#endif
