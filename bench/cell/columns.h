/* columns.h -- complete columns of a run in a scratch file without a name. Series that are too
 * long for the store stay there until another process reduces them to a few numbers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CELL_COLUMNS_H
#define BENCH_CELL_COLUMNS_H

#include <stdbool.h>

typedef struct whole_rows whole_rows;

/* Columns by name, to a file opened by somebody else. NULL where fd is none. */
whole_rows *whole_new(int fd, const char *const *names, int width);
void whole_add(whole_rows *r, const double *v); /* width numbers */
/* Is all of it written, for whole_open() by another process? Frees r; the file stays open. */
bool whole_hand_over(whole_rows *r);
/* NULL where this is no such file, or a cut one. fd is closed with the result. */
whole_rows *whole_open(int fd);
/* One column; *v is the caller's to free. false where there is no such column. */
bool whole_column(whole_rows *r, const char *name, double **v, int *n);
void whole_free(whole_rows *r); /* accepts NULL */

#endif
