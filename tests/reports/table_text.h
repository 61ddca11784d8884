/* table_text.h -- tables of a report as a test reads them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_REPORTS_TABLE_TEXT_H
#define TESTS_REPORTS_TABLE_TEXT_H

#include <stdio.h>

#include "reports/text/table.h"

/* As CSV, which the caller frees; the table is gone. */
static inline char *csv_of(table *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    table_csv(t, f);
    fclose(f);
    table_free(t);
    return text;
}

#endif
