/* histories.h -- what happens along a run: step size, drift, observables against time. */
#ifndef REPORTS_HISTORIES_H
#define REPORTS_HISTORIES_H

#include "reports/diagrams.h"

bool history_steps(const diagram *d, bool *drawn);
bool history_drift(const diagram *d, bool *drawn);
/* Computed and reference above, their difference below. */
bool history_trajectory(const diagram *d, const quantity *q, bool *drawn);

/* The rung of a ladder that is drawn along time: of those that arrived the one nearest to
 * rtol = 1e-6, of constant steps the middle one; NULL if none arrived. */
const entry *history_rung(const board *b, const ladder *l);

#endif
