/* store_check.c -- looking at everything in a store, and saving what is whole.
 *
 * Nothing is mended in place: what is saved goes to a new file, and the old one stays as it
 * is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/store/seal.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines of SQLite's own check. */
static void check_pages(store *s)
{
    sqlite3_stmt *q;
    int rc = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(20)", -1, &q, NULL);
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        if ((rc = sqlite3_step(q)) != SQLITE_ROW) break;
        const char *line = (const char *)sqlite3_column_text(q, 0);
        if (!line || !strcmp(line, "ok")) continue;
        reason_set(&s->error, "store: pages: %s", line);
        store_note_damage(s);
    }
    if (rc != SQLITE_DONE) {
        store_refuse(s, "checking pages");
        store_note_damage(s);
    }
    sqlite3_finalize(q);
}

static bool pass(void *context, const record *r, const char *machine)
{
    (void)context;
    (void)r;
    (void)machine;
    return true;
}

#define STRAYS(table)                                                                          \
    {                                                                                          \
        "SELECT DISTINCT 'result ' || t.result FROM " table                                    \
        " t WHERE t.result IS NULL OR t.result NOT IN (SELECT number FROM result)",            \
            " has a " table " and is not there"                                                \
    }

bool store_check(store *s)
{
    static const char *const strays[][2] = { STRAYS("sample"), STRAYS("series"),
                                             STRAYS("event") };
    check_pages(s);
    if (!store_each_version(s, pass, NULL)) store_note_damage(s);
    for (size_t i = 0; i < sizeof strays / sizeof *strays; i++)
        store_check_rows(s, strays[i][0], strays[i][1]);
    return !s->ndamage;
}

static bool rescue_into(const char *from, const char *to, long *kept, long *lost, reason *why)
{
    store *s = store_open(to, true, why);
    if (!s) return false;
    bool good = store_take(s, from, kept, lost) || reason_set(why, "%s", store_error(s));
    if (good && sqlite3_exec(s->db, "VACUUM; PRAGMA journal_mode = DELETE", NULL, NULL, NULL) !=
                    SQLITE_OK) {
        store_refuse(s, "compacting");
        good = reason_set(why, "%s", store_error(s));
    }
    for (int i = 0; good && store_damage(s, i); i++)
        reason_set(why, "%s", store_damage(s, i)); /* the last stays */
    store_close(s);
    return good;
}

bool store_rescue(const char *from, const char *to, long *kept, long *lost, reason *why)
{
    if (!access(to, F_OK)) return reason_set(why, "%s exists; nothing is overwritten", to);
    char *part = partial_name(to);
    reason note;
    bool good = rescue_into(from, part, kept, lost, why);
    if (good && !partial_finish(part, to, false, &note))
        good = reason_set(why, "%s", note.text);
    partial_drop(part);
    free(part);
    return good;
}
