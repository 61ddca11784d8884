/* test_quad_rkn12.c -- the coefficients of rkn12 as its plug-in has them: all conditions of the
 * step of order twelve, of v and of v', and of the embedded formula.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/nystrom_conditions.h"
#include "solvers/rkn12.c" // NOLINT(bugprone-suspicious-include): its table

START_TEST(conditions_of_all_trees_hold) { expect_nystrom_table(&table, 12, 10); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("rkn12");
    tcase_add_test(t, conditions_of_all_trees_hold);
    return suite_run("quad rkn12", t);
}
