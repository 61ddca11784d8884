/* test_quoted.c -- tools/sentences.py: a sentence of a page that depends on a condition, and that
 * no test quotes, is found; the sources have none.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* A tree of one source of a page and one test. */
static int sentences(const char *code, const char *test)
{
    char *line =
        text_of("mkdir -p $HERE/tree/reports/page $HERE/tree/tests/page && cd $HERE/tree "
                "&& printf '%%b' '%s' >reports/page/a.c && printf '%%b' '%s' "
                ">tests/page/test_a.c && python3 $OLDPWD/tools/sentences.py",
                code, test);
    const int code_of_exit = shell(line);
    free(line);
    return code_of_exit;
}

static const char *const conditional[] = {
    "void a(void) { puts(n ? \"no run has failed\" : \"x\"); }\\n",
    "void a(void) { puts(n ? \"x\" : \"no run \" \\n \"has failed\"); }\\n",
    "void a(void) { if (n) puts(\"no run has failed\"); }\\n",
    "void a(void) { if (n) { b(); puts(\"no run has failed\"); } }\\n",
    "void a(void) { if (n) b(); else puts(\"no run has failed\"); }\\n",
    "static const char *const t[] = { [N] = \"no run has failed\" };\\n",
};

START_TEST(a_sentence_without_a_test_is_found)
{
    ck_assert_int_eq(sentences(conditional[_i], "int n;\\n"), 1);
    says("reports/page/a.c:1: 0 no run has failed");
    ck_assert_msg(sentences(conditional[_i], "has(\"no run has failed\");\\n") == 0, "%s",
                  said);
    ck_assert_msg(sentences(conditional[_i], "has(\"1: no run \"\\n  \"has\");\\n") == 0, "%s",
                  said);
}
END_TEST

static const char *const others[] = {
    "void a(void) { puts(\"no run has failed\"); }\\n",
    "void a(void) { if (b(\"no run has failed\")) c(); }\\n",
    "void a(void) { if (n) reason_set(why, \"no run has failed\"); }\\n",
    "void a(void) { puts(n ? \"word\" : \"set key off\"); }\\n",
    "/* if (n) \"no run has failed\" */\\n",
};

START_TEST(others_are_not)
{
    ck_assert_msg(sentences(others[_i], "int n;\\n") == 0, "%s", said);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(all_of_the_pages_are_quoted)
{
    ck_assert_msg(shell("python3 tools/sentences.py") == 0, "%s", said);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quoted");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_loop_test(t, a_sentence_without_a_test_is_found, 0,
                        (int)(sizeof conditional / sizeof *conditional));
    tcase_add_loop_test(t, others_are_not, 0, (int)(sizeof others / sizeof *others));
    tcase_add_test(t, all_of_the_pages_are_quoted);
    return suite_run("quoted", t);
}
