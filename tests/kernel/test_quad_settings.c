/* test_quad_settings.c -- a setting has all digits that were written, in quad too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "reference/integrators/basic.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>

#define B "0.12345678901234567890123456789012345678"

static reason why;

START_TEST(a_parameter_is_read_as_it_is_written)
{
    static const char *const words[] = { B, "1e-1", "0.10", "+.1000",
                                         "-1234567890123456789012" };
    char settings[128], text[128];
    instance *i = NULL;
    snprintf(settings, sizeof settings, "b=%s", words[_i]);
    ck_assert_msg(!instance_open(&i, "t_slope", settings, &why), "%s", why.text);
    ck_assert(i->p[0] == strtof128(words[_i], NULL));
    instance_settings(i, text, sizeof text);
    ck_assert_str_eq(text, _i == 0 ? "b=" B : _i == 4 ? "b=-1234567890123456789012" : "");
    instance_close(i);
}
END_TEST

static ivp_status slope(void *context, real t, const real *y, real *f)
{
    const instance *i = context;
    const ivp_state s = { .t = t, .y = y };
    return i->problem->ode.f(&s, f, i->p);
}

START_TEST(a_run_has_all_digits_of_its_parameter)
{
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, "t_slope", "b=" B, &why), "%s", why.text);
    const explicit_form form = { .context = i, .n = 1, .f = slope };
    midpoint *m = midpoint_create(&form);
    const basic_method basic = midpoint_method(m);
    extrapolation *e = extrapolation_create(&family_gbs, &basic, 1, R(1e-26));
    real t = 0, y[1] = { 0 };
    ck_assert_int_eq(extrapolation_to(e, &t, 1, y), IVP_OK);
    const real off = ivp_abs(y[0] - strtof128(B, NULL));
    ck_assert_msg(off < R(1e-33), "off by %.2e", (double)off);
    extrapolation_destroy(e);
    midpoint_destroy(m);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("settings");
    tcase_add_loop_test(t, a_parameter_is_read_as_it_is_written, 0, 5);
    tcase_add_test(t, a_run_has_all_digits_of_its_parameter);
    return suite_run("quad settings", t);
}
