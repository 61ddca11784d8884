/* style_rows.h -- the lines of diagrams for programs of others: CSV with a row for each result.
 *
 *     key, machine    of the result
 *     label           of its configuration
 *     colour          "#0072b2"
 *     shape, dash     gnuplot's, of the marker and of the line
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_STYLE_ROWS_H
#define REPORTS_STYLE_ROWS_H

#include <stdio.h>

#include "reports/board/board.h"

void style_rows(const board *b, FILE *f);

#endif
