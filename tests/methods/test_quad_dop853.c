/* test_quad_dop853.c -- the coefficients of dop853 as its plug-in has them, to thirty digits:
 * all conditions of the step of order eight and of its dense output of order seven.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/tree_conditions.h"
#include "solvers/dop853.c" // NOLINT(bugprone-suspicious-include): its table

START_TEST(conditions_of_all_trees_hold) { expect_table(&table, 8, 5, 3, 7); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("dop853");
    tcase_add_test(t, conditions_of_all_trees_hold);
    return suite_run("quad dop853", t);
}
