/* test_quad_dopri5.c -- the coefficients of dopri5 as its plug-in has them, to thirty digits:
 * all conditions of the step of order five and of its dense output of order four.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/tree_conditions.h"
#include "solvers/dopri5.c" // NOLINT(bugprone-suspicious-include): its table

START_TEST(conditions_of_all_trees_hold) { expect_table(&table, 5, 4, 0, 4); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("dopri5");
    tcase_add_test(t, conditions_of_all_trees_hold);
    return suite_run("quad dopri5", t);
}
