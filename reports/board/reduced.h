/* reduced.h -- the member "reduced" of a record's scoring:
 *
 *     { "reference": digest of its file, "" if there was none,
 *       "invariants": {name: relative drift},
 *       "trajectory": {series: {"exact": {...}, "spline": {...}}} }
 *
 * with the members of trajectory_error; NaN becomes null.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_REDUCED_H
#define REPORTS_REDUCED_H

#include "reports/board/board.h"

bool reduced_against(const json_t *reduced, const char *digest);
double reduced_drift(const json_t *reduced, const char *name);
/* Unknown ones where nothing was reduced. */
void reduced_errors(const json_t *reduced, const char *series,
                    trajectory_error error[TRAJECTORY_RULES]);
json_t *reduced_json(const group *g, const entry *e);

#endif
