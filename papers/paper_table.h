/* paper_table.h -- a table of a paper: its printed rows, and ours in the same columns.
 *
 *     { id; place; title; note; headers = "solver|rtol|#f"; printed = ( "BIMD|1e-4|1034" );
 *       data; where; set; columns = [ "solver+formulation", "rtol", "n_f" ];
 *       per_decade = 8; from = 4.0; collect = "m" }
 *
 * "a+b" joins two columns as a@b, without b where it is empty; "m" is the rung,
 *
 *     rtol = 10^-(from + m / per_decade)
 *
 * Rows that differ in the collected column alone become one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_TABLE_H
#define PAPERS_PAPER_TABLE_H

#include "papers/paper.h"
#include "reports/text/table.h"

/* NULL with a sentence. */
table *paper_table(const paper *p, const config_setting_t *s, datasets *all, reason *why);

#endif
