/* measure.h -- how a claim is measured: rows of a data file and what is made of a column.
 *
 * A setting is searched in a chain of groups, the innermost first. A claim inherits from the
 * set that it names, the divisor `over` from its claim. Conditions (`where`) of all groups
 * apply together; an inner one replaces an outer one on the same column:
 *
 *     data = "rn";                              the file rn.csv
 *     where = { solver = "dopri5"; rtol = 1e-3; t = [ 0.1, 2.0 ]; options = ( "", "a=1" ); };
 *                                               text, number, range of numbers, one of several
 *     value = "accepted";  x = "rtol";          columns; x for first, last, place, slope
 *     reduce = "only";                          see reduce.h; "only": exactly one row
 *     scale = 1.0;                              a factor
 *     over = { where = { ... } };               divided by another measurement
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_MEASURE_H
#define PAPERS_MEASURE_H

#include "bench/base/config.h"

#include "papers/dataset.h"

enum { SCOPE_DEPTH = 4 };

typedef struct scope { /* innermost first */
    const config_setting_t *group[SCOPE_DEPTH];
    int n;
} scope;

/* A further condition from outside: the key of a row. column NULL: none. */
typedef struct row_key {
    const char *column, *value;
} row_key;

const config_setting_t *scope_find(const scope *s, const char *name); /* NULL: nowhere */
/* A text setting, or the fallback. */
const char *scope_text(const scope *s, const char *name, const char *fallback);
/* "FILE:LINE" of a setting, for messages. */
char *setting_place(const config_setting_t *s);

/* Rows that meet all conditions, in the order of the file; *rows is the caller's. false with a
 * sentence when a condition names a column that does not exist. */
bool measure_rows(const dataset *d, const scope *s, row_key key, int **rows, int *n,
                  reason *why);

/* The number, and the text it was read from when it is a field as it stands (else NULL). false
 * with a sentence when there is nothing to measure: no file, no row, an empty field. */
bool measure_value(datasets *all, const scope *s, row_key key, double *v, char **text,
                   reason *why);
/* Name of the first data file that is named along the chain or below and does not exist. */
const char *measure_absent(const datasets *all, const scope *s);
/* The data are there, but nothing that this solver, an optional code, has run. */
bool measure_lacks(datasets *all, const scope *s, const char *solver);
bool measure_known_reduction(const char *name);

#endif
