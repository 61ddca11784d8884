/* plausible.h -- checks a worker's result against the times and events that the parent
 * observed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLAUSIBLE_H
#define BENCH_PLAUSIBLE_H

#include "bench/crew/child.h"

/* Returns false with a sentence in why if they contradict each other. */
bool plausible(const child *c, const record *r, reason *why);

#endif
