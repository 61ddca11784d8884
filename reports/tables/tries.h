/* tries.h -- a few results side by side on a terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TRIES_H
#define REPORTS_TRIES_H

#include <stdio.h>

#include "bench/base/schema.h"
#include "reports/board/board.h"

/* Those of the keys, cheapest first: digits, evaluations, time and its ratio to the first; then
 * those that failed, with the reason. */
void tries_print(const board *b, const char *const *keys, int n, FILE *f);

/* The same as a document; configurations that do not fit are added to it. */
extern const schema tries_schema;
json_t *tries_json(const board *b, const char *const *keys, int n);
void tries_leave_out(json_t *o, const char *what, const char *why);

/* ---- what both share --------------------------------------------------------------------- */

/* Those of the keys in the order of the table; returns their number, at most b->n. */
int tries_choose(const board *b, const char *const *keys, int n, const entry **to);
/* Time of e over that of the first, unless one of them failed or is not deterministic. */
cost_ratio tries_ratio(const entry *first, const entry *e);
/* "", or what judges a problem in place of a reference; the caller frees it. */
char *tries_standing(const group *g);

#endif
