/* test_store_care.c -- stores that are checked, merged, saved, compacted and migrated: what is
 * damaged is named by its cell, what is whole is kept, the old file stays as it was.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/store_case.h"

#include "bench/store/work.h"

enum { CELLS = 12 };

static char saved[80];

static void filled(void)
{
    fill_store(CELLS);
    snprintf(saved, sizeof saved, "%s/new.db", folder);
}

static void sql(const char *text)
{
    sqlite3 *db;
    char *error = NULL;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, text, NULL, NULL, &error) == SQLITE_OK, "%s", error);
    sqlite3_close(db);
}

static int results_in(const char *path)
{
    store *s = store_open(path, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    const int n = count(s);
    ck_assert_ptr_null(store_damage(s, 0));
    store_close(s);
    return n;
}

#define K03 "(SELECT number FROM result WHERE cell = 'k03')"

static const struct {
    const char *sql, *says;
} damages[] = {
    /* one bit of one blob */
    { "UPDATE series SET data = CAST(substr(data, 1, 20) || x'00' || substr(data, 22) AS BLOB)"
      " WHERE result = " K03 " AND name = 't'",
      "series t of cell k03" },
    { "UPDATE series SET data = CAST(data AS TEXT) WHERE result = " K03 " AND name = 't'",
      "series t of cell k03" },
    { "UPDATE series SET n = -1 WHERE result = " K03 " AND name = 't'",
      "series t of cell k03" },
    { "UPDATE series SET n = 2147483647 WHERE result = " K03 " AND name = 't'",
      "series t of cell k03" },
    { "UPDATE series SET sha256 = NULL WHERE result = " K03, "cell k03" },
    { "UPDATE series SET data = NULL WHERE result = " K03, "cell k03" },
    { "UPDATE result SET status = NULL WHERE cell = 'k03'", "cell k03: status is missing" },
    { "UPDATE result SET end_state = NULL WHERE cell = 'k03'", "cell k03: end_state" },
    { "UPDATE result SET outcome = 'splendid' WHERE cell = 'k03'", "unknown outcome" },
    { "UPDATE cell SET spec = '{' WHERE key = 'k03'", "cell k03" },
    { "UPDATE cell SET rtol = 77 WHERE key = 'k03'", "cell k03: its description is not" },
    { "UPDATE result SET t_reached = t_reached / 2 WHERE cell = 'k03'",
      "cell k03: its result is not as it was written" },
    { "UPDATE result SET scoring = scoring || ' ' WHERE cell = 'k03'", "cell k03: its result" },
    { "UPDATE sample SET wall_s = wall_s / 2 WHERE result = " K03, "cell k03: its result" },
    { "DELETE FROM sample WHERE result = " K03 " AND n = 1", "cell k03: its result" },
    { "UPDATE event SET t = 2 * t WHERE result = " K03, "cell k03: its result" },
    { "UPDATE series SET position = 7 WHERE result = " K03 " AND name = 't'",
      "cell k03: its result" },
    { "UPDATE result SET number = 77 WHERE cell = 'k03'", "cell k03: its result" },
    { "UPDATE planned SET cell = 'k33' WHERE cell = 'k03'", "plan of cell k33" },
};

START_TEST(damage_is_named)
{
    filled();
    sql(damages[_i].sql);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert(!store_check(s));
    ck_assert_msg(strstr(store_damage(s, 0), damages[_i].says) != NULL, "%s",
                  store_damage(s, 0));
    ck_assert_int_eq(count(s), CELLS - 1); /* the others are read all the same */
    store_close(s);
}
END_TEST

START_TEST(sound_store)
{
    filled();
    store *s = store_open(file, false, &why);
    ck_assert(store_check(s));
    store_close(s);
}
END_TEST

START_TEST(damage_does_not_travel)
{
    long added, skipped;
    filled();
    sql(damages[0].sql);
    store *s = opened(saved, "m");
    ck_assert_msg(store_merge(s, file, &added, &skipped), "%s", store_error(s));
    ck_assert_int_eq(added, CELLS - 1);
    ck_assert_ptr_nonnull(strstr(store_damage(s, 0), "cell k03"));
    store_close(s);
    ck_assert_int_eq(results_in(saved), CELLS - 1);
}
END_TEST

static void keep_copy(void) { shell("cp bench.db before"); }

START_TEST(what_is_whole_is_saved)
{
    long kept, lost;
    filled();
    sql(damages[0].sql);
    keep_copy();
    ck_assert_msg(store_rescue(file, saved, &kept, &lost, &why), "%s", why.text);
    ck_assert_int_eq(kept, CELLS - 1);
    ck_assert_int_eq(lost, 1);
    ck_assert_int_eq(results_in(saved), CELLS - 1);
    shell("cmp bench.db before");
    ck_assert(!store_rescue(file, saved, &kept, &lost, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "nothing is overwritten"));
}
END_TEST

/* The texts of a run that is damaged stay behind, its results do not. */
START_TEST(a_damaged_run_is_saved)
{
    long kept, lost;
    filled();
    sql("UPDATE run SET machine = 'n'");
    store *s = store_open(file, false, &why);
    ck_assert_ptr_nonnull(strstr(store_damage(s, 0), "run of 2000"));
    store_close(s);
    ck_assert_msg(store_rescue(file, saved, &kept, &lost, &why), "%s", why.text);
    ck_assert_ptr_nonnull(strstr(why.text, "its run"));
    ck_assert_int_eq(kept, CELLS);
    ck_assert_int_eq(results_in(saved), CELLS);
}
END_TEST

/* A page in the middle is gone: the file is refused, most of its results are saved. */
START_TEST(what_can_be_read_is_saved)
{
    long kept, lost;
    filled();
    char *line = text_of("dd if=/dev/zero of=bench.db bs=4096 seek=%d count=1 conv=notrunc"
                         " 2>/dev/null",
                         11 + _i);
    shell(line);
    free(line);
    keep_copy();
    store *s = store_open(file, false, &why);
    if (s) store_close(s); /* a page of blobs alone is found by digests only */
    if (!store_rescue(file, saved, &kept, &lost, &why)) return;
    ck_assert_int_ge(kept + lost, 1);
    ck_assert_int_eq(results_in(saved), kept);
    shell("cmp bench.db before");
}
END_TEST

START_TEST(an_older_schema_is_migrated)
{
    long kept, lost;
    char *path = text_of("tests/stores/schema-%d.sql", _i), *text = file_text(path);
    free(path);
    ck_assert_msg(text != NULL, "to be started in the root of the tree");
    sql(text);
    free(text);
    snprintf(saved, sizeof saved, "%s/new.db", folder);
    ck_assert_ptr_null(store_open(file, false, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "store migrate"));
    ck_assert_msg(store_rescue(file, saved, &kept, &lost, &why), "%s", why.text);
    ck_assert_int_eq(kept, 2);
    ck_assert_int_eq(lost, 0);
    ck_assert_int_eq(results_in(saved), 2);
    double *v;
    int n;
    store *s = store_open(saved, false, &why);
    ck_assert(store_series(s,
                           "8d9330006b22c7c6fc62c25c96d155cbf3e68a1526a27ec350e9c6c7ddd48b50",
                           "machine", "q1", &v, &n));
    ck_assert_int_gt(n, 10);
    free(v);
    ck_assert(store_check(s));
    store_close(s);
}
END_TEST

static char *scoring_of(store *s, const char *key)
{
    record r;
    ck_assert_msg(store_load(s, key, "m", &r), "%s", store_error(s));
    char *text = copied(r.scoring);
    record_free(&r);
    return text;
}

/* What two results say alike is in the file once, what one says of itself is its own; and a
 * description nobody wrote is found. */
START_TEST(what_results_share_is_kept_once)
{
    static const char *const texts[] = { "{\"title\":\"T\",\"reduced\":{\"x\":1}}",
                                         "{\"title\":\"T\",\"instructions\":{\"n\":2}}",
                                         "{\"title\":\"T\"}", "{\"reduced\":{}}", "" };
    long kept, lost;
    filled();
    store *s = store_open(file, true, &why);
    for (int i = 0; i < 5; i++) {
        char *key = text_of("k%02d", i);
        ck_assert_msg(store_set_scoring(s, key, "m", texts[i]), "%s", store_error(s));
        free(key);
    }
    store_close(s);
    ck_assert_msg(store_rescue(file, saved, &kept, &lost, &why), "%s", why.text);
    s = store_open(saved, false, &why);
    for (int i = 0; i < 5; i++) {
        char *key = text_of("k%02d", i), *text = scoring_of(s, key);
        ck_assert_str_eq(text, texts[i]);
        free(text);
        free(key);
    }
    sqlite3_stmt *q;
    ck_assert(!sqlite3_prepare_v2(s->db, "SELECT count(*) FROM described", -1, &q, NULL));
    ck_assert_int_eq(sqlite3_step(q), SQLITE_ROW);
    ck_assert_int_eq(sqlite3_column_int(q, 0), 2); /* {"title":"T"} and {} */
    sqlite3_finalize(q);
    store_close(s);
    sql("UPDATE described SET scoring = '{\"title\":\"U\"}' WHERE scoring <> '{}'");
    s = store_open(file, false, &why);
    ck_assert_ptr_nonnull(strstr(store_damage(s, 0), "description {\"title\""));
    store_close(s);
}
END_TEST

/* A store of a stranger: what its schema would like to run, at whatever occasion, is not even
 * opened. */
static const char *const foreign[][2] = {
    { "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM result; END", "trigger \"t\"" },
    { "CREATE VIEW v AS SELECT * FROM result", "view \"v\"" },
    { "CREATE TABLE letters (x)", "table \"letters\"" },
    { "CREATE INDEX asked2 ON cell (rtol)", "index \"asked2\"" },
    { "DROP INDEX asked; CREATE INDEX asked ON cell (hex(zeroblob(9)))", "index \"asked\"" },
    { "DROP INDEX asked; CREATE INDEX asked ON cell (rtol) WHERE h > 0", "index \"asked\"" },
    { "ALTER TABLE result ADD COLUMN x AS (zeroblob(1e9))", "table \"result\"" },
    { "DROP TABLE event; CREATE TABLE event (result, n, t, guard, direction, CHECK "
      "(zeroblob(1e9)))",
      "table \"event\"" },
    { "DROP TABLE event; CREATE TABLE event (result, n, t, guard, direction DEFAULT "
      "(zeroblob(1e9)))",
      "table \"event\"" },
    { "DROP TABLE event; CREATE VIRTUAL TABLE event USING fts5(result)", "event" },
};

START_TEST(a_foreign_schema_is_refused)
{
    long kept, lost;
    filled();
    sql(foreign[_i][0]);
    ck_assert_ptr_null(store_open(file, false, &why));
    ck_assert_msg(strstr(why.text, foreign[_i][1]) && strstr(why.text, "left as it is"), "%s",
                  why.text);
    ck_assert_ptr_null(store_open(file, true, &why));
    ck_assert(!store_rescue(file, saved, &kept, &lost, &why));
    ck_assert_msg(strstr(why.text, foreign[_i][1]) != NULL, "%s", why.text);
}
END_TEST

/* What SQLite's own tools put there is no harm. */
START_TEST(statistics_are_no_foreign_schema)
{
    filled();
    sql("ANALYZE");
    store_close(opened(file, "m"));
    ck_assert_int_eq(results_in(file), CELLS);
}
END_TEST

/* Of a stranger, too: what would take hours if it were larger. */
#define RESULTS(n)                                                                                 \
    "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < " n ")"              \
    " INSERT INTO result SELECT 1000 + n, cell, 'm' || n, run, finished, outcome, status, detail," \
    " output, t_reached, irreproducible, counters, end_state, (SELECT digest FROM described),"     \
    " scoring, peak_kb, setup_s, overhead_s, seal FROM i JOIN result r ON r.cell = 'k03'"

static const char *const endless[] = {
    /* no keys: each look-up goes through all */
    "CREATE TEMP TABLE r2 AS SELECT * FROM result; DROP TABLE result; CREATE TABLE result "
    "(number, cell,"
    " machine, run, finished, outcome, status, detail, output, t_reached, irreproducible, "
    "counters, end_state,"
    " described, scoring, peak_kb, setup_s, overhead_s, seal); INSERT INTO result SELECT * "
    "FROM r2;" RESULTS("3000"),
    /* one text for all: a hundred times a megabyte */
    "UPDATE described SET scoring = '{\"title\":\"' || hex(zeroblob(500000)) || '\"}';" RESULTS(
        "900"),
};

/* Of what will be allowed: 3 units a byte, so that it is over soon. */
static void leave_little(void)
{
    struct stat st;
    ck_assert(!stat(file, &st));
    work_spend(WORK_AT_LEAST + (WORK_A_BYTE - 3) * (size_t)st.st_size);
}

START_TEST(a_store_that_takes_for_ever_is_refused)
{
    long kept, lost;
    filled();
    sql(endless[_i]);
    leave_little();
    store *s = store_open(file, false, &why);
    ck_assert(!s || !store_check(s));
    ck_assert(work_is_spent());
    const char *says = why.text;
    for (int i = 0; s && store_damage(s, i); i++) says = store_damage(s, i);
    ck_assert_msg(strstr(says, work_says) != NULL, "%s", says);
    store_close(s);
    leave_little();
    ck_assert(!store_rescue(file, saved, &kept, &lost, &why));
    ck_assert_msg(strstr(why.text, work_says) != NULL, "%s", why.text);
}
END_TEST

START_TEST(a_fifo_is_no_store)
{
    ck_assert_int_eq(mkfifo(file, 0666), 0);
    ck_assert_ptr_null(store_open(file, false, &why));
    ck_assert_ptr_null(store_open(file, true, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "no regular file"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("care of stores");
    TCase *t = tcase_create("care");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, damage_is_named, 0, (int)(sizeof damages / sizeof *damages));
    tcase_add_test(t, sound_store);
    tcase_add_test(t, damage_does_not_travel);
    tcase_add_test(t, what_is_whole_is_saved);
    tcase_add_test(t, a_damaged_run_is_saved);
    tcase_add_loop_test(t, what_can_be_read_is_saved, 0, 8);
    tcase_add_loop_test(t, an_older_schema_is_migrated, 1, 4);
    tcase_add_test(t, what_results_share_is_kept_once);
    tcase_add_loop_test(t, a_store_that_takes_for_ever_is_refused, 0, 2);
    tcase_add_loop_test(t, a_foreign_schema_is_refused, 0,
                        (int)(sizeof foreign / sizeof *foreign));
    tcase_add_test(t, statistics_are_no_foreign_schema);
    tcase_add_test(t, a_fifo_is_no_store);
    suite_add_tcase(suite, t);
    return suite_run_all(suite);
}
