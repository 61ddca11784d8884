/* base.h -- results of each cell at the last acceptance. Layers 1 and 2 of a gate compare with
 * this table. It contains data, no limits; `ivpbench gate --accept` writes it.
 *
 *     # comments, at the head only
 *     accepted <tab> 2026-11-25 <tab> reason        one line for each, oldest first
 *     [core]                                        the set of the cells that follow
 *     andrews ida@ggl rtol=1e-06 <tab> ok <tab> 3.614 <tab> 1591 <tab> SUNDIALS 6.4.1
 *
 * A row has five fields: the cell (cell_title()), outcome, mescd (digits), n_f (evaluations of
 * the right-hand side), and the wrapped library; "-" if there is none. A cell may have a row
 * for each version of its library. Sets and the rows within them are sorted; a table without
 * sets has none of the lines in brackets.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_GATES_BASE_H
#define REPORTS_GATES_BASE_H

#include <stdio.h>

#include "bench/cell/record.h"

typedef struct base_row {
    char *cell;    /* "belt(T=0.02) ida@ggl rtol=0.0001 without events" */
    char *library; /* "" */
    char *set;     /* "" */
    outcome outcome;
    double mescd, n_f; /* NAN */
    int line;          /* of the file; 0: not read */
} base_row;

typedef struct base {
    char *path;
    char **accepted; /* "2026-11-25<tab>reason" */
    int naccepted, n;
    base_row *rows; /* sorted by cell, then library */
} base;

/* NULL with "FILE:LINE: sentence". */
base *base_read(const char *path, reason *why);
base *base_empty(const char *path);
void base_free(base *b);

/* Copies the row and its texts. base_sort() must follow the last one. */
void base_add(base *b, const base_row *row);
/* False with the sentence where a cell stands twice. */
bool base_sort(base *b, reason *why);
/* Date and reason, in one line. */
void base_accepted(base *b, const char *date, const char *cause);

/* The row of the cell with this version of the library. If there is none, the last row with
 * another version; NULL: the base has no such cell. */
const base_row *base_find(const base *b, const char *title, const char *library);

void base_write(const base *b, FILE *f);

#endif
