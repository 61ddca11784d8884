/* statement.c -- statements, what went wrong in them, and the damage that was seen.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"
#include "bench/store/columns.h"
#include "bench/store/work.h"

#include "bench/base/digest.h"
#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *store_error(const store *s) { return s->error.text; }

const char *store_damage(const store *s, int i) { return i < s->ndamage ? s->damage[i] : NULL; }

void store_note_damage(store *s)
{
    enum { MOST = 200 }; /* sentences */
    if (s->ndamage > MOST) return;
    tame(s->error.text, ""); /* names of the store are in it */
    if (s->ndamage == MOST) reason_set(&s->error, "store: and more of this kind");
    for (int i = 0; i < s->ndamage; i++)
        if (!strcmp(s->damage[i], s->error.text)) return;
    s->damage = grown(s->damage, (size_t)s->ndamage + 1, sizeof *s->damage);
    s->damage[s->ndamage++] = copied(s->error.text);
}

/* SQLite's words are for programmers; those that users meet get our own. */
bool store_refuse(store *s, const char *doing)
{
    const char *sentence = sqlite3_errmsg(s->db);
    switch (sqlite3_errcode(s->db) & 0xff) {
    case SQLITE_FULL:
        sentence = "the disk is full; free some space and run the same again";
        break;
    case SQLITE_READONLY:
        sentence = "file or folder is read-only; choose another --output";
        break;
    case SQLITE_CORRUPT:
        sentence = "the file is corrupted; it is left as it is";
        break;
    case SQLITE_IOERR:
        sentence = "the file cannot be read or written; is the disk full?";
        break;
    case SQLITE_INTERRUPT:
        sentence = work_says;
        break;
    default:
        break;
    }
    return reason_set(&s->error, "store: %s: %s", doing, sentence);
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

sqlite3_stmt *store_prepare(store *s, const char *sql, const char *doing)
{
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK) store_refuse(s, doing);
    return q;
}

bool store_execute(store *s, const char *sql, const char *types, ...)
{
    sqlite3_stmt *q = store_prepare(s, sql, "preparing a statement");
    va_list list;
    if (!q) return false;
    va_start(list, types);
    bind_all(q, types, list);
    va_end(list);
    int rc = sqlite3_step(q);
    while (rc == SQLITE_ROW) rc = sqlite3_step(q);
    const bool good = rc == SQLITE_DONE || store_refuse(s, "writing");
    sqlite3_finalize(q);
    return good;
}

sqlite3_stmt *store_about(store *s, const char *sql, const char *key, const char *machine)
{
    sqlite3_stmt *q = store_prepare(s, sql, "reading");
    if (!q) return NULL;
    sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, machine, -1, SQLITE_STATIC);
    return q;
}

void store_bind_text(sqlite3_stmt *q, const char *name, const char *text)
{
    sqlite3_bind_text(q, sqlite3_bind_parameter_index(q, name), text, -1, SQLITE_STATIC);
}

void store_bind_whole(sqlite3_stmt *q, const char *name, long n)
{
    sqlite3_bind_int64(q, sqlite3_bind_parameter_index(q, name), n);
}

bool store_done(store *s, sqlite3_stmt *q, bool keep, const char *doing)
{
    const bool good = q && (sqlite3_step(q) == SQLITE_DONE || store_refuse(s, doing));
    if (keep)
        sqlite3_reset(q);
    else
        sqlite3_finalize(q);
    return good;
}

/* A whole number as such, which matters to seals. */
static void bind_one(sqlite3_stmt *q, int i, const field_row *f, const void *of)
{
    if (!field_is_told(f, of))
        sqlite3_bind_null(q, i);
    else if (field_is_text(f))
        sqlite3_bind_text(q, i, field_text(f, of), -1, SQLITE_STATIC);
    else if (f->kind == FIELD_REAL)
        sqlite3_bind_double(q, i, field_number(f, of));
    else
        sqlite3_bind_int64(q, i, (sqlite3_int64)field_number(f, of));
}

void store_bind(sqlite3_stmt *q, const field_row *table, const void *of)
{
    char name[64];
    for (const field_row *f = table; f->name; f++) {
        snprintf(name, sizeof name, ":%s", f->name);
        const int i = sqlite3_bind_parameter_index(q, name);
        if (i) bind_one(q, i, f, of);
    }
}

/* What is no number (SQLite keeps NaN as NULL, and a text in any column) is not 0. */
static double number(sqlite3_stmt *q, int column, const field_row *f)
{
    const int type = sqlite3_column_type(q, column);
    const bool none = type == SQLITE_NULL && f->uses & FIELD_IF_SET;
    return none || type == SQLITE_FLOAT || type == SQLITE_INTEGER
               ? sqlite3_column_double(q, column)
               : NAN;
}

static void fetch_one(sqlite3_stmt *q, int column, const field_row *f, void *at)
{
    if (f->kind == FIELD_STRING)
        *(char **)at = column_copy(q, column);
    else if (f->kind == FIELD_REAL)
        *(double *)at = number(q, column, f);
    else if (f->kind == FIELD_COUNT)
        *(long *)at = (long)sqlite3_column_int64(q, column);
    else if (f->kind == FIELD_SMALL)
        *(int *)at = sqlite3_column_int(q, column);
    else
        *(bool *)at = sqlite3_column_int(q, column) != 0;
}

int store_fetch(sqlite3_stmt *q, int column, const field_row *table, void *to)
{
    for (const field_row *f = table; f->name; f++, column++)
        fetch_one(q, column, f, (char *)to + f->at);
    return column;
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
