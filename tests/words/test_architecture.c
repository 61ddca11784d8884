/* test_architecture.c -- docs/architecture.md names files, functions and folders that are
 * there.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

static const char page[] = "page=docs/architecture.md\n";

/* Runs a script over the page; each line that it prints is a fault. */
static void finds_nothing(const char *script)
{
    char *line = text_of("%s%s", page, script);
    ck_assert_int_eq(shell(line), 0);
    ck_assert_msg(*said == '\0', "docs/architecture.md:\n%s", said);
    free(line);
}

/* Rows "| to change | `file` | `name` |". */
#define ROWS "sed -n 's/^| [^|]* | `\\([^`]*\\)` | `\\([^`]*\\)` |$/\\1 \\2/p' $page"

START_TEST(twenty_tasks_name_a_file_and_what_is_in_it)
{
    ck_assert_int_eq(shell("page=docs/architecture.md; " ROWS " | wc -l"), 0);
    ck_assert_int_ge(atoi(said), 20);
    finds_nothing(ROWS
                  " | while read -r file name\n"
                  "do grep -qsw -- \"$name\" \"$file\" || echo \"$file has no $name\"; done");
}
END_TEST

START_TEST(sources_that_the_walks_name_are_there)
{
    finds_nothing(
        "grep -o '`[a-z_/]*[.][ch]`' $page | tr -d '`' | sort -u | while read -r file\n"
        "do find bench include kernel papers problems reference reports solvers tests "
        "-path \"*/$file\" | grep -q . || [ -e \"$file\" ] || echo \"no $file\"; done");
}
END_TEST

START_TEST(each_folder_with_sources_is_on_the_page)
{
    finds_nothing("find bench kernel reference reports -mindepth 2 -maxdepth 2 -name '*.c' "
                  "-exec dirname {} \\; | sort -u | while read -r folder\n"
                  "do grep -q \"$folder\" $page || echo \"$folder is not on it\"; done");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("architecture");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, twenty_tasks_name_a_file_and_what_is_in_it);
    tcase_add_test(t, sources_that_the_walks_name_are_there);
    tcase_add_test(t, each_folder_with_sources_is_on_the_page);
    return suite_run("architecture", t);
}
