/* schema.c -- whether a file is of the kind that stores are: its tables, and what lies beside
 * it.
 *
 * In the SQL that makes tables SQLite evaluates what it is told: expressions of indexes and
 * checks in PRAGMA integrity_check, generated columns in each SELECT. Stores of no schema have
 * any of them, so a file that does is refused by the words of its tables before anything else
 * is asked of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/store_inner.h"

#include "bench/base/util.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char *const names[] = { "meta",   "run",       "cell",         "planned",
                                     "result", "sample",    "series",       "event",
                                     "asked",  "described", "sqlite_stat1", "sqlite_stat4" };
/* Besides names of columns, which no other word of the grammar can follow. */
static const char *const forbidden[] = { "AS",      "CHECK",  "DEFAULT", "GENERATED",
                                         "COLLATE", "SELECT", "USING",   "WHERE" };

static bool is_among(const char *word, size_t n, const char *const *list, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (strlen(list[i]) == n && !strncasecmp(list[i], word, n)) return true;
    return false;
}
#define IS_AMONG(word, n, list) is_among(word, n, list, sizeof(list) / sizeof *(list))

/* Words, commas and parentheses; those of an index one within the other would be an
 * expression. */
static bool is_plain(const char *sql, bool index)
{
    int depth = 0;
    for (const char *at = sql; *at;) {
        size_t n = 0;
        while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
        if (n ? IS_AMONG(at, n, forbidden) : !strchr(" \n,()", *at)) return false;
        depth += *at == '(';
        depth -= *at == ')';
        if (index && depth > 1) return false;
        at += n ? n : 1;
    }
    return true;
}

/* An index that SQLite makes for a key has no SQL. */
static bool is_ours(const char *type, const char *name, const char *sql)
{
    const bool index = !strcmp(type, "index"), table = !strcmp(type, "table");
    if (index && !*sql) return true;
    return (index || table) && IS_AMONG(name, strlen(name), names) && is_plain(sql, index);
}

bool store_schema_is_ours(store *s, const char *of, reason *why)
{
    sqlite3_stmt *q;
    char sql[100];
    bool good = true;
    int rc = SQLITE_ERROR;
    snprintf(sql, sizeof sql, "SELECT type, name, coalesce(sql, '') FROM %s.sqlite_schema", of);
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK)
        while (good && (rc = sqlite3_step(q)) == SQLITE_ROW) {
            const char *type = (const char *)sqlite3_column_text(q, 0);
            const char *name = (const char *)sqlite3_column_text(q, 1);
            const char *text = (const char *)sqlite3_column_text(q, 2);
            good = type && name && text && is_ours(type, name, text);
            if (!good)
                reason_set(why,
                           "not a store of ivpbench: it has the %s \"%.60s\", which none has",
                           type ? type : "?", name ? name : "?");
        }
    if (good && rc != SQLITE_DONE) good = reason_set(why, "%s", sqlite3_errmsg(s->db));
    sqlite3_finalize(q);
    return good;
}

/* ---- beside it --------------------------------------------------------------------------- */

/* SQLite rolls a journal that lies beside a file back before it reads, and then deletes the
 * file that its last bytes name, the journal of several files
 * (https://www.sqlite.org/atomiccommit.html, section 5; its last eight bytes:
 * https://www.sqlite.org/fileformat2.html, "The Rollback Journal"). Stores are written one at a
 * time, so none of ours names a file; one that does is refused before SQLite sees it. */
static bool names_another(const char *journal)
{
    static const unsigned char magic[8] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
    unsigned char last[sizeof magic];
    const int fd = open(journal, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const off_t end = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    const bool does = end >= (off_t)sizeof last &&
                      pread(fd, last, sizeof last, end - (off_t)sizeof last) == sizeof last &&
                      !memcmp(last, magic, sizeof magic);
    if (fd >= 0) close(fd);
    return does;
}

/* Of the file itself, wherever a link leads from. */
bool store_journal_is_ours(const char *path, reason *why)
{
    char *place = realpath(path, NULL);
    char *journal = text_of("%s-journal", place ? place : path);
    const bool good =
        !names_another(journal) ||
        reason_set(why,
                   "%s: not a store of ivpbench: %s names another file, which opening it "
                   "would delete; both are left as they are",
                   path, journal);
    free(journal);
    free(place);
    return good;
}
