/* store.c -- opening a store: schema, integrity, lock, runs.
 *
 * A store is never repaired, migrated behind the back, or overwritten: what is not as expected
 * is refused with a sentence and left as it is. WAL lets readers in while a run writes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/described.h"
#include "bench/store/place.h"
#include "bench/store/seal.h"
#include "bench/store/store_inner.h"
#include "bench/store/work.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MS = 10000, LONGEST = 1 << 28 };
static const char schema_now[] = "4";

/* Written by hand into docs/store.md and the head of store.h, too: any other program may read
 * it. A result is keyed by cell and machine, so a cell measured on two machines is two
 * results. */
static const char schema_sql[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE run (id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, started TEXT, plan TEXT,"
    " seed INTEGER, machine TEXT, environment TEXT, seal TEXT);"
    "CREATE TABLE cell (key TEXT PRIMARY KEY" CELL_MADE
    ", files TEXT, spec TEXT, seal TEXT) WITHOUT ROWID;"
    "CREATE INDEX asked ON cell (problem, solver, rtol, h);"
    "CREATE TABLE planned (run INTEGER REFERENCES run, cell TEXT REFERENCES cell, seal TEXT,"
    " PRIMARY KEY (run, cell)) WITHOUT ROWID;"
    "CREATE TABLE described (digest BLOB UNIQUE, scoring TEXT);"
    "CREATE TABLE result (number INTEGER PRIMARY KEY, cell TEXT REFERENCES cell, machine TEXT,"
    " run INTEGER REFERENCES run, finished TEXT, outcome TEXT" FIELDS_MADE
    ", counters TEXT, end_state TEXT, described BLOB REFERENCES described (digest),"
    " scoring TEXT" COSTS_MADE ", seal TEXT, UNIQUE (cell, machine));"
    "CREATE TABLE sample (result INTEGER REFERENCES result, worker INTEGER,"
    " n INTEGER" TIMES_MADE ", PRIMARY KEY (result, worker, n)) WITHOUT ROWID;"
    "CREATE TABLE series (result INTEGER REFERENCES result, position INTEGER, name TEXT,"
    " n INTEGER, sha256 BLOB, data BLOB, UNIQUE (result, position));"
    "CREATE TABLE event (result INTEGER REFERENCES result, n INTEGER" EVENT_MADE
    ", PRIMARY KEY (result, n)) WITHOUT ROWID;"
    "INSERT INTO meta VALUES ('schema', '4');";

/* First column of the first row, or NULL. */
static char *one_text(store *s, const char *sql)
{
    sqlite3_stmt *q;
    char *text = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK) return NULL;
    if (sqlite3_step(q) == SQLITE_ROW) text = column_copy(q, 0);
    sqlite3_finalize(q);
    return text;
}

/* A new file, or one that died before its first transaction. */
static bool is_empty(store *s)
{
    char *n = one_text(s, "SELECT count(*) FROM sqlite_master");
    const bool empty = n && !strcmp(n, "0");
    free(n);
    return empty;
}

/* Also refuses databases of other programs, which have no such table. */
static bool check_schema(store *s, const char *path, reason *why)
{
    char *found = one_text(s, "SELECT value FROM meta WHERE key = 'schema'");
    const bool good = found && !strcmp(found, schema_now);
    if (!found) {
        reason_set(why, "%s: not a store of ivpbench (%s); it is left as it is", path,
                   sqlite3_errmsg(s->db));
    } else if (!good) {
        reason_set(
            why,
            "%s: schema %s, but this ivpbench reads and writes schema %s; it is left as it is: "
            "`ivpbench store migrate` makes a new file of an older one",
            path, found, schema_now);
    }
    free(found);
    return good;
}

/* Pages and their order; what is in them is guarded by seals and digests. */
static bool check_integrity(store *s, const char *path, reason *why)
{
    char *found = one_text(s, "PRAGMA integrity_check(1)");
    const bool good = found && !strcmp(found, "ok");
    if (!good && (sqlite3_errcode(s->db) & 0xff) == SQLITE_NOMEM)
        reason_set(why, "%s: out of memory while it was checked", path);
    else if (!good && (sqlite3_errcode(s->db) & 0xff) == SQLITE_INTERRUPT)
        reason_set(why, "%s: %s", path, work_says);
    else if (!good)
        reason_set(
            why,
            "%s: corrupted (%s); it is left as it is: `ivpbench store repair` saves what can "
            "be read",
            path, found ? found : sqlite3_errmsg(s->db));
    free(found);
    return good;
}

/* In one transaction: a file that exists has all tables or none, whenever the harness dies. */
static bool create_schema(store *s, const char *path, reason *why)
{
    const char *sql[] = { "PRAGMA journal_mode = WAL", "BEGIN IMMEDIATE", schema_sql,
                          "COMMIT" };
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++)
        if (sqlite3_exec(s->db, sql[i], NULL, NULL, NULL) != SQLITE_OK) {
            store_refuse(s, "creating it");
            return reason_set(why, "%s: %s", path, s->error.text);
        }
    return true;
}

/* "file:PATH?immutable=1"; what means something in a URI is written by its number. */
static char *immutable(const char *path)
{
    char *uri = need(calloc(3 * strlen(path) + 32, 1)), *to = stpcpy(uri, "file:");
    for (; *path; path++)
        to += sprintf(to, strchr("?#%", *path) ? "%%%02X" : "%c", (unsigned char)*path);
    stpcpy(to, "?immutable=1");
    return uri;
}

/* A store of a stranger is data: no trigger, no view, no function of its schema runs here, and
 * no value is longer than a worker may say. */
static void distrust(store *s)
{
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, LONGEST);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

/* As a file that nobody changes: no lock, no journal, nothing written beside it. */
static bool open_immutable(store *s, const char *path)
{
    char *uri = immutable(path);
    int rc = sqlite3_open_v2(uri, &s->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(s->db, "SELECT * FROM sqlite_master", 0, 0, 0);
    free(uri);
    return rc == SQLITE_OK;
}

/* A store in a folder where nothing may be written is still readable. */
static bool open_file(store *s, const char *path, bool create)
{
    const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    int rc = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(s->db, "SELECT * FROM sqlite_master", 0, 0, 0);
    if (rc == SQLITE_OK || create) return rc == SQLITE_OK;
    if (rc == SQLITE_NOTADB || rc == SQLITE_CORRUPT) return false;
    sqlite3_close(s->db);
    return open_immutable(s, path);
}

/* A file that is missing is not created by those who only read: sqlite3_open would. */
static bool get_ready(store *s, const char *path, bool create, bool kept, reason *why)
{
    struct stat st;
    if (!create && access(path, R_OK)) return reason_set(why, "%s: %s", path, strerror(errno));
    if (!stat(path, &st) && !S_ISREG(st.st_mode)) /* a FIFO would wait for ever */
        return reason_set(why, "%s: not a store of ivpbench but no regular file", path);
    if (!kept && !store_journal_is_ours(path, why)) return false;
    if (!(kept ? open_immutable(s, path) : open_file(s, path, create))) {
        const int rc = sqlite3_errcode(s->db) & 0xff;
        if (rc == SQLITE_NOTADB)
            return reason_set(why, "%s: not a store of ivpbench; it is left as it is", path);
        store_refuse(s, "opening it");
        return reason_set(why, "%s: %s", path, s->error.text);
    }
    distrust(s);
    if (!create) work_begin(s->db, path); /* who writes goes on for days */
    if (!seal_functions(s->db) || !described_functions(s->db))
        return reason_set(why, "%s: out of memory", path);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    if (create && is_empty(s) && !create_schema(s, path, why)) return false;
    if (!store_schema_is_ours(s, "main", &s->error))
        return reason_set(why, "%s: %s; it is left as it is", path, s->error.text);
    if (!check_schema(s, path, why) || !check_integrity(s, path, why)) return false;
    /* a compacted file has another journal, of which nothing lies beside it */
    if (create) sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    sqlite3_exec(s->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    store_check_frame(s, 0);
    return true;
}

/* Those who read and those who write open alike: WAL lets them in together. Into the archive
 * only `ivpbench archive add` writes. */
store *store_open(const char *path, bool create, reason *why)
{
    const bool kept = place_is_kept(path);
    if (kept && create) {
        reason_set(
            why,
            "%s: nothing writes into the archive but `ivpbench archive add`; a file of that "
            "name is ./%s",
            path, path);
        return NULL;
    }
    char *file = place_file(path, why);
    if (!file) return NULL;
    store *s = need(calloc(1, sizeof *s));
    s->lock = -1;
    sqlite3_hard_heap_limit64(4L * LONGEST); /* of this process: some values, not a file */
    const bool good = get_ready(s, file, create, kept, why);
    free(file);
    if (good) return s;
    store_close(s);
    return NULL;
}

/* flock() is independent of the locks that SQLite takes, as long as the descriptor stays open
 * until SQLite is done with the file. It is tried again for a moment: store_is_growing() holds
 * it for some microseconds. */
bool store_lock(store *s, const char *path, reason *why)
{
    enum { TRIES = 5 };
    static const struct timespec pause = { .tv_nsec = 10000000 };
    s->lock = open(path, O_RDONLY | O_CLOEXEC);
    if (s->lock < 0) return reason_set(why, "%s: %s", path, strerror(errno));
    for (int i = 0; i < TRIES; i++) {
        if (!flock(s->lock, LOCK_EX | LOCK_NB)) return true;
        nanosleep(&pause, NULL);
    }
    return reason_set(why, "%s: another ivpbench adds to it; wait, or use another --output",
                      path);
}

bool store_is_growing(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool held = flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    close(fd);
    return held;
}

void store_close(store *s)
{
    if (!s) return;
    sqlite3_close(s->db);
    if (s->lock >= 0) close(s->lock);
    for (int i = 0; i < s->ndamage; i++) free(s->damage[i]);
    free(s->damage);
    free(s);
}

bool store_begin_run(store *s, const store_run *run)
{
    const bool good = store_execute(s,
                                    "INSERT INTO run SELECT u.*, " SEAL_RUN
                                    " FROM (SELECT 1 + coalesce(max(id), 0) AS id, ? AS uuid,"
                                    " ? AS started, ? AS plan, ? AS seed, ? AS machine,"
                                    " ? AS environment FROM run) u",
                                    "tttitt", run->uuid, run->started, run->plan,
                                    (long)run->seed, run->machine, run->environment);
    s->run = sqlite3_last_insert_rowid(s->db);
    snprintf(s->machine, sizeof s->machine, "%s", run->machine);
    return good;
}

bool store_last_run(store *s, store_run *run)
{
    sqlite3_stmt *q;
    *run = (store_run){ 0 };
    if (sqlite3_prepare_v2(s->db,
                           "SELECT uuid, started, machine, plan, environment, seed FROM run"
                           " ORDER BY started DESC, id DESC LIMIT 1",
                           -1, &q, NULL) != SQLITE_OK)
        return false;
    const bool found = sqlite3_step(q) == SQLITE_ROW;
    for (int i = 0; found && i < 3; i++) {
        char *const to[] = { run->uuid, run->started, run->machine };
        const size_t room[] = { sizeof run->uuid, sizeof run->started, sizeof run->machine };
        char *text = column_copy(q, i);
        snprintf(to[i], room[i], "%s", text);
        free(text);
    }
    if (found) {
        run->plan = column_copy(q, 3);
        run->environment = column_copy(q, 4);
        run->seed = (unsigned long)sqlite3_column_int64(q, 5);
    }
    sqlite3_finalize(q);
    return found;
}
