/* store.c -- opening a store: schema, integrity, lock, runs.
 *
 * A store is never repaired, migrated behind the back, or overwritten: what is not as expected
 * is refused with a sentence and left as it is. WAL lets readers in while a run writes. */
#include "bench/store/store_inner.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCHEMA = 2, BUSY_MS = 10000 };

/* Written by hand into docs/store.md and the head of store.h, too: any other program may read
 * it. A result is keyed by cell and machine, so a cell measured on two machines is two
 * results. */
static const char schema_sql[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE run (id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, started TEXT, plan TEXT,"
    " seed INTEGER, machine TEXT, environment TEXT);"
    "CREATE TABLE cell (key TEXT PRIMARY KEY, problem TEXT, parameters TEXT, formulation TEXT,"
    " solver TEXT, options TEXT, rtol REAL, atol REAL, h0 REAL, h REAL, events INTEGER,"
    " files TEXT, spec TEXT) WITHOUT ROWID;"
    "CREATE TABLE planned (run INTEGER REFERENCES run, cell TEXT REFERENCES cell,"
    " PRIMARY KEY (run, cell)) WITHOUT ROWID;"
    "CREATE TABLE result (cell TEXT REFERENCES cell, machine TEXT, run INTEGER REFERENCES run,"
    " finished TEXT, outcome TEXT, status TEXT, detail TEXT, output TEXT, t_reached REAL,"
    " irreproducible INTEGER, counters TEXT, end_state TEXT, scoring TEXT, peak_kb INTEGER,"
    " setup_s REAL, overhead_s REAL, PRIMARY KEY (cell, machine)) WITHOUT ROWID;"
    "CREATE TABLE sample (cell TEXT, machine TEXT, worker INTEGER, n INTEGER, wall_s REAL,"
    " cpu_s REAL, instructions INTEGER, PRIMARY KEY (cell, machine, worker, n)) WITHOUT ROWID;"
    "CREATE TABLE series (cell TEXT, machine TEXT, name TEXT, n INTEGER, data BLOB,"
    " sha256 TEXT, position INTEGER, PRIMARY KEY (cell, machine, name));"
    "CREATE TABLE event (cell TEXT, machine TEXT, n INTEGER, t REAL, guard TEXT,"
    " direction INTEGER, PRIMARY KEY (cell, machine, n)) WITHOUT ROWID;"
    "INSERT INTO meta VALUES ('schema', '2');";

const char *store_error(const store *s) { return s->error; }

const char *store_damage(const store *s, int i) { return i < s->ndamage ? s->damage[i] : NULL; }

void store_note_damage(store *s)
{
    for (int i = 0; i < s->ndamage; i++)
        if (!strcmp(s->damage[i], s->error)) return;
    s->damage = grown(s->damage, (size_t)s->ndamage + 1, sizeof *s->damage);
    s->damage[s->ndamage++] = copied(s->error);
}

/* SQLite's words are for programmers; those that users meet get our own. */
bool store_refuse(store *s, const char *doing)
{
    const char *reason = sqlite3_errmsg(s->db);
    switch (sqlite3_errcode(s->db) & 0xff) {
    case SQLITE_FULL:
        reason = "the disk is full; free some space and run the same again";
        break;
    case SQLITE_READONLY:
        reason = "file or folder is read-only; choose another --output";
        break;
    case SQLITE_CORRUPT:
        reason = "the file is corrupted; it is left as it is";
        break;
    case SQLITE_IOERR:
        reason = "the file cannot be read or written; is the disk full?";
        break;
    default:
        break;
    }
    snprintf(s->error, sizeof s->error, "store: %s: %s", doing, reason);
    return false;
}

/* types: a letter a parameter, t text, d double, i whole number. */
static void bind_all(sqlite3_stmt *q, const char *types, va_list list)
{
    for (int i = 1; *types; i++, types++) switch (*types) {
        case 't':
            sqlite3_bind_text(q, i, va_arg(list, const char *), -1, SQLITE_STATIC);
            break;
        case 'd':
            sqlite3_bind_double(q, i, va_arg(list, double));
            break;
        default:
            sqlite3_bind_int64(q, i, va_arg(list, long));
            break;
        }
}

bool store_execute(store *s, const char *sql, const char *types, ...)
{
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        return store_refuse(s, "preparing a statement");
    va_list list;
    va_start(list, types);
    bind_all(q, types, list);
    va_end(list);
    int rc = sqlite3_step(q);
    while (rc == SQLITE_ROW) rc = sqlite3_step(q);
    const bool good = rc == SQLITE_DONE || store_refuse(s, "writing");
    sqlite3_finalize(q);
    return good;
}

char *column_copy(sqlite3_stmt *q, int column)
{
    return copied((const char *)sqlite3_column_text(q, column));
}

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
static bool check_schema(store *s, const char *path, char *why, size_t size)
{
    char *found = one_text(s, "SELECT value FROM meta WHERE key = 'schema'");
    const bool good = found && strtol(found, NULL, 10) == SCHEMA;
    if (!found) {
        fail(why, size, "%s: not a store of ivpbench (%s); it is left as it is", path,
             sqlite3_errmsg(s->db));
    } else if (!good) {
        fail(
            why, size,
            "%s: schema %s, but this ivpbench reads and writes schema %d; it is left as it is: "
            "`ivpbench store migrate` makes a new file of an older one",
            path, found, SCHEMA);
    }
    free(found);
    return good;
}

/* Pages and their order; the contents of series are guarded by digests of their own. */
static bool check_integrity(store *s, const char *path, char *why, size_t size)
{
    char *found = one_text(s, "PRAGMA quick_check(1)");
    const bool good = found && !strcmp(found, "ok");
    if (!good && (sqlite3_errcode(s->db) & 0xff) == SQLITE_NOMEM)
        fail(why, size, "%s: out of memory while it was checked", path);
    else if (!good)
        fail(why, size,
             "%s: corrupted (%s); it is left as it is: `ivpbench store repair` saves what can "
             "be read",
             path, found ? found : sqlite3_errmsg(s->db));
    free(found);
    return good;
}

/* In one transaction: a file that exists has all tables or none, whenever the harness dies. */
static bool create_schema(store *s, const char *path, char *why, size_t size)
{
    const char *sql[] = { "PRAGMA journal_mode = WAL", "BEGIN IMMEDIATE", schema_sql,
                          "COMMIT" };
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++)
        if (sqlite3_exec(s->db, sql[i], NULL, NULL, NULL) != SQLITE_OK) {
            store_refuse(s, "creating it");
            return fail(why, size, "%s: %s", path, s->error);
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

/* A store of a stranger is data: no trigger, no view, no function of its schema runs here. */
static void distrust(store *s)
{
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

/* A store in a folder where nothing may be written is still readable: as an immutable file. */
static bool open_file(store *s, const char *path, bool create)
{
    const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    int rc = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(s->db, "SELECT * FROM sqlite_master", 0, 0, 0);
    if (rc == SQLITE_OK || create) return rc == SQLITE_OK;
    if (rc == SQLITE_NOTADB || rc == SQLITE_CORRUPT) return false;
    sqlite3_close(s->db);
    char *uri = immutable(path);
    rc = sqlite3_open_v2(uri, &s->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_exec(s->db, "SELECT * FROM sqlite_master", 0, 0, 0);
    free(uri);
    return rc == SQLITE_OK;
}

/* A file that is missing is not created by those who only read: sqlite3_open would. */
static bool get_ready(store *s, const char *path, bool create, char *why, size_t size)
{
    struct stat st;
    if (!create && access(path, R_OK)) return fail(why, size, "%s: %s", path, strerror(errno));
    if (!stat(path, &st) && !S_ISREG(st.st_mode)) /* a FIFO would wait for ever */
        return fail(why, size, "%s: not a store of ivpbench but no regular file", path);
    if (!open_file(s, path, create)) {
        const int rc = sqlite3_errcode(s->db) & 0xff;
        if (rc == SQLITE_NOTADB)
            return fail(why, size, "%s: not a store of ivpbench; it is left as it is", path);
        store_refuse(s, "opening it");
        return fail(why, size, "%s: %s", path, s->error);
    }
    distrust(s);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    if (create && is_empty(s) && !create_schema(s, path, why, size)) return false;
    if (!check_schema(s, path, why, size) || !check_integrity(s, path, why, size)) return false;
    sqlite3_exec(s->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    return true;
}

/* Those who read and those who write open alike: WAL lets them in together. */
store *store_open(const char *path, bool create, char *why, size_t size)
{
    store *s = need(calloc(1, sizeof *s));
    s->lock = -1;
    if (get_ready(s, path, create, why, size)) return s;
    store_close(s);
    return NULL;
}

/* flock() is independent of the locks that SQLite takes, as long as the descriptor stays open
 * until SQLite is done with the file. */
bool store_lock(store *s, const char *path, char *why, size_t size)
{
    s->lock = open(path, O_RDONLY | O_CLOEXEC);
    if (s->lock < 0) return fail(why, size, "%s: %s", path, strerror(errno));
    if (!flock(s->lock, LOCK_EX | LOCK_NB)) return true;
    return fail(why, size, "%s: another ivpbench adds to it; wait, or use another --output",
                path);
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
                                    "INSERT INTO run (uuid, started, plan, seed, machine, "
                                    "environment) VALUES (?,?,?,?,?,?)",
                                    "tttitt", run->uuid, run->started, run->plan,
                                    (long)run->seed, run->machine, run->environment);
    s->run = sqlite3_last_insert_rowid(s->db);
    snprintf(s->machine, sizeof s->machine, "%s", run->machine);
    return good;
}

char *store_environment(store *s)
{
    return one_text(s, "SELECT environment FROM run ORDER BY id DESC LIMIT 1");
}
