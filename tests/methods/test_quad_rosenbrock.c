/* test_quad_rosenbrock.c -- coefficients of the Rosenbrock methods to thirty digits: conditions
 * and the paper's tables.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/rosenbrock_conditions.h"

START_TEST(conditions_hold) { expect_coefficients(R(1e-30)); }
END_TEST

START_TEST(printed_tables_agree)
{
    expect_table_1(0);
    expect_table_2(0);
    expect_table_3(0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad rosenbrock");
    tcase_add_test(t, conditions_hold);
    tcase_add_test(t, printed_tables_agree);
    return suite_run("quad rosenbrock", t);
}
