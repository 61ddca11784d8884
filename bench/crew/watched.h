/* watched.h -- CPU seconds of a watched solve, which its result keeps where a finer rung waits
 * for it: member "watched_s" of the scoring.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_WATCHED_H
#define BENCH_WATCHED_H

#include "bench/cell/record.h"

void watched_note(record *r, double cpu_s);

/* Where nothing was noted, in a store of another plan, the median of the timed solves; 0: not
 * known. */
double watched_seconds(const record *r);

#endif
