/* export.h -- every result as one row of CSV or one line of JSON.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_EXPORT_H
#define REPORTS_EXPORT_H

#include <stdio.h>

#include "reports/board/board.h"

/* Its columns, one by one: name, NULL behind the last, and value, NULL where there is none; the
 * caller's to release. */
const char *export_column(int column);
json_t *export_value(int column, const entry *e);
unsigned export_uses(int column); /* of a field of the cell; else 0 */

void export_csv(const board *b, FILE *f);
void export_jsonl(const board *b, FILE *f);
/* CSV with many rows for a result: export_long.c. */
void export_errors(const board *b, FILE *f); /* one for each observable */
void export_series(const board *b, FILE *f); /* one for each stored point */

#endif
