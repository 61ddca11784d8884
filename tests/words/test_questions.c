/* test_questions.c -- docs/questions.md: each answer stands in the page that it names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* Rows "| question | answer | [page](page) |"; lines of a page are joined, since sentences run
 * over them. */
static const char missing[] =
    "cd docs && grep '^|.*](' questions.md | while IFS='|' read -r _ question answer page _\n"
    "do page=$(echo \"$page\" | sed 's/.*](//; s/).*//'); answer=$(echo \"$answer\" | sed 's/^ "
    "//; s/ $//')\n"
    "tr '\\n' ' ' <$page | grep -qF -- \"$answer\" || echo \"$page does not say: $answer\"; "
    "done";

START_TEST(each_answer_is_in_its_page)
{
    ck_assert_int_eq(shell(missing), 0);
    ck_assert_msg(!*said, "%s", said);
}
END_TEST

START_TEST(there_are_twenty)
{
    ck_assert_int_eq(shell("grep -c '^|.*](' docs/questions.md"), 0);
    ck_assert_int_ge(atoi(said), 20);
}
END_TEST

/* README counts the problems. */
START_TEST(the_number_of_problems_is_right)
{
    ck_assert_int_eq(shell("grep -q \"on $(ls problems/*.c | wc -l) problems\" README.md"), 0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("questions");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, each_answer_is_in_its_page);
    tcase_add_test(t, there_are_twenty);
    tcase_add_test(t, the_number_of_problems_is_right);
    return suite_run("questions", t);
}
