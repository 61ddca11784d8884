/* store_read.c -- records out of a store.
 *
 * Series stay behind unless they are asked for: they are most of the file. Each is checked
 * against its digest when it is read.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/store/blob.h"
#include "bench/store/seal.h"
#include "bench/base/util.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a result, in this order. */
#define RESULT_COLUMNS                                                                         \
    "c.spec, r.cell, r.machine, r.outcome" FIELDS_OF_R                                         \
    ", r.counters, r.end_state, whole((SELECT d.scoring FROM described d"                      \
    " WHERE d.digest = r.described), r.scoring) AS scoring" COSTS_OF_R                         \
    ", c.files, c.seal IS " SEAL_CELL ", r.seal IS " SEAL_RESULT("main.")
enum {
    SPEC,
    KEY,
    MACHINE,
    OUTCOME,
    FIELDS,
    COUNTERS = FIELDS + RECORD_NFIELDS,
    STATE,
    SCORING,
    COSTS,
    FILES = COSTS + RECORD_NCOSTS,
    CELL_SEALED,
    RESULT_SEALED
};

/* By name, so that a counter added later reads as zero from older stores. null: not known. */
static void read_counters(record *r, const char *text)
{
    json_t *o = json_loads(text, 0, NULL);
    for (int i = 0; i < RECORD_COUNTERS; i++) {
        const json_t *n = json_object_get(o, record_counter(i));
        r->counters[i] = json_is_null(n) ? -1 : (long)json_integer_value(n);
    }
    json_decref(o);
}

/* jansson keeps the order of members, so components come back in canonical order. */
static void read_state(record *r, const char *text)
{
    json_t *o = json_loads(text, 0, NULL), *v;
    const char *name;
    const size_t n = json_object_size(o);
    r->components = grown(NULL, n, sizeof *r->components);
    r->end_state = grown(NULL, n, sizeof *r->end_state);
    json_object_foreach(o, name, v)
    {
        r->components[r->ncomponents] = copied(name);
        r->end_state[r->ncomponents++] = json_is_number(v) ? json_number_value(v) : NAN;
    }
    json_decref(o);
}

static const char *text_at(sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    return text ? text : "";
}

/* Texts that every result has; NULL is damage, not an empty field. */
static bool texts_are_there(store *s, sqlite3_stmt *q)
{
    for (int i = SPEC; i < COSTS; i++) {
        const bool number =
            i >= FIELDS && i < COUNTERS && !field_is_text(&record_fields[i - FIELDS]);
        if (!number && sqlite3_column_type(q, i) != SQLITE_TEXT)
            return reason_set(&s->error, "store: result of cell %.12s: %s is missing",
                              *text_at(q, KEY) ? text_at(q, KEY) : "?",
                              sqlite3_column_name(q, i));
    }
    return true;
}

static bool read_result(store *s, sqlite3_stmt *q, record *r)
{
    reason why;
    *r = (record){ 0 };
    if (!texts_are_there(s, q)) return false;
    if (!cell_from_json(&r->cell, text_at(q, SPEC), &why))
        return reason_set(&s->error, "store: cell %.12s: %s", text_at(q, KEY), why.text);
    snprintf(r->cell.key, sizeof r->cell.key, "%s", text_at(q, KEY));
    snprintf(r->cell.files, sizeof r->cell.files, "%s", text_at(q, FILES));
    if (!outcome_by_name(text_at(q, OUTCOME), &r->outcome))
        return reason_set(&s->error, "store: cell %.12s: unknown outcome \"%s\"", r->cell.key,
                          text_at(q, OUTCOME));
    store_fetch(q, FIELDS, record_fields, r);
    store_fetch(q, COSTS, record_costs, r);
    read_counters(r, text_at(q, COUNTERS));
    read_state(r, text_at(q, STATE));
    r->scoring = column_copy(q, SCORING);
    return true;
}

static bool read_samples(store *s, record *r, const char *machine)
{
    sqlite3_stmt *q =
        store_about(s,
                    "SELECT worker" SAMPLE_TIMES(COLUMN_NAMED) " FROM sample"
                                                               " WHERE result = " NUMBER_IN(
                                                                   "") " ORDER BY worker, n",
                    r->cell.key, machine);
    if (!q) return false;
    int rc;
    while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
        r->samples = grown(r->samples, (size_t)r->nsamples + 1, sizeof *r->samples);
        store_fetch(q, 0, sample_fields, &r->samples[r->nsamples++]);
    }
    const bool good = rc == SQLITE_DONE || store_refuse(s, "reading");
    sqlite3_finalize(q);
    return good;
}

static bool read_events(store *s, record *r, const char *machine)
{
    sqlite3_stmt *q = store_about(s,
                                  "SELECT " COLUMNS_OF_EVENT " FROM event"
                                  " WHERE result = " NUMBER_IN("") " ORDER BY n",
                                  r->cell.key, machine);
    if (!q) return false;
    int rc;
    while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
        r->events = grown(r->events, (size_t)r->nevents + 1, sizeof *r->events);
        store_fetch(q, 1, event_fields, &r->events[r->nevents++]);
    }
    const bool good = rc == SQLITE_DONE || store_refuse(s, "reading");
    sqlite3_finalize(q);
    return good;
}

/* Columns n, data, sha256, name. */
static double *read_blob(store *s, sqlite3_stmt *q, const char *key, int *n)
{
    reason why;
    *n = sqlite3_column_int(q, 0);
    double *v = blob_unpack(column_bytes(q, 1), (size_t)sqlite3_column_bytes(q, 1), *n,
                            store_digest_at(q, 2), &why);
    if (v) return v;
    const char *name = (const char *)sqlite3_column_text(q, 3);
    reason_set(&s->error, "store: series %s of cell %.12s: %s", name ? name : "?", key,
               why.text);
    store_note_damage(s);
    return NULL;
}

static bool read_series(store *s, record *r, const char *machine)
{
    sqlite3_stmt *q = store_about(s,
                                  "SELECT n, data, sha256, name FROM series"
                                  " WHERE result = " NUMBER_IN("") " ORDER BY position",
                                  r->cell.key, machine);
    bool good = q != NULL;
    int rc = SQLITE_DONE;
    while (good && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        r->series = grown(r->series, (size_t)r->nseries + 1, sizeof *r->series);
        record_series one = { .name = column_copy(q, 3) };
        one.v = read_blob(s, q, r->cell.key, &one.n);
        r->series[r->nseries++] = one;
        good = one.v != NULL;
    }
    if (good && rc != SQLITE_DONE) good = store_refuse(s, "reading");
    sqlite3_finalize(q);
    return good;
}

/* The result as a whole, as it was written. */
static bool sealed(store *s, sqlite3_stmt *q, const record *r)
{
    const bool described = sqlite3_column_int(q, CELL_SEALED);
    const bool kept = sqlite3_column_int(q, RESULT_SEALED);
    return (described && kept) ||
           reason_set(&s->error, "store: cell %.12s: its %s not as it was written", r->cell.key,
                      described ? "result is" : "description is");
}

/* Thirty years, and more than any solve evaluates: sums of them stay exact. */
static bool is_time(double x) { return x >= 0 && x < 1e9; }
static bool is_count(long n) { return n <= 1000000000000000; }

/* A component that is not known has no number; times have. */
static bool has_times(const record *r)
{
    bool good = isfinite(r->t_reached);
    for (int i = 0; i < r->nevents; i++) good &= isfinite(r->events[i].t);
    return good;
}

static bool are_samples(const record *r)
{
    bool good = true;
    for (int i = 0; i < r->nsamples; i++) {
        const record_sample *x = &r->samples[i];
        good &= is_time(x->wall_s) && is_time(x->cpu_s) && x->worker >= 0;
        good &= x->wall_s > 0 && x->cpu_s > 0; /* of a solve; clocks count nanoseconds */
        good &= x->instructions >= -1;         /* -1: there is no counter for them */
    }
    return good;
}

/* A seal says who wrote a row, not that it can be: a count or a time below zero or beyond
 * reason was not measured, nor was a time that is not finite. */
static bool can_be(store *s, const record *r)
{
    bool good = is_time(r->setup_s) && fabs(r->overhead_s) < 1e9 && r->peak_kb >= 0 &&
                is_count(r->peak_kb) && has_times(r) && are_samples(r);
    for (int i = 0; i < RECORD_COUNTERS; i++)
        good &= record_counter_may_be(i, r->counters[i]) && is_count(r->counters[i]);
    return good || reason_set(&s->error,
                              "store: cell %.12s: unusable: it has counts or times below zero "
                              "or beyond reason, or times that are not finite",
                              r->cell.key);
}

/* Of the row at which the query stands. */
static bool read_all(store *s, sqlite3_stmt *q, record *r, bool with_series)
{
    const char *machine = (const char *)sqlite3_column_text(q, MACHINE);
    return read_result(s, q, r) && read_samples(s, r, machine) && read_events(s, r, machine) &&
           (!with_series || read_series(s, r, machine)) && sealed(s, q, r) && can_be(s, r);
}

/* place 1: the cell that counts among those of one description on one machine, whether it is
 * finished or not; runs are ordered by their start, as merging gives them new numbers. */
#define PLACES                                                                                 \
    "WITH places AS (SELECT p.cell, u.machine, n.finished, n.number,"                          \
    " row_number() OVER same AS place,"                                                        \
    " first_value(c.files) OVER same AS chosen, c.files FROM planned p"                        \
    " JOIN run u ON u.id = p.run JOIN cell c ON c.key = p.cell"                                \
    " LEFT JOIN result n ON n.cell = p.cell AND n.machine = u.machine"                         \
    " WINDOW same AS (PARTITION BY u.machine" COORDINATES_OF_C                                 \
    " ORDER BY u.started DESC, u.id DESC, n.finished DESC, p.cell DESC)) "

#define RESULTS_THAT_COUNT(which)                                                              \
    PLACES "SELECT " RESULT_COLUMNS " FROM places k JOIN result r ON r.cell = k.cell"          \
           " AND r.machine = k.machine JOIN cell c ON c.key = r.cell WHERE k.place = 1" which  \
           " ORDER BY c.problem, c.parameters, c.formulation, c.solver, c.options, c.h,"       \
           " c.rtol DESC, r.machine"

static bool walk(store *s, const char *sql, bool with_series, store_visitor *each,
                 void *context)
{
    sqlite3_stmt *q = store_prepare(s, sql, "reading");
    if (!q) return false;
    bool good = true, more = true;
    int rc = SQLITE_DONE;
    while (more && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        record r;
        const char *machine = (const char *)sqlite3_column_text(q, MACHINE);
        if (read_all(s, q, &r, with_series))
            more = each(context, &r, machine);
        else
            store_note_damage(s); /* the others are none the worse */
        record_free(&r);
    }
    if (more && rc != SQLITE_DONE) good = store_refuse(s, "reading");
    sqlite3_finalize(q);
    return good;
}

bool store_each(store *s, bool with_series, store_visitor *each, void *context)
{
    return walk(s, RESULTS_THAT_COUNT(" AND r.finished IS NOT NULL"), with_series, each,
                context);
}

bool store_each_so_far(store *s, bool with_series, store_visitor *each, void *context)
{
    return walk(s, RESULTS_THAT_COUNT(""), with_series, each, context);
}

bool store_each_version(store *s, store_visitor *each, void *context)
{
    return walk(s,
                "SELECT " RESULT_COLUMNS " FROM result r JOIN cell c ON c.key = r.cell"
                " WHERE r.finished IS NOT NULL ORDER BY r.cell, r.machine",
                true, each, context);
}

/* Used to go on with a cell: the end state is needed to compare the timing runs with. */
bool store_load(store *s, const char *key, const char *machine, record *r)
{
    sqlite3_stmt *q = store_about(s,
                                  "SELECT " RESULT_COLUMNS " FROM result r JOIN cell c"
                                  " ON c.key = r.cell WHERE r.cell = ? AND r.machine = ?",
                                  key, machine);
    *r = (record){ 0 };
    const bool good = q && sqlite3_step(q) == SQLITE_ROW && read_all(s, q, r, false);
    sqlite3_finalize(q);
    return good;
}

bool store_series(store *s, const char *key, const char *machine, const char *name, double **v,
                  int *n)
{
    sqlite3_stmt *q = store_about(s,
                                  "SELECT n, data, sha256, name FROM series"
                                  " WHERE result = " NUMBER_IN("") " AND name = ?3",
                                  key, machine);
    if (!q) return false;
    sqlite3_bind_text(q, 3, name, -1, SQLITE_STATIC);
    if (sqlite3_step(q) == SQLITE_ROW)
        *v = read_blob(s, q, key, n);
    else {
        *v = NULL;
        reason_set(&s->error, "store: cell %.12s has no series %s", key, name);
    }
    sqlite3_finalize(q);
    return *v != NULL;
}

int store_knows(store *s, const char *key, const char *machine, outcome *o)
{
    sqlite3_stmt *q =
        store_about(s,
                    "SELECT finished IS NOT NULL, outcome, EXISTS (SELECT 1 FROM sample t"
                    " WHERE t.result = r.number)"
                    " FROM result r WHERE cell = ? AND machine = ?",
                    key, machine);
    int bits = 0;
    if (q && sqlite3_step(q) == SQLITE_ROW) {
        bits = STORE_ACCURATE | (sqlite3_column_int(q, 0) ? STORE_FINISHED : 0) |
               (sqlite3_column_int(q, 2) ? STORE_TIMED : 0);
        outcome_by_name((const char *)sqlite3_column_text(q, 1), o);
    }
    sqlite3_finalize(q);
    return bits;
}

bool store_has(store *s, const char *key, const char *machine, outcome *o)
{
    return (store_knows(s, key, machine, o) & STORE_FINISHED) != 0;
}

/* Adds to a list "a, b" what in `other` differs from `chosen`, both as in cell.files. */
static void add_differences(char **list, const char *other, const char *chosen)
{
    char *copy = copied(other), *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        if (!*word || strstr(chosen, word)) continue;
        word[strcspn(word, ":")] = '\0';
        if (strstr(*list, word)) continue;
        char *more = text_of("%s%s%s", *list, **list ? ", " : "", word);
        free(*list);
        *list = more;
    }
    free(copy);
}

/* A cell may stand at several places, planned by several runs: it counts where it is first. */
bool store_versions_of(store *s, store_versions *v)
{
    static const char sql[] =
        PLACES "SELECT min(place), max(finished), files, chosen, max(number) FROM places"
               " GROUP BY cell, machine HAVING min(place) = 1 OR max(finished) IS NOT NULL";
    *v = (store_versions){ .what = copied("") };
    sqlite3_stmt *q = store_prepare(s, sql, "reading");
    if (!q) return false;
    int rc;
    while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
        const bool counts = sqlite3_column_int(q, 0) == 1;
        const char *files = (const char *)sqlite3_column_text(q, 2);
        const char *chosen = (const char *)sqlite3_column_text(q, 3);
        const bool pending = counts && sqlite3_column_type(q, 1) == SQLITE_NULL;
        v->finished += counts && !pending;
        v->pending += pending;
        v->begun += pending && sqlite3_column_type(q, 4) != SQLITE_NULL;
        v->others += !counts;
        if (!counts) add_differences(&v->what, files ? files : "", chosen ? chosen : "");
    }
    sqlite3_finalize(q);
    return rc == SQLITE_DONE || store_refuse(s, "reading");
}
