/* compared.h -- earlier stores beside the one that a page is of: cell by cell, and one line
 * each.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PAGE_COMPARED_H
#define REPORTS_PAGE_COMPARED_H

#include "reports/board/board.h"
#include "reports/page/page.h"
#include "reports/text/json.h"

#include <jansson.h>

typedef struct earlier { /* stores in the order in which they were named */
    int n;
    board *const *boards;
    const char *const *names; /* of their files */
    const json_t *history;    /* results by commit (by_commit.h), or NULL */
} earlier;

/* A table a store of what differs, and one with all geometric means. */
void compared_tables(page *p, const board *b, const earlier *e);
/* Writes the member
 *
 *     "compared": [{"name", "date", "commit", "cells", "timed", "mean", "slower", "faster",
 *       "worse", "changed", "rows": [[run, verdict, ratio, low, high, outcome, scd, seconds]
 *       ...]}]
 *
 * with the numbers of `ivpbench compare`; outcome, scd and seconds are the earlier ones. */
void compared_json(const board *b, const earlier *e, json_out *o);

#endif
