/* histories.h -- what happens along a run: step size, drift, observables against time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_HISTORIES_H
#define REPORTS_HISTORIES_H

#include "reports/figures/diagrams.h"

bool history_steps(const diagram *d, bool *drawn);
bool history_drift(const diagram *d, bool *drawn);
/* Computed and reference above, their difference below (tracks.c). */
bool history_trajectory(const diagram *d, const quantity *q, bool *drawn);

#endif
