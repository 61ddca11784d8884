/* described.h -- scoring in two parts: what all results of one problem and solver say alike,
 * kept once, and what one run says of itself ("reduced", "instructions").
 *
 * As functions of SQL, of texts; NULL where one is no text:
 *     shared_part(scoring)    own_part(scoring)    whole(shared, own) */
#ifndef BENCH_DESCRIBED_H
#define BENCH_DESCRIBED_H

#include <sqlite3.h>
#include <stdbool.h>

bool described_functions(sqlite3 *db);

#endif
