/* trajectory.h -- errors of a computed quantity along its own grid against a reference.
 *
 * Two rules define the reference at the solver's own times. TRAJECTORY_EXACT evaluates its
 * pieces, also on both sides of an event. TRAJECTORY_PAPER evaluates a spline through a grid
 * (spline.h), as the Rosenbrock-Nystrom paper does.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TRAJECTORY_H
#define REPORTS_TRAJECTORY_H

#include <stdbool.h>

#include "bench/base/fields.h"
#include "reference/file/ref.h"
#include "reports/metrics/spline.h"

typedef enum trajectory_rule {
    TRAJECTORY_EXACT,
    TRAJECTORY_PAPER,
    TRAJECTORY_RULES
} trajectory_rule;

/* What a quantity is compared with: one column of a reference. */
typedef struct trajectory_reference {
    const ref *r;
    int column;
    double bar; /* largest error of the column; negative: not known */
    curve grid; /* the paper's; n = 0: none */
} trajectory_reference;

/* Matched events of the run and of the reference. Between them own time is mapped linearly, so
 * a time error of an event does not count as an error of the state. */
typedef struct time_map {
    int n;
    const double *computed, *ref;
} time_map;

typedef struct trajectory_error {
    int n;              /* points compared; 0: nothing known */
    double max, t_star; /* largest difference and its (own) time */
    double rms, l2;     /* root mean square over points; over time */
    double percent;     /* 100 max / |reference there|; NAN if that is 0 */
    double bar;         /* error of the reference, with rounding, or spline; NAN: not known */
    /* Phase error by the exact rule if the solution oscillates (phase.h), else NAN. Time shift
     * at the end, its share of the error, and the root mean square of the remaining amplitude
     * error. */
    double shift, explained, rest;
    bool marked; /* max is within a factor 10 of the bar, or that is not known */
} trajectory_error;

/* The numbers of an error, by the names that stores and exports give them; ends with { 0 }. */
extern const field_row trajectory_fields[];

trajectory_error trajectory_unknown(void);
trajectory_error trajectory_compare(curve computed, const trajectory_reference *E,
                                    const time_map *map, trajectory_rule rule);
/* Differences point by point by the exact rule: own.n numbers, NAN without a reference. */
void trajectory_differences(curve computed, const trajectory_reference *E, const time_map *map,
                            double *difference);

#endif
