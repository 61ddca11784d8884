/* statement.c -- statements, what went wrong in them, and the damage that was seen. */
#include "bench/store/store_inner.h"
#include "bench/store/work.h"

#include "bench/base/digest.h"
#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *store_error(const store *s) { return s->error; }

const char *store_damage(const store *s, int i) { return i < s->ndamage ? s->damage[i] : NULL; }

void store_note_damage(store *s)
{
    enum { MOST = 200 }; /* sentences */
    if (s->ndamage > MOST) return;
    tame(s->error, ""); /* names of the store are in it */
    if (s->ndamage == MOST) fail(s->error, sizeof s->error, "store: and more of this kind");
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
    case SQLITE_INTERRUPT:
        reason = work_says;
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

const void *column_bytes(sqlite3_stmt *q, int column)
{
    const bool blob = sqlite3_column_type(q, column) == SQLITE_BLOB;
    return blob ? sqlite3_column_blob(q, column) : NULL;
}

const unsigned char *store_digest_at(sqlite3_stmt *q, int column)
{
    const void *at = column_bytes(q, column);
    return sqlite3_column_bytes(q, column) == DIGEST_BYTES ? at : NULL;
}
