/* described.c -- what is no JSON object is no one else's: it stays whole with its result.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/described.h"

#include "bench/store/work.h"
#include "bench/base/util.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const own[] = {
    "reduced", "instructions", "exact",     "multipliers",
    "workers", "not_moved",    "watched_s", "not_deterministic"
};
enum { OWN = sizeof own / sizeof *own };

described_parts described_split(const char *scoring)
{
    if (!scoring) return (described_parts){ 0 };
    json_t *o = json_loads(scoring, 0, NULL);
    if (!json_is_object(o)) {
        json_decref(o);
        return (described_parts){ copied("{}"), copied(scoring) };
    }
    json_t *apart = need(json_object());
    for (int i = 0; i < OWN; i++) {
        json_t *v = json_object_get(o, own[i]);
        if (v) json_object_set(apart, own[i], v);
        json_object_del(o, own[i]);
    }
    const described_parts p = { need(json_dumps(o, JSON_COMPACT)),
                                need(json_dumps(apart, JSON_COMPACT)) };
    json_decref(apart);
    json_decref(o);
    return p;
}

void described_free(described_parts *p)
{
    free(p->shared);
    free(p->own);
    *p = (described_parts){ 0 };
}

static void give(sqlite3_context *to, char *text) { sqlite3_result_text(to, text, -1, free); }

static void shared_part(sqlite3_context *to, int n, sqlite3_value **v)
{
    const char *text = (const char *)sqlite3_value_text(v[0]);
    (void)n;
    described_parts p = described_split(text);
    if (text) give(to, copied(p.shared));
    described_free(&p);
}

static void own_part(sqlite3_context *to, int n, sqlite3_value **v)
{
    const char *text = (const char *)sqlite3_value_text(v[0]);
    (void)n;
    described_parts p = described_split(text);
    if (text) give(to, copied(p.own));
    described_free(&p);
}

/* Both are as part_of() wrote them: {...} and {...}, or one of them empty. */
static void whole(sqlite3_context *to, int n, sqlite3_value **v)
{
    const char *shared = (const char *)sqlite3_value_text(v[0]);
    const char *apart = (const char *)sqlite3_value_text(v[1]);
    (void)n;
    if (!shared || !apart) return;
    work_spend(strlen(shared) + strlen(apart));
    if (!strcmp(shared, "{}"))
        give(to, copied(apart));
    else if (!strcmp(apart, "{}"))
        give(to, copied(shared));
    else
        give(to, text_of("%.*s,%s", (int)strlen(shared) - 1, shared, apart + 1));
}

bool described_functions(sqlite3 *db)
{
    const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    return !sqlite3_create_function(db, "shared_part", 1, how, NULL, shared_part, NULL, NULL) &&
           !sqlite3_create_function(db, "own_part", 1, how, NULL, own_part, NULL, NULL) &&
           !sqlite3_create_function(db, "whole", 2, how, NULL, whole, NULL, NULL);
}
