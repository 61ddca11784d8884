/* stop.h -- did an event with IVP_STOP end a run? Such a run is over before the interval is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_STOP_H
#define BENCH_STOP_H

#include <jansson.h>

#include "bench/cell/record.h"

/* Is the last event of the record one that stops, at the time reached? scoring: the
 * record's, as JSON (docs/store.md); NULL: no. Nothing of either is trusted: a worker wrote
 * them. */
bool record_stopped(const record *r, const json_t *scoring);

#endif
