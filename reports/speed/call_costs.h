/* call_costs.h -- the rows of `ivpbench speed calls`, read back.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SPEED_CALL_COSTS_H
#define REPORTS_SPEED_CALL_COSTS_H

#include "reports/board/board.h"
#include "reports/text/csv.h"
#include "reports/text/table.h"

typedef dataset calls_file;

/* NULL with a sentence. */
calls_file *calls_read(const char *path, reason *why);
void calls_free(calls_file *c);
/* NAN where there is no such row. */
double calls_find(const calls_file *c, const char *problem, const char *what, const char *how);
double calls_any(const calls_file *c, const char *what); /* of the first that is found */
/* The same for a problem with parameters as a group of a board has them. */
double calls_of(const calls_file *c, const group *g, const char *what, const char *how);
table *calls_table(const calls_file *c); /* a line a problem and way, a column a call */

#endif
