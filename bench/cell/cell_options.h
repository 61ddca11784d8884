/* cell_options.h -- fields of a cell on the command line. */
#ifndef BENCH_CELL_OPTIONS_H
#define BENCH_CELL_OPTIONS_H

#include "bench/base/options.h"
#include "bench/cell/cell.h"

/* Rows behind those that there are, for the fields with this use: their options set fields of c.
 * `rows` has room for CELL_NFIELDS more, and is zero there. */
void cell_options(option_row *rows, cell *c, unsigned use);

/* A cell whose numbers are not given, -1, and its numbers that are given into another cell. */
cell cell_not_given(void);
void cell_override(cell *c, const cell *given, unsigned use);

#endif
