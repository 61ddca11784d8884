/* store_write.c -- putting records into a store, one transaction each.
 *
 * A record is six kinds of rows, and what an earlier run of the same cell on this machine left
 * is replaced as a whole: old rows go in the transaction that brings the new ones, so a reader
 * sees either, never a mixture. */
#include "bench/store/store_inner.h"

#include "bench/store/blob.h"
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

/* The description, and that the run begun was asked for it. What a result was measured with is
 * not overwritten by a later plan. */
static bool put_cell(store *s, const cell *c, bool replace)
{
    char *spec = cell_to_json(c);
    char *sql = text_of("INSERT OR %s INTO cell SELECT c.*, " SEAL_CELL
                        " FROM (SELECT ? AS key, ? AS problem, ? AS parameters,"
                        " ? AS formulation, ? AS solver, ? AS options, ? AS rtol, ? AS atol,"
                        " ? AS h0, ? AS h, ? AS events, ? AS files, ? AS spec) c",
                        replace ? "REPLACE" : "IGNORE");
    const bool good =
        store_execute(s, sql,
                      "ttttttddddit"
                      "t",
                      c->key, c->problem, c->parameters, c->formulation, c->solver, c->options,
                      c->rtol, c->atol, c->h0, c->h, (long)!c->no_events, c->files, spec) &&
        store_execute(s, "INSERT OR IGNORE INTO planned VALUES (?1, ?2, seal(?1, ?2))", "it",
                      (long)s->run, c->key);
    free(sql);
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

static bool put_described(store *s, const char *scoring)
{
    return store_execute(s,
                         "INSERT OR IGNORE INTO described"
                         " SELECT digest(x), x FROM (SELECT shared_part(?) AS x)",
                         "t", scoring);
}

static bool put_result(store *s, const record *r, bool finished)
{
    char *counters = counters_json(r), *state = state_json(r), when[40];
    clock_text(when);
    const bool good =
        put_described(s, r->scoring) &&
        store_execute(
            s,
            "INSERT OR REPLACE INTO result VALUES (NULL,?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,"
            "digest(shared_part(?13)),own_part(?13),?14,?15,?16,NULL)",
            "ttittttt"
            "di"
            "ttt"
            "idd",
            r->cell.key, s->machine, (long)s->run, finished ? when : NULL,
            outcome_name(r->outcome), r->status, r->detail, r->output, r->t_reached,
            (long)r->irreproducible, counters, state, r->scoring, r->peak_kb, r->setup_s,
            r->overhead_s);
    free(counters);
    free(state);
    return good;
}

/* Compressed here and not in the worker: the worker's memory may be damaged by then, and a
 * digest of damaged numbers would vouch for them. */
static bool put_series(store *s, const record *r)
{
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(s->db,
                           "INSERT INTO series VALUES (" NUMBER_IN("") ",?3,?4,?5,?6,?7)", -1,
                           &q, NULL))
        return store_refuse(s, "preparing a statement");
    bool good = true;
    for (int i = 0; good && i < r->nseries; i++) {
        const record_series *one = &r->series[i];
        unsigned char digest[DIGEST_BYTES];
        size_t size;
        unsigned char *data = blob_pack(one->v, one->n, &size, digest);
        sqlite3_bind_text(q, 1, r->cell.key, -1, SQLITE_STATIC);
        sqlite3_bind_text(q, 2, s->machine, -1, SQLITE_STATIC);
        sqlite3_bind_int(q, 3, i);
        sqlite3_bind_text(q, 4, one->name, -1, SQLITE_STATIC);
        sqlite3_bind_int(q, 5, one->n);
        sqlite3_bind_blob(q, 6, digest, DIGEST_BYTES, SQLITE_STATIC);
        sqlite3_bind_blob64(q, 7, data, size, SQLITE_STATIC);
        good = sqlite3_step(q) == SQLITE_DONE || store_refuse(s, "writing a series");
        sqlite3_reset(q);
        free(data);
    }
    sqlite3_finalize(q);
    return good;
}

static bool put_events(store *s, const record *r)
{
    bool good = true;
    for (int i = 0; good && i < r->nevents; i++)
        good = store_execute(s, "INSERT INTO event VALUES (" NUMBER_IN("") ",?3,?4,?5,?6)",
                             "ttidti", r->cell.key, s->machine, (long)i, r->events[i].t,
                             r->events[i].guard, (long)r->events[i].direction);
    return good;
}

static bool put_samples(store *s, const char *key, const record_sample *v, int n)
{
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(
            s->db, "INSERT OR REPLACE INTO sample VALUES (" NUMBER_IN("") ",?3,?4,?5,?6,?7)",
            -1, &q, NULL))
        return store_refuse(s, "preparing a statement");
    bool good = true;
    for (int i = 0; good && i < n; i++) {
        sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
        sqlite3_bind_text(q, 2, s->machine, -1, SQLITE_STATIC);
        sqlite3_bind_int(q, 3, v[i].worker);
        sqlite3_bind_int(q, 4, i);
        sqlite3_bind_double(q, 5, v[i].wall_s);
        sqlite3_bind_double(q, 6, v[i].cpu_s);
        sqlite3_bind_int64(q, 7, v[i].instructions);
        good = sqlite3_step(q) == SQLITE_DONE || store_refuse(s, "writing a sample");
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    return good;
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

bool store_add_samples(store *s, const record *r, const record_sample *v, int n)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(s, put_samples(s, r->cell.key, v, n) &&
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
    return store_execute(s,
                         "UPDATE result SET finished = ?, outcome = ?, status = ?, detail = ?,"
                         " output = ?, irreproducible = ? WHERE cell = ? AND machine = ?",
                         "tttttitt", when, outcome_name(r->outcome), r->status, r->detail,
                         r->output, (long)r->irreproducible, r->cell.key, s->machine);
}

bool store_finish(store *s, const record *r, const record_sample *v, int n)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(s, put_samples(s, r->cell.key, v, n) && put_outcome(s, r) &&
                           seal_result(s, r->cell.key, s->machine));
}

bool store_set_scoring(store *s, const char *key, const char *machine, const char *scoring)
{
    if (!store_execute(s, "BEGIN IMMEDIATE", "")) return false;
    return conclude(
        s, put_described(s, scoring) &&
               store_execute(s,
                             "UPDATE result SET described = digest(shared_part(?1)),"
                             " scoring = own_part(?1) WHERE cell = ?2 AND machine = ?3",
                             "ttt", scoring, key, machine) &&
               seal_result(s, key, machine));
}
