/* drawing.h -- what a click on a run shows: its trajectory, errors, step sizes and drift as
 * points for drawing.
 *
 * A column is [low, high, log, "codes"]: two characters a point, base 64 (A-Z a-z 0-9 - _),
 * give k = 0 .. 4094 for low + (high - low) k / 4094, or the same of logarithms; 4095 is no
 * number. That is for the eye: numbers of the page stand in other members.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_DRAWING_H
#define REPORTS_DRAWING_H

#include "reports/board/board.h"
#include "reports/text/json.h"

enum { DRAWING_POINTS = 128, DRAWING_QUANTITIES = 3 };

/* {"t": column, "h": column, "q": [column ...], "e": [column ...], "drift": [g, v, a]} and, if
 * it moves, "moving" (moving.h); null where the store has no series of it. */
void drawing_json(const board *b, const group *g, const entry *e, bool moving, json_out *o);
/* Member "reference": a list of [t, value] or null, for the first quantities of the problem. */
void drawing_reference(const group *g, const entry *e, json_out *o);
/* How much of each entry of the board is drawn. All are drawn while the page is small enough;
 * otherwise the most important ones first, and these with their mechanism. */
typedef enum drawing_level { DRAWING_NONE, DRAWING_LINES, DRAWING_MOVING } drawing_level;
drawing_level *drawing_chosen(const board *b);

#endif
