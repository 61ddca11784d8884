/* seal.h -- SHA-256 of rows, as functions of SQL: a flipped bit in a text or a number is found.
 *
 *     seal(a, b, ...)    of the values of one row, with their types
 *     seals(a, b, ...)   aggregate: of all rows, in whatever order they come
 *     digest(a)          SHA-256 of a text or blob, 32 bytes
 *     from_hex(a)        the bytes that a text of hexadecimal digits says; NULL where it is none
 *
 * Each table ends with a column `seal`. That of a result covers its samples, events and series
 * (these by their own digests), so that a row that is missing is found, too. */
#ifndef BENCH_SEAL_H
#define BENCH_SEAL_H

#include <sqlite3.h>
#include <stdbool.h>

bool seal_functions(sqlite3 *db);

/* Of the rows called u, p, c, r; `db` is "main." or "other.". */
#define SEAL_RUN     "seal(u.id, u.uuid, u.started, u.plan, u.seed, u.machine, u.environment)"
#define SEAL_PLANNED "seal(p.run, p.cell)"
#define SEAL_CELL                                                                              \
    "seal(c.key, c.problem, c.parameters, c.formulation, c.solver, c.options, c.rtol, c.atol," \
    " c.h0, c.h, c.events, c.files, c.spec)"
#define SEAL_PARTS(columns, db, table)                                                         \
    "(SELECT seals(" columns ") FROM " db table " t WHERE t.result = r.number)"
#define SEAL_RESULT(db)                                                                        \
    "seal(r.number, r.cell, r.machine, r.run, r.finished, r.outcome, r.status, r.detail,"      \
    " r.output, r.t_reached, r.irreproducible, r.counters, r.end_state, r.described,"          \
    " (SELECT d.scoring FROM " db "described d WHERE d.digest = r.described), r.scoring,"      \
    " r.peak_kb, r.setup_s, r.overhead_s," SEAL_PARTS(                                         \
        "worker, n, wall_s, cpu_s, instructions", db,                                          \
        "sample") "," SEAL_PARTS("n, t, guard, direction", db,                                 \
                                 "event") "," SEAL_PARTS("name, n, sha256, position", db,      \
                                                         "series") ")"

#endif
