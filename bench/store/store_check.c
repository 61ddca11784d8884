/* store_check.c -- looking at everything in a store, and saving what is whole.
 *
 * Nothing is mended in place: what is saved goes to a new file, and the old one stays as it is. */
#include "bench/store/store_inner.h"

#include "bench/store/blob.h"
#include "bench/base/util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines of SQLite's own check. */
static void check_pages(store *s)
{
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(20)", -1, &q, NULL) != SQLITE_OK)
        return;
    while (sqlite3_step(q) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(q, 0);
        if (!line || !strcmp(line, "ok")) continue;
        fail(s->error, sizeof s->error, "store: pages: %s", line);
        store_note_damage(s);
    }
    sqlite3_finalize(q);
}

/* Rows of results that do not exist. */
static void check_strays(store *s, const char *table)
{
    sqlite3_stmt *q;
    char *sql = text_of("SELECT DISTINCT substr(t.cell, 1, 12) FROM %s t WHERE NOT EXISTS"
                        " (SELECT 1 FROM result r WHERE r.cell = t.cell AND"
                        " r.machine = t.machine)",
                        table);
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK)
        while (sqlite3_step(q) == SQLITE_ROW) {
            fail(s->error, sizeof s->error, "store: cell %s has a %s but no result",
                 (const char *)sqlite3_column_text(q, 0), table);
            store_note_damage(s);
        }
    sqlite3_finalize(q);
    free(sql);
}

static bool pass(void *context, const record *r, const char *machine)
{
    (void)context;
    (void)r;
    (void)machine;
    return true;
}

bool store_check(store *s)
{
    static const char *const tables[] = { "sample", "series", "event" };
    check_pages(s);
    if (!store_each_version(s, pass, NULL)) store_note_damage(s);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) check_strays(s, tables[i]);
    return !s->ndamage;
}

bool store_rescue(const char *from, const char *to, long *kept, long *lost, char *why,
                  size_t size)
{
    if (!access(to, F_OK)) return fail(why, size, "%s exists; nothing is overwritten", to);
    store *s = store_open(to, true, why, size);
    if (!s) return false;
    bool good = store_take(s, from, kept, lost) || fail(why, size, "%s", store_error(s));
    if (good && sqlite3_exec(s->db, "VACUUM", NULL, NULL, NULL) != SQLITE_OK) {
        store_refuse(s, "compacting");
        good = fail(why, size, "%s", store_error(s));
    }
    for (int i = 0; good && store_damage(s, i); i++)
        fail(why, size, "%s", store_damage(s, i)); /* the last stays */
    store_close(s);
    return good;
}
