/* test_store_flips.c -- one flipped bit in a store: found by whoever reads, or of no
 * consequence.
 *
 * Of no consequence is what changes no value of any table: free space, spare bits. A bit of
 * every 17th byte is flipped; of every byte with IVPBENCH_TEST_FLIPS=all.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/store_case.h"

#include "bench/cell/pack.h"

#include <fcntl.h>

enum { CELLS = 3, FEW = 17 };

static void add_column(bytes *b, sqlite3_stmt *q, int i)
{
    const int type = sqlite3_column_type(q, i), n = sqlite3_column_bytes(q, i);
    bytes_add(b, &type, sizeof type);
    bytes_add(b, &n, sizeof n);
    if (n) bytes_add(b, sqlite3_column_blob(q, i), (size_t)n);
}

/* All values of all tables; empty where one cannot be read. */
static bytes values_in(const char *path)
{
    static const char *const tables[] = { "meta",   "run",    "cell",  "planned",  "result",
                                          "sample", "series", "event", "described" };
    bytes b = { 0 };
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        sqlite3_stmt *q = NULL;
        char *sql = text_of("SELECT * FROM %s", tables[k]);
        int rc = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
        if (rc == SQLITE_OK)
            while ((rc = sqlite3_step(q)) == SQLITE_ROW)
                for (int i = 0; i < sqlite3_column_count(q); i++) add_column(&b, q, i);
        sqlite3_finalize(q);
        free(sql);
        if (rc != SQLITE_DONE) b.n = 0;
        if (rc != SQLITE_DONE) break;
    }
    sqlite3_close(db);
    return b;
}

/* Small pages, so that little of the file is free. */
static void make_small(void)
{
    fill_store(CELLS);
    store *s = opened(file, "m"); /* another run, which plans one of them anew */
    put(s, "k01", 2);
    store_close(s);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM", 0, 0,
                     0),
        SQLITE_OK);
    sqlite3_close(db);
}

typedef struct finding {
    bool checker, reader;
} finding;

static finding who_finds(void)
{
    finding f = { true, true };
    int n = 0;
    store *s = store_open(file, false, &why);
    if (!s) return f;
    f.reader = !store_each(s, true, count_one, &n) || store_damage(s, 0);
    f.checker = !store_check(s);
    store_close(s);
    return f;
}

static void flip(int fd, long at, unsigned char bit)
{
    unsigned char c;
    ck_assert_int_eq(pread(fd, &c, 1, at), 1);
    c ^= bit;
    ck_assert_int_eq(pwrite(fd, &c, 1, at), 1);
}

START_TEST(every_flip_is_found)
{
    const char *all = getenv("IVPBENCH_TEST_FLIPS");
    const long stride = all && !strcmp(all, "all") ? 1 : FEW;
    int idle = 0, found = 0, wrong = 0;
    make_small();
    const bytes before = values_in(file);
    ck_assert_uint_gt(before.n, 1000);
    const int fd = open(file, O_RDWR | O_CLOEXEC);
    const long size = lseek(fd, 0, SEEK_END);
    for (long at = 0; at < size; at += stride) {
        const unsigned char bit = (unsigned char)(1u << (at / stride + at / 512) % 8);
        flip(fd, at, bit);
        const finding f = who_finds();
        found += f.checker && f.reader;
        if (!f.checker || !f.reader) {
            bytes after = values_in(file);
            const bool same = after.n == before.n && !memcmp(after.at, before.at, before.n);
            free(after.at);
            idle += same;
            wrong += !same;
            if (!same)
                fprintf(stderr, "byte %ld of %ld, bit %d: found by %s\n", at, size, bit,
                        f.checker  ? "the check alone"
                        : f.reader ? "readers alone"
                                   : "nobody");
        }
        flip(fd, at, bit);
    }
    close(fd);
    free(before.at);
    fprintf(stderr, "%d flips found, %d of no consequence, %d missed; %ld bytes\n", found, idle,
            wrong, size);
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_gt(3 * found, idle);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("store_flips");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, every_flip_is_found);
    return suite_run("store_flips", t);
}
