/* tables.h -- the tables of one problem; one without rows has nothing to say.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TABLES_H
#define REPORTS_TABLES_H

#include "reports/board/board.h"
#include "reports/text/table.h"

typedef struct tables_row {
    const char *name, *title;
    table *(*make)(const board *b, const group *g);
    const char *note; /* how to read it */
} tables_row;

extern const tables_row tables_list[]; /* ends with { 0 } */

/* All problems in one table: how many cells ended how. */
table *tables_overview(const board *b);

/* Ladder of an entry's configuration, or NULL. */
const ladder *tables_ladder(const board *b, const entry *e);

/* "irreproducible; not judged: ..."; "" for most results. */
void tables_remarks(const group *g, const entry *e, char *text, size_t size);

/* "* times contain the interpreter of Python", a line for each such sentence among these. Then
 * a line for each that is not ranked, since it is not deterministic. */
void tables_times(const entry *const *list, int n, FILE *f);

table *table_costs(const board *b, const group *g); /* costs.c */

#endif
