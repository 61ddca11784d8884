/* by_commit.h -- what `ivpbench history --json` wrote, checked for the page: curves over
 * commits and what changed from commit to commit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PAGE_BY_COMMIT_H
#define REPORTS_PAGE_BY_COMMIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernel/reason/reason.h"
#include "reports/page/page.h"
#include "reports/text/json.h"

/* The file as JSON, which the caller frees by json_decref(); NULL with a sentence that says
 * what is wrong. Every curve has a positive value for each record, and every change names the
 * commit of a record. */
json_t *by_commit_read(const char *path, reason *why);
/* The changes as a table of the page; nothing of NULL. */
void by_commit_table(page *p, const json_t *history);
/* Writes the member "history": null, or
 *
 *     {"commits": [[commit, date, subject] ...],
 *      "curves": [{"solver", "quantity", "title", "values": [number ...]} ...],
 *      "changes": [[index of its commit, verdict, kind, where, text] ...]} */
void by_commit_json(const json_t *history, json_out *o);

#endif
