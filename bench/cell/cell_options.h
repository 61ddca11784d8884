/* cell_options.h -- fields of a cell on the command line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CELL_OPTIONS_H
#define BENCH_CELL_OPTIONS_H

#include "bench/base/options.h"
#include "bench/cell/cell.h"

/* A row of options: member `cell_member` of the request is a cell, whose field the option
 * sets. */
#define CELL_ROW(request, cell_member, field_name, option, text, ...)                          \
    {                                                                                          \
        .name = option, .kind = OPTION_FIELD, .at = offsetof(request, cell_member),            \
        .argument = text, .field = &cell_fields[CELL_AT_##field_name], __VA_ARGS__             \
    }

/* A cell whose numbers are not given, -1, and its numbers that are given into another cell. */
cell cell_not_given(void);
void cell_override(cell *c, const cell *given, unsigned use);

#endif
