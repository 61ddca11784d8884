/* peers.h -- wrapped codes against the fastest in house, at equal digits: per problem, and per
 * peer and class of problems.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SPEED_PEERS_H
#define REPORTS_SPEED_PEERS_H

#include "reports/speed/call_costs.h"

/* A row a peer, problem and 3, 6, 9 digits of the board's metric, both sides in their cheapest
 * configuration. The ratio peer / in house has the 99.9 % interval that decides. Beside it
 * stands the ratio of a bare program around the code, where `calls` has its instructions
 * (tools/overhead.sh; NULL: none). Ratios below 1 are losses, and stand as they are. The last
 * column is the calibration of the peer's library. A peer behind a long set-up is compared by
 * its solves, and the set-up is named. Not asked, not timed and not there are three things. */
table *peers_table(const board *b, const calls_file *calls);

/* A row a peer and class: how many comparisons, wins and losses beyond doubt. Then the
 * geometric mean and the least ratio with their intervals, the mean of those with a bare
 * program, the calibration. Then how many could not be compared, and why. */
table *peers_summary(const board *b, const calls_file *calls);

#endif
