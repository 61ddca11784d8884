/* fuzz_store.c -- a store as a stranger may send it: a file of changed bytes, or one that was
 * made by changed SQL and sealed as only its writer can, so that what lies behind the seals is
 * reached. All that reads a store reads it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/siege/fuzz.h"

#include "bench/base/util.h"
#include "bench/store/described.h"
#include "bench/store/seal.h"
#include "bench/store/store_inner.h"
#include "reports/tables/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static reason why;

static bool pass(void *context, const record *r, const char *machine)
{
    double *v = NULL;
    int n = 0;
    store *s = context;
    for (int i = 0; i < r->nseries; i++) {
        if (store_series(s, r->cell.key, machine, r->series[i].name, &v, &n)) free(v);
        v = NULL;
    }
    return true;
}

static void read_runs(store *s)
{
    store_run run;
    store_versions versions;
    if (store_last_run(s, &run)) {
        free(run.plan);
        free(run.environment);
    }
    store_versions_of(s, &versions);
    free(versions.what);
}

static void export(const char *place)
{
    board *b = board_open(place, "/none", &why);
    FILE *f = b ? fopen("/dev/null", "w") : NULL;
    if (f) {
        export_csv(b, f);
        export_jsonl(b, f);
        export_errors(b, f);
        export_series(b, f);
        fclose(f);
    }
    board_close(b);
}

static void rescue(const char *place)
{
    long kept, lost;
    char *to = text_of("%s.new", place);
    store_rescue(place, to, &kept, &lost, &why);
    for (int i = 0; i < 3; i++) {
        static const char *const beside[] = { "", "-wal", "-shm" };
        char *path = text_of("%s%s", to, beside[i]);
        unlink(path);
        free(path);
    }
    free(to);
}

void fuzz_store(const char *place)
{
    store *s = store_open(place, false, &why);
    if (s) {
        store_each(s, true, pass, s);
        read_runs(s);
        store_check(s);
    }
    store_close(s);
    export(place);
    rescue(place);
}

/* ---- SQL --------------------------------------------------------------------------------- */

static int forbid(void *unused, int what, const char *a, const char *b, const char *c,
                  const char *d)
{
    (void)unused;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return what == SQLITE_ATTACH ? SQLITE_DENY : SQLITE_OK;
}

static int enough(void *left) { return --*(int *)left < 0; }

/* What is wrong is left out, up to the end of its line. */
static void execute(sqlite3 *db, const char *sql)
{
    while (*sql) {
        const char *rest = sql;
        sqlite3_stmt *q = NULL;
        const int rc = sqlite3_prepare_v2(db, sql, -1, &q, &rest);
        while (rc == SQLITE_OK && q && sqlite3_step(q) == SQLITE_ROW) continue;
        sqlite3_finalize(q);
        if (rc != SQLITE_OK || rest == sql) {
            rest = sql + strcspn(sql, "\n");
            rest += *rest == '\n';
        }
        sql = rest;
    }
}

static const char seals[] = "UPDATE described SET digest = digest(scoring);\n"
                            "UPDATE result SET described = (SELECT digest FROM described);\n"
                            "UPDATE series SET sha256 = digest(data);\n"
                            "UPDATE run AS u SET seal = " SEAL_RUN ";\n"
                            "UPDATE planned AS p SET seal = " SEAL_PLANNED ";\n"
                            "UPDATE cell AS c SET seal = " SEAL_CELL ";\n"
                            "UPDATE result AS r SET seal = " SEAL_RESULT("main.") ";\n";

void fuzz_rows(const char *place, const unsigned char *at, size_t n)
{
    sqlite3 *db;
    int left = 1000; /* thousands of instructions */
    char *sql = text_of("%.*s", (int)n, (const char *)at);
    unlink(place);
    if (sqlite3_open(place, &db) != SQLITE_OK) exit(4);
    sqlite3_exec(db,
                 "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA page_size = 512",
                 0, 0, 0);
    sqlite3_set_authorizer(db, forbid, NULL);
    sqlite3_progress_handler(db, 1000, enough, &left);
    if (!seal_functions(db) || !described_functions(db)) exit(4);
    execute(db, sql);
    free(sql);
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "COMMIT", 0, 0, 0);
    execute(db, seals);
    sqlite3_close(db);
    fuzz_store(place);
}
