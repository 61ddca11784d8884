/* seal.h -- SHA-256 of rows, as functions of SQL: a flipped bit in a text or a number is found.
 *
 *     seal(a, b, ...)    of the values of one row, with their types
 *     seals(a, b, ...)   aggregate: of all rows, in whatever order they come
 *     digest(a)          SHA-256 of a text or blob, 32 bytes
 *     from_hex(a)        the bytes that a text of hexadecimal digits says; NULL where it is
 *                        none
 *
 * Each table ends with a column `seal`. That of a result covers its samples, events and series
 * (these by their own digests), so that a row that is missing is found, too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_SEAL_H
#define BENCH_SEAL_H

#include "bench/store/columns.h"

#include <sqlite3.h>
#include <stdbool.h>

bool seal_functions(sqlite3 *db);

/* Of the rows called u, p, c, r; `db` is "main." or "other.". */
#define SEAL_RUN     "seal(u.id, u.uuid, u.started, u.plan, u.seed, u.machine, u.environment)"
#define SEAL_PLANNED "seal(p.run, p.cell)"
#define SEAL_CELL    "seal(c.key" FIELDS_OF_C ", c.files, c.spec)"
#define SEAL_PARTS(columns, db, table)                                                         \
    "(SELECT seals(" columns ") FROM " db table " t WHERE t.result = r.number)"
#define SEAL_RESULT(db)                                                                        \
    "seal(r.number, r.cell, r.machine, r.run, r.finished, r.outcome" FIELDS_OF_R               \
    ", r.counters, r.end_state, r.described, (SELECT d.scoring FROM " db                       \
    "described d WHERE d.digest = r.described), r.scoring" COSTS_OF_R                          \
    "," SEAL_PARTS(COLUMNS_OF_SAMPLE, db, "sample") "," SEAL_PARTS(                            \
        COLUMNS_OF_EVENT, db, "event") "," SEAL_PARTS("name, n, sha256, position", db,         \
                                                      "series") ")"

#endif
