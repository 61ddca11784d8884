/* test_stiffness.c -- explicit Runge-Kutta methods see where stability keeps their steps short,
 * and only there; what is made of it is an option.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/methods/runge_kutta/stiffness.h"

static const struct explicit_method {
    const char *name;
    double stability; /* of y' = lambda y, h |lambda| */
} methods[] = { { "dopri5", 3.25 }, { "dop853", 6.1 } };

static const struct motion {
    const char *problem, *settings, *formulation;
    bool stiff;
} motions[] = {
    { "hires", NULL, "ode", true },
    { "double_pendulum_rsda", NULL, "index1", true },
    { "double_pendulum_rsda", NULL, "projected", true },
    { "double_pendulum_rsda", "k2=50 c2=1", "projected", false },
    { "andrews", NULL, "index1", false },
    { "car_axle", NULL, "projected", false },
    { "double_pendulum_spring", NULL, "index1", false },
    { "pleiades", NULL, "ode", false },
    { "lorenz", NULL, "ode", false },
};
enum { METHODS = sizeof methods / sizeof *methods, MOTIONS = sizeof motions / sizeof *motions };

static outcome_of_run follow(const struct motion *x, const char *solver, const char *options)
{
    const evolve_setup setup = { .formulation = x->formulation,
                                 .solver = solver,
                                 .options = options,
                                 .rtol = 1e-5,
                                 .atol = 1e-5 };
    return run_method(x->problem, x->settings, &setup);
}

/* The number in "h |lambda| = 6.3" */
static double told(const char *message)
{
    const char *at = strstr(message, "h |lambda| = ");
    ck_assert_msg(at != NULL, "the sentence is: %s", message);
    return strtod(at + strlen("h |lambda| = "), NULL);
}

START_TEST(what_is_stiff_is_told)
{
    const struct motion *x = &motions[_i / METHODS];
    const struct explicit_method *by = &methods[_i % METHODS];
    const outcome_of_run o = follow(x, by->name, NULL);
    ck_assert_int_eq(o.status, IVP_OK);
    if (!x->stiff) {
        ck_assert_str_eq(o.message, "");
        return;
    }
    ck_assert_double_gt(told(o.message), by->stability);
    ck_assert_double_lt(told(o.message), 1.25 * by->stability);
}
END_TEST

/* Nothing is evaluated for it: the first stages of accepted steps, and eleven more an
 * attempt. */
START_TEST(a_look_costs_no_evaluation)
{
    const outcome_of_run o = follow(&motions[0], "dop853", NULL);
    const long *n = o.counters;
    ck_assert_int_gt(n[IVP_N_ACCEPTED], 2000);
    ck_assert_int_le(n[IVP_N_F], 12 * n[IVP_N_ACCEPTED] + 11 * n[IVP_N_REJECTED] + 2);
}
END_TEST

START_TEST(a_run_stops_where_it_is_to)
{
    const outcome_of_run o = follow(&motions[0], methods[_i].name, "stiff=stop");
    ck_assert_int_eq(o.status, IVP_E_STEP_TOO_SMALL);
    ck_assert_double_gt(told(o.message), methods[_i].stability);
    ck_assert_int_ge(o.counters[IVP_N_ACCEPTED], 1014); /* one in a thousand, and 14 more */
    ck_assert_int_lt(o.counters[IVP_N_ACCEPTED], 5000); /* of 5,388 and 10,643 */
    ck_assert_double_lt(o.t, 150);
}
END_TEST

START_TEST(a_reason_and_a_remark_are_both_told)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "dopri5", .rtol = 1e-5, .atol = 1e-5, .max_steps = 6000
    };
    const outcome_of_run o = run_method("hires", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_E_TOO_MANY_STEPS);
    ck_assert_ptr_nonnull(strstr(o.message, "6000 steps"));
    ck_assert_ptr_nonnull(strstr(o.message, "; stiff at t = "));
}
END_TEST

/* Steps that are looked at, of a series of which every one lies beyond, or one in so many. */
static long found_after(int one_in)
{
    stiffness s = { 0 };
    for (long k = 0; k < 100000; k++) {
        stiffness_step(&s);
        if (s.look) stiffness_see(&s, k % one_in == 999 % one_in ? 2 : 0.5, 1);
        if (s.found) return k + 1;
    }
    return -1;
}

START_TEST(fifteen_with_fewer_than_six_between_them)
{
    ck_assert_int_eq(found_after(1), 1000 + 14);
    ck_assert_int_gt(found_after(6), 1000);
    ck_assert_int_lt(found_after(6), 1100);
    ck_assert_int_eq(found_after(7), -1);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("stiffness");
    tcase_add_loop_test(t, what_is_stiff_is_told, 0, METHODS * MOTIONS);
    tcase_add_test(t, a_look_costs_no_evaluation);
    tcase_add_loop_test(t, a_run_stops_where_it_is_to, 0, METHODS);
    tcase_add_test(t, a_reason_and_a_remark_are_both_told);
    tcase_add_test(t, fifteen_with_fewer_than_six_between_them);
    return suite_run("stiffness", t);
}
