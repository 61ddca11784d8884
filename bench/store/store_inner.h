/* store_inner.h -- the store as its own files and the campaign see it.
 *
 * A cell that is still being timed has a row in `result` whose `finished` is NULL; nobody else
 * sees such rows. So nothing measured is lost when the harness dies between two workers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_STORE_INNER_H
#define BENCH_STORE_INNER_H

#include "bench/store/store.h"

#include <sqlite3.h>

struct store {
    sqlite3 *db;
    int lock; /* descriptor that holds the writer's lock, or -1 */
    sqlite3_int64 run;
    char machine[65]; /* of the run begun */
    reason error;
    char **damage; /* a sentence for each result or series that was found damaged */
    int ndamage;
};

/* All finished results with their series, also those that a later version has replaced. */
bool store_each_version(store *s, store_visitor *each, void *context);
/* From a file of this schema or an older one, whatever its state: what is finished there, not
 * here, and whole. What is damaged is noted. */
bool store_take(store *s, const char *from, long *added, long *lost);

/* Whether file `of` ("main", "other") has tables of stores alone, of whatever schema: no view,
 * no trigger, no index of expressions, no generated column. false with a sentence. */
bool store_schema_is_ours(store *s, const char *of, reason *why);

/* Whether nothing lies beside a file that, opened, would delete another one. false with a
 * sentence. */
bool store_journal_is_ours(const char *path, reason *why);

/* Notes what is damaged among runs and plans, and what hangs in the air; here (0) or in
 * the store that is attached, by its schema. */
void store_check_frame(store *s, int other);
/* Each row gives a word for its sentence of damage. */
void store_check_rows(store *s, const char *sql, const char *says);
/* Notes the present error; once for the same sentence. */
void store_note_damage(store *s);

/* Runs one statement; types: t text, d double, i long; NaN becomes NULL. */
bool store_execute(store *s, const char *sql, const char *types, ...);
/* NULL with the error set. */
sqlite3_stmt *store_prepare(store *s, const char *sql, const char *doing);
/* The same about one result, whose key and machine are ?1 and ?2. */
sqlite3_stmt *store_about(store *s, const char *sql, const char *key, const char *machine);
void store_bind_text(sqlite3_stmt *q, const char *name, const char *text); /* ":name" */
void store_bind_whole(sqlite3_stmt *q, const char *name, long n);
/* Runs a statement that gives no rows, and ends it or keeps it for another time; NULL:
 * false. */
bool store_done(store *s, sqlite3_stmt *q, bool keep, const char *doing);
bool store_refuse(store *s, const char *doing); /* sets the error from SQLite; false */

/* The accuracy run of a cell whose timing follows, or with `finished` the whole record. */
bool store_put_part(store *s, const record *r, bool finished);
/* A timing worker that others or a check follow: its samples, whether it differed from the
 * rest, and the scoring, which has its account. */
bool store_add_samples(store *s, const record *r, const record_sample *v, int n);
/* Stores the last timing worker (its samples) or the check (n = 0), and outcome, status,
 * detail, output, irreproducible, scoring of r. One transaction holds all. */
bool store_finish(store *s, const record *r, const record_sample *v, int n);

/* Replaces the scoring of one result. */
bool store_set_scoring(store *s, const char *key, const char *machine, const char *scoring);

/* What is known of a cell: bits below. */
enum { STORE_ACCURATE = 1, STORE_FINISHED = 2, STORE_TIMED = 4 };
int store_knows(store *s, const char *key, const char *machine, outcome *o);
/* One result without its series, finished or not. */
bool store_load(store *s, const char *key, const char *machine, record *r);
/* Seconds that a cell of this description took, whatever its key; negative: never seen. */
double store_seconds(store *s, const cell *c);

/* Only one process may add to a store. */
bool store_lock(store *s, const char *path, reason *why);

/* Of a result, ?1 its cell and ?2 its machine: what its samples, series and events refer to. */
#define NUMBER_IN(db) "(SELECT number FROM " db "result WHERE cell = ?1 AND machine = ?2)"

/* Column readers, copies. */
char *column_copy(sqlite3_stmt *q, int column);
/* In place; NULL where it is no blob: one flipped bit makes a text of the same bytes. */
const void *column_bytes(sqlite3_stmt *q, int column);
/* A SHA-256 of 32 bytes; NULL where it is none. */
const unsigned char *store_digest_at(sqlite3_stmt *q, int column);

/* Of the attached store "other". false with both results, as far as they differ. */
bool store_agree(store *s);

#endif
