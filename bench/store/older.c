/* older.c -- SQL that reads `other`, of any schema, and writes `main`, of the present one.
 *
 * Seals are of rows as they stand, and runs and results get other numbers here: so they are
 * looked at on the way and made anew.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/older.h"

#include "bench/store/seal.h"

#define RUN_COLUMNS  "uuid, started, plan, seed, machine, environment"
#define CELL_COLUMNS "c.key" FIELDS_OF_C

/* Runs are the same when their uuid is. A run of schema 1 was asked for what it has brought. Of
 * a run that is damaged the texts stay behind, for its results need its number. */
#define RUNS_UNSEALED                                                                          \
    "INSERT OR IGNORE INTO main.run (" RUN_COLUMNS ") SELECT " RUN_COLUMNS                     \
    " FROM other.run ORDER BY id"
#define RUNS_SEALED                                                                            \
    "INSERT OR IGNORE INTO main.run (" RUN_COLUMNS ") SELECT u.uuid, u.started,"               \
    " iif(u.seal IS " SEAL_RUN ", u.plan, ''), u.seed,"                                        \
    " iif(u.seal IS " SEAL_RUN ", u.machine, coalesce((SELECT r.machine FROM other.result r"   \
    " WHERE r.run = u.id LIMIT 1), u.machine)),"                                               \
    " iif(u.seal IS " SEAL_RUN ", u.environment, '{}') FROM other.run u ORDER BY u.id"
#define CELLS_UNSEALED(files)                                                                  \
    "INSERT OR IGNORE INTO main.cell SELECT " CELL_COLUMNS ", " files                          \
    ", c.spec, NULL FROM other.cell c"
#define CELLS_SEALED                                                                           \
    "INSERT OR IGNORE INTO main.cell SELECT * FROM other.cell c WHERE c.seal IS " SEAL_CELL
#define PLANS(table, condition)                                                                \
    "INSERT OR IGNORE INTO main.planned SELECT m.id, p.cell, NULL FROM other." table           \
    " p JOIN other.run o ON o.id = p.run JOIN main.run m ON m.uuid = o.uuid" condition

#define OF_CELL   " WHERE cell = ?1 AND machine = ?2"
#define OF_RESULT " WHERE result = " NUMBER_IN("other.")

/* A result is written with its number open, then what refers to it, then its seal. */
#define ONE(shared, digest, apart, of, sha256)                                                 \
    {                                                                                          \
        "DELETE FROM main.sample WHERE result = " NUMBER_IN("main."),                          \
            "DELETE FROM main.series WHERE result = " NUMBER_IN("main."),                      \
            "DELETE FROM main.event WHERE result = " NUMBER_IN("main."),                       \
            "INSERT OR IGNORE INTO main.described SELECT digest(x), x FROM (SELECT " shared    \
            " AS x FROM other.result r WHERE r.cell = ?1 AND r.machine = ?2)",                 \
            "INSERT OR REPLACE INTO main.result SELECT NULL, r.cell, r.machine, (SELECT m.id"  \
            " FROM main.run m JOIN other.run o ON o.uuid = m.uuid WHERE o.id = r.run),"        \
            " finished, outcome" FIELDS_NAMED ", counters, end_state, " digest                 \
            ", " apart COSTS_NAMED ", NULL"                                                    \
            " FROM other.result r WHERE r.cell = ?1 AND r.machine = ?2",                       \
            "INSERT INTO main.sample SELECT " NUMBER_IN("main.") ", " COLUMNS_OF_SAMPLE        \
                                                                 " FROM other.sample" of,      \
            "INSERT INTO main.series SELECT " NUMBER_IN(                                       \
                "main.") ", position, name, n,"                                                \
                         " " sha256 ", data FROM other.series" of,                             \
            "INSERT INTO main.event SELECT " NUMBER_IN("main.") ", " COLUMNS_OF_EVENT          \
                                                                " FROM other.event" of,        \
            "UPDATE main.result AS r SET seal = " SEAL_RESULT("main.") OF_CELL                 \
    }
#define ONE_BY_KEY                                                                             \
    ONE("shared_part(r.scoring)", "digest(shared_part(r.scoring))", "own_part(r.scoring)",     \
        OF_CELL, "from_hex(sha256)")
#define SHARED "(SELECT d.scoring FROM other.described d WHERE d.digest = r.described)"

#define WHOLE                                                                                  \
    "SELECT 1 FROM other.result r JOIN main.cell c ON c.key = r.cell"                          \
    " WHERE r.cell = ?1 AND r.machine = ?2"
#define SERIES_BY_KEY "SELECT n, data, from_hex(sha256), name FROM other.series" OF_CELL

#define PARTS_BY_KEY(columns, table)                                                           \
    "(SELECT seals(" columns ") FROM other." table                                             \
    " t WHERE t.cell = r.cell AND t.machine = r.machine)"
#define SEAL_RESULT_3                                                                          \
    "seal(r.cell, r.machine, r.run, r.finished, r.outcome" FIELDS_OF_R                         \
    ", r.counters, r.end_state, r.scoring" COSTS_OF_R                                          \
    "," PARTS_BY_KEY(COLUMNS_OF_SAMPLE, "sample") "," PARTS_BY_KEY(                            \
        COLUMNS_OF_EVENT, "event") "," PARTS_BY_KEY("name, n, sha256, position", "series") ")"

static const older known[] = {
    { { RUNS_UNSEALED, CELLS_UNSEALED("''"), PLANS("result", "") },
      ONE_BY_KEY,
      WHOLE,
      SERIES_BY_KEY },
    { { RUNS_UNSEALED, CELLS_UNSEALED("c.files"), PLANS("planned", "") },
      ONE_BY_KEY,
      WHOLE,
      SERIES_BY_KEY },
    { { RUNS_SEALED, CELLS_SEALED, PLANS("planned", " WHERE p.seal IS " SEAL_PLANNED) },
      ONE_BY_KEY,
      WHOLE " AND r.seal IS " SEAL_RESULT_3,
      SERIES_BY_KEY },
    { { RUNS_SEALED, CELLS_SEALED, PLANS("planned", " WHERE p.seal IS " SEAL_PLANNED) },
      ONE(SHARED, "r.described", "r.scoring", OF_RESULT, "sha256"),
      WHOLE " AND r.seal IS " SEAL_RESULT("other."),
      "SELECT n, data, sha256, name FROM other.series" OF_RESULT },
};

const older *older_of(int schema) { return &known[schema - OLDEST]; }
