/* test_quad_prepare.c -- derived values in quad: all digits, in the twin too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/kernel/prepare_case.h"

START_TEST(not_those_of_double)
{
    instance *i = open_prepared(NULL);
    ck_assert(i->p[ROOT] != (real)(double)i->p[ROOT]);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = prepare_tests();
    tcase_add_test(t, not_those_of_double);
    return suite_run("prepare in quad", t);
}
