/* seal.c -- a row as bytes: for each value its type, its length, its bytes.
 *
 * Rows of an aggregate are hashed one by one and their digests added without carry, so that
 * their order does not matter; a row holds its own key, so no two are equal.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/seal.h"

#include "bench/store/work.h"
#include "bench/base/digest.h"
#include "bench/base/util.h"
#include "bench/cell/pack.h"

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void add_word(bytes *b, uint64_t w)
{
    w = htole64(w);
    bytes_add(b, &w, sizeof w);
}

/* A column of real numbers drops the sign of a zero. */
static void add_value(bytes *b, sqlite3_value *v)
{
    const int type = sqlite3_value_type(v);
    double x;
    uint64_t w = 0;
    add_word(b, (uint64_t)type);
    if (type == SQLITE_INTEGER) add_word(b, (uint64_t)sqlite3_value_int64(v));
    if (type == SQLITE_FLOAT) {
        x = sqlite3_value_double(v) + 0.0;
        memcpy(&w, &x, sizeof w);
        add_word(b, w);
    }
    if (type != SQLITE_TEXT && type != SQLITE_BLOB) return;
    const void *at = sqlite3_value_blob(v);
    const size_t n = (size_t)sqlite3_value_bytes(v);
    add_word(b, n);
    if (n) bytes_add(b, need((void *)(uintptr_t)at), n);
}

static bytes row_of(int n, sqlite3_value **v)
{
    bytes b = { 0 };
    for (int i = 0; i < n; i++) add_value(&b, v[i]);
    work_spend(b.n);
    return b;
}

static void seal_one(sqlite3_context *to, int n, sqlite3_value **v)
{
    char hex[DIGEST_HEX];
    bytes b = row_of(n, v);
    digest_bytes(b.at, b.n, hex);
    free(b.at);
    sqlite3_result_text(to, hex, -1, SQLITE_TRANSIENT);
}

static void seals_step(sqlite3_context *to, int n, sqlite3_value **v)
{
    unsigned char one[DIGEST_BYTES], *sum = sqlite3_aggregate_context(to, DIGEST_BYTES);
    bytes b = row_of(n, v);
    digest_raw(b.at, b.n, one);
    free(b.at);
    if (!sum) sqlite3_result_error_nomem(to);
    for (int i = 0; sum && i < DIGEST_BYTES; i++) sum[i] ^= one[i];
}

static void seals_end(sqlite3_context *to)
{
    const unsigned char *sum = sqlite3_aggregate_context(to, 0);
    if (sum)
        sqlite3_result_blob(to, sum, DIGEST_BYTES, SQLITE_TRANSIENT);
    else
        sqlite3_result_null(to);
}

static void digest_one(sqlite3_context *to, int n, sqlite3_value **v)
{
    unsigned char digest[DIGEST_BYTES];
    const void *at = sqlite3_value_blob(v[0]);
    (void)n;
    work_spend((size_t)sqlite3_value_bytes(v[0]));
    digest_raw(at ? at : "", (size_t)sqlite3_value_bytes(v[0]), digest);
    sqlite3_result_blob(to, digest, DIGEST_BYTES, SQLITE_TRANSIENT);
}

static void from_hex(sqlite3_context *to, int n, sqlite3_value **v)
{
    unsigned char digest[DIGEST_BYTES];
    const char *text = (const char *)sqlite3_value_text(v[0]);
    (void)n;
    if (!text || strspn(text, "0123456789abcdef") != DIGEST_HEX - 1 || text[DIGEST_HEX - 1])
        return;
    for (int i = 0; i < DIGEST_BYTES; i++)
        digest[i] =
            (unsigned char)strtoul((char[]){ text[2 * i], text[2 * i + 1], '\0' }, NULL, 16);
    sqlite3_result_blob(to, digest, DIGEST_BYTES, SQLITE_TRANSIENT);
}

bool seal_functions(sqlite3 *db)
{
    const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    return !sqlite3_create_function(db, "digest", 1, how, NULL, digest_one, NULL, NULL) &&
           !sqlite3_create_function(db, "from_hex", 1, how, NULL, from_hex, NULL, NULL) &&
           !sqlite3_create_function(db, "seal", -1, how, NULL, seal_one, NULL, NULL) &&
           !sqlite3_create_function(db, "seals", -1, how, NULL, NULL, seals_step, seals_end);
}
