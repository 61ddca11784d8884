/* recorder.h -- records a run: one row per point, thinned if there are too many.
 *
 * Rows are kept for every accepted step up to RECORD_ROWS, of large systems up to
 * RECORD_NUMBERS numbers. Beyond, every second plain step goes, then every second of the rest,
 * and so on. Starts and ends stay; so do events and restarts, unless they alone are more than
 * half of the rows: then they are thinned like steps. The drift of a row is the largest since
 * the previous row, so thinning does not hide a violation. What else is judged along the run's
 * own grid goes whole to a scratch file from there on (whole.h).
 *
 * Where a cell asks for less (record.h), columns and rows go at the end of the run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_RECORDER_H
#define BENCH_RECORDER_H

#include "bench/cell/record.h"
#include "bench/cell/columns.h"

#include "kernel/stepping/evolve.h"

typedef struct recorder recorder;

/* columns: descriptor of a scratch file for complete columns, or -1. series: columns that the
 * cell requests. */
recorder *recorder_new(instance *i, int columns, const char *series);
void recorder_watch(void *self, const evolve_point *p); /* an evolve_watch */
/* Moves series and events out of r and frees r. *whole gets all rows of the columns that errors
 * need; NULL if nothing was thinned. */
void recorder_finish(recorder *r, record *to, whole_rows **rows);

#endif
