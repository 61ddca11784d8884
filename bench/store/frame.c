/* frame.c -- what holds a store together: each run, planned cell and result is as it was
 * written and belongs to rows that are there. Looked at whenever a store is opened, and before
 * it is merged.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/store/older.h"
#include "bench/store/seal.h"
#include "bench/base/util.h"

void store_check_rows(store *s, const char *sql, const char *says)
{
    sqlite3_stmt *q;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(q)) == SQLITE_ROW) {
            const char *word = (const char *)sqlite3_column_text(q, 0);
            reason_set(&s->error, "store: %.40s%s", word ? word : "?", says);
            store_note_damage(s);
        }
    if (rc != SQLITE_DONE) {
        store_refuse(s, "reading");
        store_note_damage(s);
    }
    sqlite3_finalize(q);
}

#define FRAME(db)                                                                              \
    {                                                                                          \
        { "SELECT 'run of ' || u.started FROM " db "run u WHERE u.seal IS NOT " SEAL_RUN,      \
          ": not as it was written" },                                                         \
            { "SELECT 'plan of cell ' || substr(p.cell, 1, 12) FROM " db                       \
              "planned p WHERE p.seal IS NOT " SEAL_PLANNED,                                   \
              ": not as it was written" },                                                     \
            { "SELECT 'cell ' || substr(p.cell, 1, 12) FROM " db                               \
              "planned p WHERE p.cell NOT IN (SELECT key FROM " db "cell)",                    \
              " is planned and not described" },                                               \
            { "SELECT DISTINCT 'run ' || p.run FROM " db                                       \
              "planned p WHERE p.run NOT IN (SELECT id FROM " db "run)",                       \
              " has planned cells and is not there" },                                         \
            { "SELECT 'cell ' || substr(r.cell, 1, 12) FROM " db                               \
              "result r WHERE r.cell NOT IN (SELECT key FROM " db "cell)",                     \
              " has a result and is not described" },                                          \
            { "SELECT 'cell ' || substr(r.cell, 1, 12) FROM " db "result r LEFT JOIN " db      \
              "run u ON u.id = r.run WHERE u.machine IS NOT r.machine",                        \
              ": its result is of another machine than its run" },                             \
            { "SELECT 'description ' || substr(d.scoring, 1, 24) FROM " db                     \
              "described d WHERE d.digest IS NOT digest(d.scoring)",                           \
              ": not as it was written" },                                                     \
    }
enum { FRAMES = 7 };

void store_check_frame(store *s, int other)
{
    static const char *const rows[2][FRAMES][2] = { FRAME("main."), FRAME("other.") };
    const int n = other == SEALED ? FRAMES - 1 : FRAMES; /* which had no such descriptions */
    for (int i = 0; i < n; i++) store_check_rows(s, rows[!!other][i][0], rows[!!other][i][1]);
}
