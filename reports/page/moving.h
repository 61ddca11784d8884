/* moving.h -- the pictures of a mechanism along a run, as the problem draws them. */
#ifndef REPORTS_MOVING_H
#define REPORTS_MOVING_H

#include "reports/board/board.h"
#include "reports/text/json.h"

enum { MOVING_FRAMES = 96 };

/* Member "moving": {"t": column, "lines": [points ...], "x": [column ...], "y": [column ...]},
 * columns of drawing.h, one x and y for each point, line after line; a coordinate that does not
 * change is a number. Nothing where the store has no pictures of the run. */
void moving_json(const board *b, const entry *e, json_out *o);

#endif
