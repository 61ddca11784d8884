/* described.h -- scoring in two parts. The part that all results of a problem and a solver
 * share is stored once; "reduced" and "instructions" belong to one run.
 *
 * As functions of SQL, of texts; NULL where one is no text:
 *     shared_part(scoring)    own_part(scoring)    whole(shared, own)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_DESCRIBED_H
#define BENCH_DESCRIBED_H

#include <sqlite3.h>
#include <stdbool.h>

bool described_functions(sqlite3 *db);

/* Both parts at once; NULL where the text is. */
typedef struct described_parts {
    char *shared, *own;
} described_parts;
described_parts described_split(const char *scoring);
void described_free(described_parts *p);

#endif
