/* requested.h -- which cells of a plan a campaign runs.
 *
 * A rung with `until` (bench/plan/plan.h) is run after the next coarser rung if that one
 *   - has arrived, in at most `seconds` of CPU time,
 *   - is not at the limit of the reference,
 *   - has, as all coarser rungs, fewer than `digits` digits.
 * A rung without more digits than the one before does not end the ladder: digits scatter.
 * Digits are those of scd. The CPU time is that of the watched solve, which the store keeps, so
 * that a campaign that goes on decides as before. Other cells wait for nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_REQUESTED_H
#define BENCH_REQUESTED_H

#include "bench/crew/results.h"

/* These functions return false if the store failed; the campaign has the reason. */

/* One task for each cell of the plan. The cells that wait for nothing are stored as planned, so
 * reports know which version of a cell is current. Results of an earlier run are found. */
bool requested_begin(campaign *k, task *tasks, const plan *p);

/* The same of rungs whose coarser rung is known now; n: how many. */
bool requested_further(campaign *k, task *tasks, int ntasks, int *n);

#endif
