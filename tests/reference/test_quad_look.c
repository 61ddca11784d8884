/* test_quad_look.c -- signs of guards along a trajectory: between two times, and at its start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/look.h"

#include "tests/suite.h"
#include <string.h>

/* y1 = cos w t and its slopes */
static void swing_at(real t, real w, real *y, real *yp)
{
    y[0] = cos(w * t);
    y[1] = yp[0] = -w * sin(w * t);
    yp[1] = -w * w * y[0];
}

/* For 1e-5 s above its level, looked at every thousandth: a parabola says where to look once
 * more. */
START_TEST(a_guard_that_comes_back_between_two_times_is_seen)
{
    static const char *const settings[] = { "kind=graze w=7 level=0.999999999",
                                            "kind=graze w=7 level=1.000000001" };
    static const real peak[2] = { 1, 7 }, error[2] = { R(1e-16), R(1e-16) };
    reason why = { "" };
    instance *i;
    real y[2], yp[2];
    ck_assert_msg(!instance_open(&i, "t_adversary", settings[_i], &why), "%s", why.text);
    look *l = look_create(i, peak);
    for (int k = 1; k < 499; k++) {
        real t = R(0.5) + k * R(1e-3);
        swing_at(t, 7, y, yp);
        look_at(l, &(look_point){ t, y, yp, error, error });
        t = look_turns(l, 0);
        if (!ivp_finite(t)) continue;
        swing_at(t, 7, y, yp);
        look_turn(l, 0, &(look_point){ t, y, yp, error, error });
    }
    complaints c = { .why = &why };
    look_end(l, 1, &c);
    ck_assert_msg(!!strstr(why.text, "guard ceiling goes through zero") == !_i, "%d: \"%s\"",
                  _i, why.text);
    ck_assert_int_eq(c.n, !_i);
    look_destroy(l);
    instance_close(i);
}
END_TEST

/* At the start by 1e-17 or 1e-3 below its level, then above: the error is 1e-16. */
START_TEST(a_start_on_a_guard_has_no_side_by_rounding)
{
    static const real below[] = { R(1e-17), R(1e-3) };
    static const real peak[2] = { 1, 1 }, error[2] = { R(1e-16), R(1e-16) };
    reason why = { "" };
    instance *i;
    real y[2], yp[2];
    ck_assert_msg(!instance_open(&i, "t_adversary", "kind=graze w=1 level=0", &why), "%s",
                  why.text);
    look *l = look_create(i, peak);
    for (int k = 0; k < 100; k++) {
        const real t = k * R(1e-2);
        swing_at(t - IVP_PI / 2, 1, y, yp);
        if (!k) y[0] -= below[_i];
        look_at(l, &(look_point){ t, y, yp, error, error });
    }
    complaints c = { .why = &why };
    look_end(l, 1, &c);
    ck_assert_msg(!!strstr(why.text, "guard ceiling goes through zero") == !!_i, "%d: \"%s\"",
                  _i, why.text);
    look_destroy(l);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("guards along a trajectory");

    tcase_add_loop_test(tc, a_guard_that_comes_back_between_two_times_is_seen, 0, 2);
    tcase_add_loop_test(tc, a_start_on_a_guard_has_no_side_by_rounding, 0, 2);
    return suite_run("look", tc);
}
