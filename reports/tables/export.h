/* export.h -- every result as one row of CSV or one line of JSON. */
#ifndef REPORTS_EXPORT_H
#define REPORTS_EXPORT_H

#include <stdio.h>

#include "reports/board/board.h"

void export_csv(const board *b, FILE *f);
void export_jsonl(const board *b, FILE *f);
/* CSV with many rows for a result: export_long.c. */
void export_errors(const board *b, FILE *f); /* one for each observable */
void export_series(const board *b, FILE *f); /* one for each stored point */

#endif
