/* test_archive.c -- stores under names: found wherever a store is read, never overwritten,
 * never outside their folder, and no damaged one among them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/archive.h"
#include "bench/store/place.h"
#include "tests/bench/store_case.h"

static char kept_path[80];

static void begin(void)
{
    set_up();
    char *place = text_of("%s/kept", folder);
    setenv("IVPBENCH_ARCHIVE", place, 1);
    free(place);
    snprintf(kept_path, sizeof kept_path, "%s/kept/theirs.db", folder);
    store *s = opened(file, "m");
    put(s, "a", 1e-3);
    put(s, "b", 1e-4);
    store_close(s);
}

static void end(void)
{
    unsetenv("IVPBENCH_ARCHIVE");
    tear_down();
}

static void add_theirs(void)
{
    long kept;
    ck_assert_msg(archive_add("theirs", file, "of a friend", &kept, &why), "%s", why.text);
    ck_assert_int_eq(kept, 2);
}

static void refuses(const char *name, const char *from, const char *says)
{
    long kept;
    *why.text = '\0';
    ck_assert_msg(!archive_add(name, from, "", &kept, &why), "%s was taken", name);
    ck_assert_msg(strstr(why.text, says) != NULL, "%s: %s", name, why.text);
}

/* Nothing but the files named, whatever was tried. */
static void holds(const char *files)
{
    char *line =
        text_of("test \"$(find . -name '*kept*' -prune -o -type f -print | grep -v bench.db; "
                "ls -A kept 2>/dev/null)\" = '%s'",
                files);
    shell(line);
    free(line);
}

START_TEST(a_name_stands_for_a_store_wherever_one_is_read)
{
    char **names;
    long added, other;
    add_theirs();
    store *s = store_open("@theirs", false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert_int_eq(count(s), 2);
    ck_assert(store_check(s));
    store_close(s);
    char *note = archive_note("theirs", &why);
    ck_assert_str_eq(note, "of a friend");
    free(note);
    ck_assert_int_eq(archive_names(&names), 1);
    ck_assert_str_eq(names[0], "theirs");
    free(names[0]);
    free(names);
    char *copy = text_of("%s/copy.db", folder);
    ck_assert_msg(store_rescue("@theirs", copy, &added, &other, &why), "%s", why.text);
    ck_assert_int_eq(added, 2);
    s = store_open(copy, true, &why);
    ck_assert(store_merge(s, "@theirs", &added, &other) && added == 0 && other == 2);
    store_close(s);
    free(copy);
    ck_assert_msg(archive_remove("theirs", &why), "%s", why.text);
    ck_assert_ptr_null(store_open("@theirs", false, &why));
    ck_assert_msg(strstr(why.text, "not in the archive") != NULL, "%s", why.text);
}
END_TEST

static const char *const tricks[] = {
    "",      "../x",     "..",
    ".x",    "a/b",      "/tmp/x",
    "-n",    "_x",       "a b",
    "a\nb",  "a\x1b[2J", "x;y",
    "x%2Fy", "\xc3\xa4", "0123456789012345678901234567890123456789012345678901234567890123x",
};

START_TEST(a_name_is_no_path)
{
    refuses(tricks[_i], file, "a name in the archive has");
    char *path = text_of("@%s", tricks[_i]);
    ck_assert_ptr_null(store_open(path, false, &why));
    ck_assert_ptr_null(place_file(path, &why));
    ck_assert(!archive_remove(tricks[_i], &why));
    free(path);
    holds("");
}
END_TEST

/* One value changed by another program. */
static void spoil(void)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db, "UPDATE result SET t_reached = 2 WHERE cell = 'a'", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
}

START_TEST(nothing_is_overwritten_and_nothing_half_is_left)
{
    add_theirs();
    char *before = file_text(kept_path);
    refuses("theirs", file, "exists already");
    refuses("none", "/nowhere/x.db", "No such file");
    shell("head -c 5000 /dev/zero > zeros.db");
    char *zeros = text_of("%s/zeros.db", folder), *empty = text_of("%s/empty.db", folder);
    refuses("zeros", zeros, "zeros.db");
    store_close(opened(empty, "m"));
    refuses("empty", empty, "holds no results");
    spoil();
    refuses("spoilt", file, "is damaged");
    char *after = file_text(kept_path);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    unlink(zeros);
    unlink(empty);
    free(zeros);
    free(empty);
    holds("theirs.db");
}
END_TEST

START_TEST(nobody_writes_to_it_but_a_file_may_have_such_a_name)
{
    add_theirs();
    ck_assert_ptr_null(store_open("@theirs", true, &why));
    ck_assert_msg(strstr(why.text, "./@theirs") != NULL, "%s", why.text);
    store *s = store_open("@theirs", false, &why);
    ck_assert_ptr_nonnull(s);
    ck_assert(!store_execute(s, "DELETE FROM result", ""));
    store_close(s);
    char *odd = text_of("%s/@x", folder);
    s = store_open(odd, true, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    store_close(s);
    unlink(odd);
    free(odd);
    holds("theirs.db");
}
END_TEST

START_TEST(the_folder_is_that_of_the_user)
{
    unsetenv("IVPBENCH_ARCHIVE");
    setenv("XDG_DATA_HOME", "relative", 1);
    setenv("HOME", "/home/me", 1);
    char *place = place_folder();
    ck_assert_str_eq(place, "/home/me/.local/share/ivpbench/archive");
    free(place);
    setenv("XDG_DATA_HOME", "/data", 1);
    place = place_folder();
    ck_assert_str_eq(place, "/data/ivpbench/archive");
    free(place);
    unsetenv("XDG_DATA_HOME");
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("all");
    tcase_add_checked_fixture(c, begin, end);
    tcase_add_test(c, a_name_stands_for_a_store_wherever_one_is_read);
    tcase_add_loop_test(c, a_name_is_no_path, 0, sizeof tricks / sizeof *tricks);
    tcase_add_test(c, nothing_is_overwritten_and_nothing_half_is_left);
    tcase_add_test(c, nobody_writes_to_it_but_a_file_may_have_such_a_name);
    tcase_add_test(c, the_folder_is_that_of_the_user);
    return suite_run("archive", c);
}
