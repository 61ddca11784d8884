/* test_quad_rodas.c -- conditions on the coefficients of the stiffly accurate Rosenbrock
 * methods, to thirty digits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/rodas_conditions.h"

START_TEST(rodas_has_its_orders) { expect_coefficients(&rodas_order4, R(1e-30)); }
END_TEST

START_TEST(rodas5p_has_its_orders) { expect_coefficients(&rodas5p_order5, R(1e-30)); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad rodas");
    tcase_add_test(t, rodas_has_its_orders);
    tcase_add_test(t, rodas5p_has_its_orders);
    return suite_run("quad rodas", t);
}
