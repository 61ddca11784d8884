/* test_quad_rkn8.c -- the coefficients of rkn8 as its plug-in has them: all conditions of the
 * step of order eight, of v and of v', and of the embedded formula.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/nystrom_conditions.h"
#include "solvers/rkn8.c" // NOLINT(bugprone-suspicious-include): its table

START_TEST(conditions_of_all_trees_hold) { expect_nystrom_table(&table, 8, 6); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("rkn8");
    tcase_add_test(t, conditions_of_all_trees_hold);
    return suite_run("quad rkn8", t);
}
