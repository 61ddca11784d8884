/* test_store_damage.c -- files that are no stores, damaged stores, disks that are full: said,
 * and left alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/store_case.h"

#include <endian.h>
#include <stdint.h>

/* ---- files that are no stores ----------------------------------------------------------- */

static void refused(const char *path, bool create, const char *says)
{
    store *s = store_open(path, create, &why);
    ck_assert_ptr_null(s);
    ck_assert_msg(strstr(why.text, says) != NULL, "%s", why.text);
}

static void filled(int n)
{
    store *s = opened(file, "m");
    for (int i = 0; i < n; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        put(s, key, 1 + i);
    }
    store_close(s);
}

START_TEST(missing_file) { refused(file, false, "No such file"); }
END_TEST

START_TEST(some_other_file)
{
    shell("echo 'this is a letter, not a store, and long enough to have a header' > bench.db");
    refused(file, true, "not a store");
    refused(file, false, "not a store");
    shell("grep -q letter bench.db");
}
END_TEST

START_TEST(some_other_database)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE letters (x)", 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    refused(file, true, "not a store");
}
END_TEST

START_TEST(another_schema)
{
    sqlite3 *db;
    filled(1);
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "UPDATE meta SET value = '99'", 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    refused(file, true, "schema 99");
    refused(file, false, "schema 99");
}
END_TEST

/* A hot journal of no pages, whose end names a file: SQLite would delete that one. */
static void write_journal(const char *named)
{
    static const char magic[] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    const uint32_t head[] = { 0, htobe32(1), htobe32(1), htobe32(512), htobe32(4096) };
    uint32_t sum = 0;
    for (const char *at = named; *at; at++) sum += (unsigned char)*at;
    const uint32_t end[] = { htobe32((uint32_t)strlen(named)), htobe32(sum) };
    char *path = text_of("%s-journal", file);
    FILE *f = fopen(path, "w");
    free(path);
    fwrite(magic, 1, 8, f);
    fwrite(head, sizeof head, 1, f);
    fseek(f, 512, SEEK_SET);
    fwrite((uint32_t[]){ htobe32(0x40000000 / 4096 + 1) }, 4, 1, f);
    fputs(named, f);
    fwrite(end, sizeof end, 1, f);
    fwrite(magic, 1, 8, f);
    fclose(f);
}

START_TEST(a_journal_deletes_no_other_file)
{
    long added, lost;
    filled(1);
    char *named = text_of("%s/victim", folder), *to = text_of("%s/new.db", folder);
    shell("touch victim && cp bench.db before.db && ln -s bench.db link.db");
    write_journal(named);
    refused(file, false, "names another file");
    refused(file, true, "names another file");
    char *link = text_of("%s/link.db", folder);
    refused(link, false, "names another file");
    ck_assert(!store_rescue(file, to, &added, &lost, &why));
    ck_assert_msg(strstr(why.text, "names another file") != NULL, "%s", why.text);
    shell("test -e victim && cmp bench.db before.db");
    free(link);
    free(named);
    free(to);
}
END_TEST

/* Pages overwritten in the middle: said, and the file left as it was. */
START_TEST(damaged_pages)
{
    filled(40);
    shell("dd if=/dev/zero of=bench.db bs=4096 seek=3 count=4 conv=notrunc 2>/dev/null &&"
          " cp bench.db before");
    refused(file, true, "left as it is");
    shell("cmp bench.db before");
}
END_TEST

START_TEST(cut_file)
{
    filled(40);
    shell("truncate -s 40000 bench.db && cp bench.db before");
    refused(file, false, "left as it is");
    shell("cmp bench.db before");
}
END_TEST

/* One flipped byte inside a series is found by its digest. */
START_TEST(damaged_series)
{
    sqlite3 *db;
    int n = 0;
    filled(1);
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db, "UPDATE series SET data = zeroblob(length(data))", 0, 0, 0),
        SQLITE_OK);
    sqlite3_close(db);
    store *s = store_open(file, false, &why);
    ck_assert_ptr_nonnull(s);
    ck_assert(store_each(s, true, count_one, &n));
    ck_assert_int_eq(n, 0); /* passed over, and said */
    ck_assert_ptr_nonnull(strstr(store_damage(s, 0), "digest"));
    ck_assert_ptr_nonnull(strstr(store_damage(s, 0), "cell k0"));
    ck_assert(store_each(s, false, count_one, &n));
    ck_assert_int_eq(n, 1);
    store_close(s);
}
END_TEST

/* ---- where nothing can be written -------------------------------------------------------- */

START_TEST(full_disk)
{
    filled(5);
    store *s = opened(file, "m");
    struct stat info;
    struct rlimit limit;
    ck_assert_int_eq(stat(file, &info), 0);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = (rlim_t)info.st_size + 65536;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool good = true;
    for (int i = 0; good && i < 500; i++) {
        char key[16];
        snprintf(key, sizeof key, "n%d", i);
        record r = sample(key, 100 + i);
        good = store_put(s, &r);
        record_free(&r);
    }
    ck_assert(!good);
    ck_assert_msg(strstr(store_error(s), "disk") != NULL, "%s", store_error(s));
    const int n = count(s);
    store_close(s);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert_int_ge(count(s), 5);
    ck_assert_int_eq(count(s), n);
    store_close(s);
}
END_TEST

START_TEST(folder_that_cannot_be_written)
{
    refused("/proc/ivpbench.db", true, "/proc/ivpbench.db: ");
    refused("/no/such/folder/bench.db", true, "/no/such/folder/bench.db: ");
}
END_TEST

START_TEST(one_writer)
{
    store *a = opened(file, "m"), *b = opened(file, "m");
    ck_assert_msg(store_lock(a, file, &why), "%s", why.text);
    ck_assert(!store_lock(b, file, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "another ivpbench"));
    store_close(a);
    ck_assert(store_lock(b, file, &why));
    store_close(b);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("store_damage");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, missing_file);
    tcase_add_test(t, some_other_file);
    tcase_add_test(t, some_other_database);
    tcase_add_test(t, another_schema);
    tcase_add_test(t, a_journal_deletes_no_other_file);
    tcase_add_test(t, damaged_pages);
    tcase_add_test(t, cut_file);
    tcase_add_test(t, damaged_series);
    tcase_add_test(t, full_disk);
    tcase_add_test(t, folder_that_cannot_be_written);
    tcase_add_test(t, one_writer);
    return suite_run("store_damage", t);
}
