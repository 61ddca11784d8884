/* table.h -- a table filled row by row and written as Markdown, HTML, CSV, LaTeX, or for a
 * terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TABLE_H
#define REPORTS_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "reports/text/escape.h"

typedef struct table table;

/* Column headers separated by '|' (they are copied). */
table *table_new(const char *headers);
void table_free(table *t);

void table_text(table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* People read it in the given format, machines with all digits; NAN leaves the cell empty. */
void table_number(table *t, const char *format, double value);
void table_count(table *t, long value); /* negative leaves the cell empty */

int table_rows(const table *t);
void table_markdown(const table *t, FILE *f);
/* name: for whoever takes it away; title: its caption */
void table_html(const table *t, const char *name, const char *title, FILE *f);
void table_csv(const table *t, FILE *f);
void table_latex(const table *t, FILE *f);
void table_plain(const table *t, FILE *f); /* columns between blanks */

/* The shortest decimal that reads back as the same double. */
void number_text(double v, char *text, size_t size);

#endif
