/* store_merge.c -- stores of several machines or shards into one; and times of earlier runs.
 *
 * Results are the same when cell and machine are, so a second merge adds nothing, and the same
 * cell from two machines stays two measurements. */
#include "bench/store/store_inner.h"

#include "bench/base/util.h"

#include <stdlib.h>

/* fresh: results that are finished there and not here. Runs are the same when their uuid is. */
static const char *const merge_sql[] = {
    "BEGIN IMMEDIATE",
    "CREATE TEMP TABLE fresh AS SELECT r.cell, r.machine FROM other.result r"
    " WHERE r.finished IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main.result m"
    " WHERE m.cell = r.cell AND m.machine = r.machine AND m.finished IS NOT NULL)",
    "INSERT OR IGNORE INTO main.run (uuid, started, plan, seed, machine, environment)"
    " SELECT uuid, started, plan, seed, machine, environment FROM other.run ORDER BY id",
    "INSERT OR IGNORE INTO main.cell SELECT * FROM other.cell",
    "INSERT OR IGNORE INTO main.planned SELECT m.id, p.cell FROM other.planned p"
    " JOIN other.run o ON o.id = p.run JOIN main.run m ON m.uuid = o.uuid",
    "INSERT OR REPLACE INTO main.result SELECT r.cell, r.machine,"
    " (SELECT m.id FROM main.run m JOIN other.run o ON o.uuid = m.uuid WHERE o.id = r.run),"
    " finished, outcome, status, detail, output, t_reached, irreproducible, counters, "
    "end_state,"
    " scoring, peak_kb, setup_s, overhead_s FROM other.result r"
    " JOIN fresh f ON f.cell = r.cell AND f.machine = r.machine",
    "DELETE FROM main.sample WHERE (cell, machine) IN fresh",
    "DELETE FROM main.series WHERE (cell, machine) IN fresh",
    "DELETE FROM main.event WHERE (cell, machine) IN fresh",
    "INSERT INTO main.sample SELECT * FROM other.sample WHERE (cell, machine) IN fresh",
    "INSERT INTO main.series SELECT * FROM other.series WHERE (cell, machine) IN fresh",
    "INSERT INTO main.event SELECT * FROM other.event WHERE (cell, machine) IN fresh",
};

static long count(store *s, const char *sql)
{
    sqlite3_stmt *q;
    long n = 0;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK) return 0;
    if (sqlite3_step(q) == SQLITE_ROW) n = (long)sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static bool merge_attached(store *s, long *added, long *skipped)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof merge_sql / sizeof *merge_sql; i++)
        good = store_execute(s, merge_sql[i], "");
    *added = good ? count(s, "SELECT count(*) FROM fresh") : 0;
    *skipped =
        good ? count(s, "SELECT count(*) FROM other.result WHERE finished IS NOT NULL") - *added
             : 0;
    if (good) good = store_execute(s, "COMMIT", "");
    if (!good) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_exec(s->db, "DROP TABLE IF EXISTS temp.fresh", NULL, NULL, NULL);
    return good;
}

bool store_merge(store *s, const char *other, long *added, long *skipped)
{
    *added = *skipped = 0;
    store *o = store_open(other, false, s->error, sizeof s->error);
    if (!o) return false;
    store_close(o);
    if (!store_execute(s, "ATTACH ? AS other", "t", other)) return false;
    const bool good = merge_attached(s, added, skipped);
    sqlite3_exec(s->db, "DETACH other", NULL, NULL, NULL);
    return good;
}

/* Set-up, harness and timings, these in batches of at least a millisecond; the accuracy run
 * takes as long as the longest of them, or until its time limit. */
double store_seconds(store *s, const cell *c)
{
    static const char sql[] =
        "SELECT total(r.setup_s + r.overhead_s) + coalesce((SELECT total(max(wall_s, 0.001)) +"
        " (SELECT max(wall_s) FROM sample u WHERE u.cell = r.cell AND u.machine = r.machine)"
        " FROM sample t WHERE t.cell = r.cell AND t.machine = r.machine), 0)"
        " + CASE r.outcome WHEN 'timeout' THEN json_extract(c.spec, '$.timeout_s') ELSE 0 END"
        " FROM cell c JOIN result r ON r.cell = c.key WHERE c.problem = ? AND c.parameters = ?"
        " AND c.formulation = ? AND c.solver = ? AND c.options = ? AND c.rtol = ? AND c.h = ?"
        " AND c.events = ? GROUP BY r.cell, r.machine ORDER BY r.finished DESC LIMIT 1";
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK) return -1;
    const char *const texts[] = { c->problem, c->parameters, c->formulation, c->solver,
                                  c->options };
    for (int i = 0; i < 5; i++) sqlite3_bind_text(q, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_double(q, 6, c->rtol);
    sqlite3_bind_double(q, 7, c->h);
    sqlite3_bind_int(q, 8, !c->no_events);
    const double seconds = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_double(q, 0) : -1;
    sqlite3_finalize(q);
    return seconds;
}
