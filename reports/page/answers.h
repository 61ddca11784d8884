/* answers.h -- who is cheapest at so many digits, for the page: as data and as a table.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_ANSWERS_H
#define REPORTS_ANSWERS_H

#include "reports/board/board.h"
#include "reports/text/json.h"
#include "reports/text/table.h"

enum { ANSWERS_DIGITS = 12 }; /* levels of digits from 1 to this */

/* Member "answers": a list for every problem and machine, of lists for 1 .. ANSWERS_DIGITS
 * digits (scd), of those who arrive, cheapest first:
 *
 *     [ladder, seconds, verdict, ratio, low, high, own verdict, own ratio, own low, own high,
 *     holds]
 *
 * Ratios are relative to the cheapest of all and to the cheapest of the same solver. Verdict 1:
 * the difference is not significant. holds: if a rung has several runs, how often the cheapest
 * stays so when one run is drawn at random. The numbers are those of `ivpbench rank`. */
void answers_json(const board *b, json_out *o);

/* Members "spent": cost of each ladder for 1 .. ANSWERS_DIGITS digits in CPU seconds and in
 * evaluations of f, as in performance profiles. Points at the error bar keep their digits.
 * null: the ladder does not reach them. */
void answers_spent(const board *b, const ladder *l, json_out *o);
/* Digits that the reference of a problem tells apart; NAN: nothing is scored. */
double answers_limit(const board *b, const group *g);

/* The same in words for 3, 6 and 9 digits, for readers without a script. */
table *answers_table(const board *b);

#endif
