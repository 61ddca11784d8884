/* described.h -- what plug-ins document about themselves, on its way from a worker to whoever
 * asks: lines of JSON. The schemas are those of `ivpbench info --json` and `list --json`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_WORKER_DESCRIBED_H
#define BENCH_WORKER_DESCRIBED_H

#include "bench/base/schema.h"

extern const schema problem_schema, solver_schema, list_schema;

/* A document of a worker; NULL, after a sentence, where its output is none: a plug-in may have
 * written into it. */
json_t *described_document(const char *text);
/* Adds to `to`, the `items` of a list: lines that are objects, of the members in list_schema.
 * Returns the plug-in that was loaded last, for the caller to free; NULL: none was. */
char *described_items(json_t *to, const char *text);

#endif
