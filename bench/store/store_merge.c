/* store_merge.c -- stores of several machines or shards into one; and times of earlier runs.
 *
 * Results are the same when cell and machine are, so a second merge adds nothing, and the same
 * cell from two machines stays two measurements. Two results that are the same must agree.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/store/blob.h"
#include "bench/store/columns.h"
#include "bench/store/older.h"
#include "bench/store/place.h"
#include "bench/store/seal.h"
#include "bench/store/work.h"
#include "bench/base/util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHOLE = ONES, SERIES, STATEMENTS };

static const char *const seals_sql[] = {
    "UPDATE main.run AS u SET seal = " SEAL_RUN " WHERE seal IS NULL",
    "UPDATE main.cell AS c SET seal = " SEAL_CELL " WHERE seal IS NULL",
    "UPDATE main.planned AS p SET seal = " SEAL_PLANNED " WHERE seal IS NULL",
};

/* Finished there and not here; as far as the pages can be read, from both ends. */
static const char *const fresh_sql[] = {
    "SELECT r.cell, r.machine FROM other.result r WHERE r.finished IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM main.result m WHERE m.cell = r.cell AND m.machine = r.machine AND"
    " m.finished IS NOT NULL) ORDER BY r.cell, r.machine",
    "SELECT r.cell, r.machine FROM other.result r WHERE r.finished IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM main.result m WHERE m.cell = r.cell AND m.machine = r.machine AND"
    " m.finished IS NOT NULL) ORDER BY r.cell DESC, r.machine DESC",
};

typedef struct fresh {
    int n;
    char **key, **machine;
} fresh;

static void add_fresh(fresh *f, const char *key, const char *machine)
{
    f->key = grown(f->key, (size_t)f->n + 1, sizeof *f->key);
    f->machine = grown(f->machine, (size_t)f->n + 1, sizeof *f->machine);
    f->key[f->n] = copied(key);
    f->machine[f->n++] = copied(machine);
}

/* false: not all of them could be read. A second reading, from the other end, stops where the
 * first one came to. */
static bool list_fresh(store *s, const char *sql, fresh *f)
{
    sqlite3_stmt *q;
    const int last = f->n - 1;
    int rc = SQLITE_ERROR;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK)
        while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
            const char *key = (const char *)sqlite3_column_text(q, 0);
            const char *machine = (const char *)sqlite3_column_text(q, 1);
            if (!key || !machine) continue;
            const int order = last < 0 ? 1 : strcmp(key, f->key[last]);
            if (order < 0 || (!order && strcmp(machine, f->machine[last]) <= 0)) break;
            add_fresh(f, key, machine);
        }
    const bool good = rc == SQLITE_DONE || store_refuse(s, "reading the other store");
    sqlite3_finalize(q);
    return good;
}

static void bind_pair(sqlite3_stmt *q, const char *key, const char *machine)
{
    sqlite3_reset(q);
    sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, machine, -1, SQLITE_STATIC);
}

/* A damaged series must not travel: nobody could tell where it was spoilt. */
static bool series_are_whole(store *s, sqlite3_stmt *q, const char *key, const char *machine)
{
    int rc;
    bind_pair(q, key, machine);
    while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
        reason why;
        const char *name = (const char *)sqlite3_column_text(q, 3);
        double *v = blob_unpack(column_bytes(q, 1), (size_t)sqlite3_column_bytes(q, 1),
                                sqlite3_column_int(q, 0), store_digest_at(q, 2), &why);
        free(v);
        if (!v)
            return reason_set(&s->error, "store: series %s of cell %.12s: %s",
                              name ? name : "?", key, why.text);
    }
    return rc == SQLITE_DONE || store_refuse(s, "reading a series");
}

static bool is_whole(store *s, sqlite3_stmt *q, const char *key, const char *machine)
{
    bind_pair(q, key, machine);
    switch (sqlite3_step(q)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return reason_set(&s->error, "store: cell %.12s: not as it was written", key);
    default:
        return store_refuse(s, "reading a result");
    }
}

/* One result as a whole or not at all. */
static bool take_one(store *s, sqlite3_stmt *const *q, const char *key, const char *machine)
{
    bool good = store_execute(s, "SAVEPOINT one", "") &&
                series_are_whole(s, q[SERIES], key, machine) &&
                is_whole(s, q[WHOLE], key, machine);
    for (int i = 0; good && i < ONES; i++) {
        bind_pair(q[i], key, machine);
        good = sqlite3_step(q[i]) == SQLITE_DONE || store_refuse(s, "copying");
    }
    for (int i = 0; i < STATEMENTS; i++) sqlite3_reset(q[i]);
    if (!good) {
        store_note_damage(s);
        sqlite3_exec(s->db, "ROLLBACK TO one", NULL, NULL, NULL);
    }
    return store_execute(s, "RELEASE one", "") && good;
}

static bool take_all(store *s, const older *o, const fresh *f, long *added, long *lost)
{
    sqlite3_stmt *q[STATEMENTS] = { NULL };
    bool good = true;
    for (int i = 0; good && i < STATEMENTS; i++) {
        const char *sql = i < ONES ? o->one[i] : i == WHOLE ? o->whole : o->series;
        good = (q[i] = store_prepare(s, sql, "merging")) != NULL;
    }
    for (int i = 0; good && i < f->n; i++) {
        good = !work_is_spent() || reason_set(&s->error, "%s", work_says);
        const bool whole = good && take_one(s, q, f->key[i], f->machine[i]);
        *added += whole;
        *lost += !whole;
    }
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(q[i]);
    return good;
}

static long count(store *s, const char *sql)
{
    sqlite3_stmt *q = store_prepare(s, sql, "counting");
    long n = 0;
    if (q && sqlite3_step(q) == SQLITE_ROW) n = (long)sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static int schema_of_other(store *s)
{
    return (int)count(s, "SELECT CAST(value AS INTEGER) FROM other.meta WHERE key = 'schema'");
}

static bool take_attached(store *s, long *added, long *lost)
{
    fresh f = { 0 };
    reason why;
    if (!store_schema_is_ours(s, "other", &why))
        return reason_set(&s->error, "store: the other file is %s", why.text);
    const int schema = schema_of_other(s);
    if (schema < OLDEST || schema > NEWEST)
        return reason_set(&s->error,
                          "store: the other file has schema %d; %d to %d can be read", schema,
                          OLDEST, NEWEST);
    const older *o = older_of(schema);
    bool good = store_execute(s, "BEGIN IMMEDIATE", "") && (schema < NEWEST || store_agree(s));
    if (schema >= SEALED) store_check_frame(s, schema);
    for (int i = 0; good && i < ALIKE; i++)
        if (!store_execute(s, o->runs[i], "")) store_note_damage(s);
    for (int i = 0; good && i < 3; i++) good = store_execute(s, seals_sql[i], "");
    for (int i = 0; good && i < 2 && !list_fresh(s, fresh_sql[i], &f); i++)
        store_note_damage(s);
    good = good && take_all(s, o, &f, added, lost) && store_execute(s, "COMMIT", "");
    if (!good) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    for (int i = 0; i < f.n; i++) {
        free(f.key[i]);
        free(f.machine[i]);
    }
    free(f.key);
    free(f.machine);
    return good;
}

bool store_take(store *s, const char *from, long *added, long *lost)
{
    *added = *lost = 0;
    char *file = place_file(from, &s->error);
    bool good = file && (access(file, R_OK) == 0 ||
                         reason_set(&s->error, "%s: %s", file, strerror(errno)));
    good = good && store_journal_is_ours(file, &s->error);
    good = good && store_execute(s, "ATTACH ? AS other", "t", file);
    if (good) work_begin(s->db, file);
    free(file);
    if (!good) return false;
    good = take_attached(s, added, lost);
    work_end(s->db);
    sqlite3_exec(s->db, "DETACH other", NULL, NULL, NULL);
    return good;
}

/* The other one must be sound as a file; single damaged results are left where they are. */
bool store_merge(store *s, const char *other, long *added, long *skipped)
{
    long lost, finished = 0;
    *added = *skipped = 0;
    store *o = store_open(other, false, &s->error);
    if (!o) return false;
    finished = count(o, "SELECT count(*) FROM result WHERE finished IS NOT NULL");
    store_close(o);
    if (!store_take(s, other, added, &lost)) return false;
    *skipped = finished - *added - lost;
    return true;
}

/* " AND c.problem = :problem ...": the fields that name a result. */
static char *named_alike(void)
{
    static const char *const pieces[] = { CELL_FIELDS(SAME_AS_GIVEN) };
    char *all = copied("");
    CELL_EACH(k, CELL_BRIEF)
    {
        char *more = text_of("%s%s", all, pieces[k]);
        free(all);
        all = more;
    }
    return all;
}

/* Set-up, harness and timings, these in batches of at least a millisecond; the accuracy run
 * takes as long as the longest of them, or until its time limit. */
double store_seconds(store *s, const cell *c)
{
    char *same = named_alike();
    char *sql = text_of(
        "SELECT total(r.setup_s + r.overhead_s) + coalesce((SELECT total(max(wall_s, 0.001)) +"
        " (SELECT max(wall_s) FROM sample u WHERE u.result = r.number)"
        " FROM sample t WHERE t.result = r.number), 0)"
        " + CASE r.outcome WHEN 'timeout' THEN json_extract(c.spec, '$.timeout_s') ELSE 0 END"
        " FROM cell c JOIN result r ON r.cell = c.key WHERE 1%s"
        " GROUP BY r.cell, r.machine ORDER BY r.finished DESC LIMIT 1",
        same);
    sqlite3_stmt *q = store_prepare(s, sql, "reading");
    if (q) store_bind(q, cell_fields, c);
    const double seconds =
        q && sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_double(q, 0) : -1;
    sqlite3_finalize(q);
    free(sql);
    free(same);
    return seconds;
}
