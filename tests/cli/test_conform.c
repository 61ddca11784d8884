/* test_conform.c -- `ivpbench conform`: the passport of a program over the line protocol.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#define METHOD "perl ./tests/plugins/languages/rk4_line.pl"

START_TEST(right_program_has_its_passport)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench conform --order 4 --fixed-step " METHOD), 0);
    says("program: every promise that was tried is kept");
    says("not tried: it takes no tolerances");
    says("cost, on a twentieth of ");
    says_not("BROKEN");
}
END_TEST

/* The same program is of order 4, and says 5. */
START_TEST(wrong_order_is_broken_in_json_and_html)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench conform --order 5 --fixed-step --format json "
                           "--name '<b>' " METHOD),
                     2);
    ck_assert_int_eq(shell("mkdir $HERE/empty && TMPDIR=$HERE/empty "
                           "$BUILD/ivpbench conform --order 5 --fixed-step --format html "
                           "--output $HERE/page.html --name mine " METHOD),
                     1);
    ck_assert_int_eq(shell("grep -c 'class=\"BROKEN\"' $HERE/page.html"), 0);
    ck_assert_int_eq(shell("grep 'due is 5' $HERE/page.html"), 0);
    ck_assert_int_eq(shell("rmdir $HERE/empty"), 0); /* nothing is left */
}
END_TEST

/* A program that is none: the sentence of the run, and no promise that is kept by a run. */
START_TEST(program_that_does_not_speak_is_broken)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench conform --format json --fixed-step --order 1 true"),
                     1);
    says("\"holds\": false");
    says("\"verdict\": \"BROKEN\"");
    ck_assert_int_eq(shell("$BUILD/ivpbench conform --format json --fixed-step --order 1 true |"
                           " python3 -c 'import json, sys; json.load(sys.stdin)'"),
                     0);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("conform");
    tcase_add_checked_fixture(tc, begin, end);
    tcase_add_test(tc, right_program_has_its_passport);
    tcase_add_test(tc, wrong_order_is_broken_in_json_and_html);
    tcase_add_test(tc, program_that_does_not_speak_is_broken);
    return suite_run("conform", tc);
}
