/* csv.h -- tables of values: CSV files with a header line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TEXT_CSV_H
#define REPORTS_TEXT_CSV_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct dataset {
    char *name; /* of the file, without .csv */
    int ncolumns, nrows;
    char **header;
    char **fields; /* nrows x ncolumns, by rows */
} dataset;

/* NULL with a sentence; a row of another length than the header is an error. */
dataset *dataset_read(const char *path, const char *name, reason *why);
void dataset_free(dataset *d);

int dataset_column(const dataset *d, const char *name); /* -1: there is none */
const char *dataset_text(const dataset *d, int row, int column);
double dataset_number(const dataset *d, int row, int column); /* NAN: empty or no number */
/* Whole text a finite number? */
bool number_of(const char *text, double *v);

#endif
