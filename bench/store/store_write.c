/* store_write.c -- putting records into a store, one transaction each.
 *
 * A record is six kinds of rows, and what an earlier run of the same cell on this machine left
 * is replaced as a whole: old rows go in the transaction that brings the new ones, so a reader
 * sees either, never a mixture.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/store/blob.h"
#include "bench/store/described.h"
#include "bench/store/seal.h"
#include "bench/base/util.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What is not known is null. */
static char *counters_json(const record *r)
{
    json_t *o = need(json_object());
    for (int i = 0; i < RECORD_COUNTERS; i++) {
        const long n = r->counters[i];
        json_object_set_new(o, record_counter(i), n == -1 ? json_null() : json_integer(n));
    }
    char *text = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return text;
}

/* What is not a number is null. */
static char *state_json(const record *r)
{
    json_t *o = need(json_object());
    for (int i = 0; i < r->ncomponents; i++) {
        const double x = r->end_state[i];
        json_object_set_new(o, r->components[i], isfinite(x) ? json_real(x) : json_null());
    }
    char *text = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return text;
}

#define PUT_CELL(how)                                                                          \
    "INSERT OR " how " INTO cell SELECT c.*, " SEAL_CELL                                       \
    " FROM (SELECT :key AS key" CELL_GIVEN ", :files AS files, :spec AS spec) c"

/* The description, and that the run begun was asked for it. What a result was measured with is
 * not overwritten by a later plan. */
static bool put_cell(store *s, const cell *c, bool replace)
{
    char *spec = cell_to_json(c);
    sqlite3_stmt *q =
        store_prepare(s, replace ? PUT_CELL("REPLACE") : PUT_CELL("IGNORE"), "writing");
    store_bind(q, cell_fields, c);
    store_bind_text(q, ":key", c->key);
    store_bind_text(q, ":files", c->files);
    store_bind_text(q, ":spec", spec);
    const bool good =
        store_done(s, q, false, "writing") &&
        store_execute(s, "INSERT OR IGNORE INTO planned VALUES (?1, ?2, seal(?1, ?2))", "it",
                      (long)s->run, c->key);
    free(spec);
    return good;
}

static void clock_text(char text[40])
{
    const time_t t = time(NULL);
    struct tm utc;
    gmtime_r(&t, &utc);
    strftime(text, 40, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static bool put_described(store *s, const char *shared)
{
    return store_execute(
        s, "INSERT OR IGNORE INTO described SELECT digest(x), x FROM (SELECT ? AS x)", "t",
        shared);
}

static const char put_result_sql[] =
    "INSERT OR REPLACE INTO result VALUES (NULL, :cell, :machine, :run, :finished,"
    " :outcome" FIELDS_GIVEN ", :counters, :end_state, digest(:shared), :own" COSTS_GIVEN
    ", NULL)";

static bool put_result(store *s, const record *r, bool finished)
{
    char *counters = counters_json(r), *state = state_json(r), when[40];
    described_parts parts = described_split(r->scoring);
    clock_text(when);
    sqlite3_stmt *q = store_prepare(s, put_result_sql, "writing");
    store_bind(q, record_fields, r);
    store_bind(q, record_costs, r);
    store_bind_text(q, ":cell", r->cell.key);
    store_bind_text(q, ":machine", s->machine);
    store_bind_whole(q, ":run", (long)s->run);
    store_bind_text(q, ":finished", finished ? when : NULL);
    store_bind_text(q, ":outcome", outcome_name(r->outcome));
    store_bind_text(q, ":counters", counters);
    store_bind_text(q, ":end_state", state);
    store_bind_text(q, ":shared", parts.shared);
    store_bind_text(q, ":own", parts.own);
    bool good = put_described(s, parts.shared);
    good = store_done(s, q, false, "writing") && good;
    described_free(&parts);
    free(counters);
    free(state);
    return good;
}

/* Compressed here and not in the worker: the worker's memory may be damaged by then, and a
 * digest of damaged numbers would vouch for them. */
static bool put_series(store *s, const record *r)
{
    sqlite3_stmt *q =
        store_about(s, "INSERT INTO series VALUES (" NUMBER_IN("") ",?3,?4,?5,?6,?7)",
                    r->cell.key, s->machine);
    bool good = q != NULL;
    for (int i = 0; good && i < r->nseries; i++) {
        const record_series *one = &r->series[i];
        unsigned char digest[DIGEST_BYTES];
        size_t size;
        unsigned char *data = blob_pack(one->v, one->n, &size, digest);
        sqlite3_bind_int(q, 3, i);
        sqlite3_bind_text(q, 4, one->name, -1, SQLITE_STATIC);
        sqlite3_bind_int(q, 5, one->n);
        sqlite3_bind_blob(q, 6, digest, DIGEST_BYTES, SQLITE_STATIC);
        sqlite3_bind_blob64(q, 7, data, size, SQLITE_STATIC);
        good = store_done(s, q, true, "writing a series");
        free(data);
    }
    sqlite3_finalize(q);
    return good;
}

/* Of the result with this key: :n is the place in the list. */
static bool put_rows(store *s, const char *sql, const char *key, const field_row *table,
                     const void *of, size_t size, int n)
{
    sqlite3_stmt *q = store_about(s, sql, key, s->machine);
    bool good = q != NULL;
    for (int i = 0; good && i < n; i++) {
        store_bind(q, table, (const char *)of + (size_t)i * size);
        store_bind_whole(q, ":n", i);
        good = store_done(s, q, true, "writing");
    }
    sqlite3_finalize(q);
    return good;
}

static bool put_events(store *s, const record *r)
{
    static const char sql[] = "INSERT INTO event VALUES (" NUMBER_IN("") ", :n" EVENT_GIVEN ")";
    return put_rows(s, sql, r->cell.key, event_fields, r->events, sizeof *r->events,
                    r->nevents);
}

static bool put_samples(store *s, const char *key, const record_sample *v, int n)
{
    static const char sql[] =
        "INSERT OR REPLACE INTO sample VALUES (" NUMBER_IN("") ", :worker, :n" TIMES_GIVEN ")";
    return put_rows(s, sql, key, sample_fields, v, sizeof *v, n);
}

/* Behind the last change of a result, in the same transaction. */
static bool seal_result(store *s, const char *key, const char *machine)
{
    return store_execute(
        s,
        "UPDATE result AS r SET seal = " SEAL_RESULT("main.") " WHERE cell = ? AND machine = ?",
        "tt", key, machine);
}

static bool drop_old(store *s, const char *key)
{
    static const char *const sql[] = { "DELETE FROM sample WHERE result = " NUMBER_IN(""),
                                       "DELETE FROM series WHERE result = " NUMBER_IN(""),
                                       "DELETE FROM event WHERE result = " NUMBER_IN(""),
                                       "DELETE FROM result WHERE cell = ? AND machine = ?" };
    bool good = true;
    for (size_t i = 0; good && i < sizeof sql / sizeof *sql; i++)
        good = store_execute(s, sql[i], "tt", key, s->machine);
    return good;
}

/* Ends a transaction: all of it or nothing; the reason of a failure is not overwritten. */
static bool conclude(store *s, bool good)
{
    if (good && store_execute(s, "COMMIT", "")) return true;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool store_put_part(store *s, const record *r, bool finished)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(s, drop_old(s, r->cell.key) && put_cell(s, &r->cell, true) &&
                           put_result(s, r, finished) && put_series(s, r) && put_events(s, r) &&
                           put_samples(s, r->cell.key, r->samples, r->nsamples) &&
                           seal_result(s, r->cell.key, s->machine));
}

bool store_plan(store *s, const cell *const *cells, int n)
{
    bool good = store_execute(s, "BEGIN IMMEDIATE", "");
    if (!good) return false;
    for (int i = 0; good && i < n; i++) good = put_cell(s, cells[i], false);
    return conclude(s, good);
}

bool store_put(store *s, const record *r) { return store_put_part(s, r, true); }

static bool put_scoring(store *s, const char *key, const char *machine, const char *scoring)
{
    described_parts parts = described_split(scoring);
    const bool good = put_described(s, parts.shared) &&
                      store_execute(s,
                                    "UPDATE result SET described = digest(?), scoring = ?"
                                    " WHERE cell = ? AND machine = ?",
                                    "tttt", parts.shared, parts.own, key, machine);
    described_free(&parts);
    return good;
}

/* What belongs to the run alone; what it shares with others stays as it is. */
static bool put_own_scoring(store *s, const record *r)
{
    return store_execute(
        s, "UPDATE result SET scoring = own_part(?1) WHERE cell = ?2 AND machine = ?3", "ttt",
        r->scoring, r->cell.key, s->machine);
}

bool store_add_samples(store *s, const record *r, const record_sample *v, int n)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(s, put_samples(s, r->cell.key, v, n) && put_own_scoring(s, r) &&
                           store_execute(s,
                                         "UPDATE result SET irreproducible = ?"
                                         " WHERE cell = ? AND machine = ?",
                                         "itt", (long)r->irreproducible, r->cell.key,
                                         s->machine) &&
                           seal_result(s, r->cell.key, s->machine));
}

static bool put_outcome(store *s, const record *r)
{
    char when[40];
    clock_text(when);
    sqlite3_stmt *q =
        store_prepare(s,
                      "UPDATE result SET finished = :finished, outcome = :outcome" FIELDS_SET
                      " WHERE cell = :cell AND machine = :machine",
                      "writing");
    store_bind(q, record_fields, r);
    store_bind_text(q, ":finished", when);
    store_bind_text(q, ":outcome", outcome_name(r->outcome));
    store_bind_text(q, ":cell", r->cell.key);
    store_bind_text(q, ":machine", s->machine);
    return store_done(s, q, false, "writing");
}

bool store_finish(store *s, const record *r, const record_sample *v, int n)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(s, put_samples(s, r->cell.key, v, n) && put_outcome(s, r) &&
                           put_own_scoring(s, r) && seal_result(s, r->cell.key, s->machine));
}

bool store_set_scoring(store *s, const char *key, const char *machine, const char *scoring)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(s, put_scoring(s, key, machine, scoring) && seal_result(s, key, machine));
}
