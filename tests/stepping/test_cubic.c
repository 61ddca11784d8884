/* test_cubic.c -- where a solver has no dense output: the cubic of a step may hide zeros where
 * a guard is nearer to zero than the cubic's error, and nowhere else. On t_bump that error is
 * theta^2 (1 - theta)^2, and along the cubic the guard is a + theta.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>

#include "kernel/stepping/evolve_impl.h"

static long evaluations; /* of f, by the last call of hides() */

/* Of the step from 0 to 1, for the guard that is `gap` at theta. */
static bool hides(double theta, double gap)
{
    char setting[40];
    reason why;
    instance *i;
    evolve *e;
    bool found = false;
    const double a = gap - theta;
    const evolve_setup setup = {
        .formulation = "ode", .solver = "gsl_rk8pd", .rtol = 1e-12, .atol = 1e-12
    };
    snprintf(setting, sizeof setting, "a=%.17g", a);
    ck_assert_msg(!instance_open(&i, "t_bump", setting, &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    e->now.t = 0;
    e->trial.t = 1;
    e->now.y[0] = a;
    e->trial.raw[0] = a + 1;
    const long before = evolve_counters(e)[IVP_N_F];
    ck_assert_int_eq(cubic_hides(e, &found), IVP_OK);
    evaluations = evolve_counters(e)[IVP_N_F] - before;
    evolve_destroy(e);
    instance_close(i);
    return found;
}

static const double places[] = { 0.21132486540518712, 0.5, 0.78867513459481288 };

START_TEST(a_guard_within_the_error_may_hide_zeros)
{
    const double theta = places[_i], error = pow(theta * (1 - theta), 2);
    for (int sign = -1; sign <= 1; sign += 2) {
        ck_assert(hides(theta, sign * 0.9999 * error));
        ck_assert(!hides(theta, sign * 1.0001 * error));
    }
}
END_TEST

/* f is asked at both ends, and inside where the guard comes nearer than its rate, 1, makes of
 * two steps. */
START_TEST(f_is_asked_inside_where_a_guard_comes_near)
{
    ck_assert(!hides(0.5, 1.5));
    ck_assert_int_eq(evaluations, 5);
    ck_assert(!hides(0.5, 4));
    ck_assert_int_eq(evaluations, 2);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("cubic");
    tcase_add_loop_test(t, a_guard_within_the_error_may_hide_zeros, 0, 3);
    tcase_add_test(t, f_is_asked_inside_where_a_guard_comes_near);
    return suite_run("cubic", t);
}
