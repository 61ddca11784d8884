/* printed_runs.h -- runs that others have printed, of codes that need not be here, to stand
 * beside those that were measured: counts and digits, no times.
 *
 *     { "title", "source", "runs": [ { "problem", "code", "place", "rtol", "scd", "mescd",
 *     "steps",
 *                                      "accepted", "n_f", "n_jac", "n_lu" } ] }
 *
 * Of numbers those that were printed; problems with their usual parameters.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_CUSTOM_PRINTED_RUNS_H
#define REPORTS_CUSTOM_PRINTED_RUNS_H

#include "reports/board/board.h"
#include "reports/text/json.h"
#include "reports/text/table.h"

/* From a text; NULL where it is none of that form. The caller calls json_decref(). */
json_t *printed_read(const char *text, size_t size);
/* Those of one problem; no rows where there are none. */
table *printed_table(const json_t *printed, const group *g);
/* Member "printed": title, source, and the runs of problems on the board. */
void printed_json(const json_t *printed, const board *b, json_out *o);

#endif
