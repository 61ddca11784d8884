/* moving.h -- the pictures of a mechanism along a run, as the problem draws them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_MOVING_H
#define REPORTS_MOVING_H

#include "reports/board/board.h"
#include "reports/text/json.h"

enum { MOVING_FRAMES = 96 };

/* Member "moving": {"t": column, "lines": [points ...], "x": [column ...], "y": [column ...]}.
 * Columns are those of drawing.h; each point has an x and a y, line after line. A coordinate
 * that does not change is a number. Nothing where the store has no pictures of the run. */
void moving_json(const board *b, const entry *e, json_out *o);

#endif
