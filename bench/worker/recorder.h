/* recorder.h -- what a watched run leaves: one row per point, thinned when it gets too long.
 *
 * Rows are kept for every accepted step up to RECORDER_ROWS; beyond, every second plain step
 * goes, then every second of the rest, and so on. Starts, ends, events and restarts stay, and a
 * row's drift is the largest since the row before it, so that no violation is thinned away. */
#ifndef BENCH_RECORDER_H
#define BENCH_RECORDER_H

#include "bench/cell/record.h"

#include "kernel/stepping/evolve.h"

enum { RECORDER_ROWS = 4096 };

typedef struct recorder recorder;

recorder *recorder_new(instance *i);
void recorder_watch(void *self, const evolve_point *p); /* an evolve_watch */
void recorder_finish(recorder *r, record *to);          /* moves series and events; frees r */

#endif
