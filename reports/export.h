/* export.h -- every result as one row of CSV or one line of JSON. */
#ifndef REPORTS_EXPORT_H
#define REPORTS_EXPORT_H

#include <stdio.h>

#include "reports/board.h"

void export_csv(const board *b, FILE *f);
void export_jsonl(const board *b, FILE *f);

#endif
