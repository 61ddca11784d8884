/* curves.h -- work-precision curves of ladders, for whoever ranks them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_CURVES_H
#define REPORTS_CURVES_H

#include "reports/board/board.h"

/* By the digits that judge (board_judge_by()). Points at the bar of the reference take no part;
 * several runs of a rung are one point, their mean. */
cost_curve *curves_new(const board *b, const ladder *l);
/* The same for one level of digits: where every point of the curve has more of them, the
 * cheapest one costs what the level does. */
cost_curve *curves_at(const board *b, const ladder *l, double level);

/* Probability that x is cheaper than y at a level. From each rung with several runs one is
 * drawn at random, with a fixed seed; NAN if no rung has several. A curve that does not reach
 * the level counts as more expensive. */
double curves_stability(const board *b, const ladder *x, const ladder *y, double level);

/* Do only points at the bar have so many digits? */
bool curves_at_the_bar(const board *b, const ladder *l, double level);
/* Machines are different clocks: they are never compared. */
bool curves_comparable(const board *b, const ladder *x, const ladder *y);

#endif
