/* test_control.c -- step control: every law settles where the error equals its target, the
 * smallest growth wins, limits and rejections are honoured.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/stepping/ceiling.h"
#include "kernel/stepping/control.h"

static int laws(void)
{
    int n = 0;
    while (control_laws[n].name) n++;
    return n;
}

/* On the model err = (h / h*)^p every law has the fixed point
 *
 *     err = safety^(p / (kI + kP + kD)). */
START_TEST(settles_where_the_law_says)
{
    control c;
    control_reset(&c, &control_laws[_i]);
    double h = 1e-3, hstar = 0.37, err = 0;
    for (int k = 0; k < 400; k++) {
        err = pow(h / hstar, 5);
        const ivp_test test = { err, 4 };
        h = control_next(&c, h, &test, 1, err <= 1);
        ck_assert(isfinite(h) && h > 0);
    }
    const ivp_control *l = &control_laws[_i];
    const double expected = pow(l->safety, 5 / (l->kI + l->kP + l->kD));
    ck_assert_msg(fabs(err / expected - 1) < 1e-6, "%s settles at err = %g, not %g", l->name,
                  err, expected);
}
END_TEST

START_TEST(smallest_growth_wins)
{
    control c;
    control_reset(&c, control_by_name("i"));
    const ivp_test easy = { 1e-6, 2 }, hard = { 0.5, 1 };
    const ivp_test both[2] = { easy, hard };
    ck_assert_double_eq_tol(control_next(&c, 1, both, 2, true), 0.9 / sqrt(0.5), 1e-14);
}
END_TEST

START_TEST(limits_hold)
{
    control c;
    control_reset(&c, control_by_name("i"));
    const ivp_test zero = { 0, 3 }, huge = { 1e300, 3 }, near = { 1.0000001, 3 };
    ck_assert_double_eq(control_next(&c, 1, &zero, 1, true), 5);
    ck_assert_double_eq(control_next(&c, 1, &huge, 1, false), 0.2);
    ck_assert_double_le(control_next(&c, 1, &near, 1, false), 0.95);
    ck_assert_double_eq(control_next(&c, 1, NULL, 0, true), 5);
}
END_TEST

START_TEST(laws_are_known_by_name)
{
    char names[256];
    int at = 0;
    for (int k = 0; k < laws(); k++) {
        at += snprintf(names + at, sizeof names - (size_t)at, "%s%s", k ? " " : "",
                       control_laws[k].name);
        ck_assert_ptr_eq(control_by_name(control_laws[k].name), &control_laws[k]);
    }
    ck_assert_str_eq(names, CONTROL_LAWS);
    ck_assert_ptr_null(control_by_name("pi43"));
}
END_TEST

/* Steps that are all accepted, and want five times their size, behind a failure at 1. */
static real wanted_behind(ceiling *c, real h, int steps)
{
    for (int k = 0; k < steps; k++) h = ceiling_below(c, 5 * h);
    return h;
}

START_TEST(a_size_that_failed_is_not_asked_for_at_once)
{
    ceiling c = { 0 };
    ck_assert(ceiling_below(&c, 7) == 7);
    ceiling_set(&c, 1);
    ck_assert_double_eq_tol(wanted_behind(&c, 0.25, 1), 0.375, 1e-15);
    ck_assert_double_eq_tol(wanted_behind(&c, 0.375, 1), 0.5625, 1e-15);
    ck_assert_double_gt(wanted_behind(&c, 0.5625, 2), 1); /* two were to wait */
    ck_assert(ceiling_below(&c, 0.1) == 0.1);
    ck_assert(ceiling_below(&c, 7) == 7); /* nobody asks for more: it is gone */
}
END_TEST

START_TEST(a_size_that_fails_again_waits_longer)
{
    ceiling c = { 0 };
    for (int failure = 0, wait = 2; failure < 7; failure++) {
        ceiling_set(&c, failure % 2 ? 1.1 : 1);
        ck_assert_int_eq(c.left, wait);
        wait = wait < 32 ? 2 * wait : wait;
    }
    ck_assert_double_eq_tol(wanted_behind(&c, 0.25, 32), 0.8, 1e-15);
    ceiling_set(&c, 0.3); /* elsewhere */
    ck_assert_int_eq(c.left, 2);
    ceiling_set(&c, 5);
    ck_assert_int_eq(c.left, 2);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("control");
    tcase_add_loop_test(t, settles_where_the_law_says, 0, laws());
    tcase_add_test(t, smallest_growth_wins);
    tcase_add_test(t, limits_hold);
    tcase_add_test(t, laws_are_known_by_name);
    tcase_add_test(t, a_size_that_failed_is_not_asked_for_at_once);
    tcase_add_test(t, a_size_that_fails_again_waits_longer);
    return suite_run("control", t);
}
