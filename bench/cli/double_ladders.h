/* double_ladders.h -- runs the ladders of a plan from loose to tight, and gives no run much
 * more time than others need.
 *
 * All ladders run the first rung, then all others, under one limit of CPU time. Then each rung
 * in turn is looked at. If fewer than two families arrive there, those that ended at the limit
 * run again with eight times as much. For a third family they do so once. The limit of the plan
 * is the last one. A ladder that ends at the limit goes no further: tighter rungs take longer.
 * The limit never shrinks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_DOUBLE_LADDERS_H
#define BENCH_CLI_DOUBLE_LADDERS_H

#include "bench/cli/run_plan.h"

/* Runs p into the store, as run_cells(). until_s: the time, by now_s(), after which no rung
 * begins; 0: none. The code of run_cells(). */
int double_ladders_run(const plan *p, const run_options *o, const char *store, double until_s);

#endif
