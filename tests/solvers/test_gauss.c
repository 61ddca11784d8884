/* test_gauss.c -- Gauss collocation on the problems of the tree: digits follow the tolerance,
 * lanes or no lanes; counters count points; stiffness is recognised; events are found.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

static double solve_with(const char *problem, const char *formulation, const char *options,
                         double rtol, outcome_of_run *o)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .formulation_options = options,
                                 .solver = "gauss",
                                 .rtol = rtol,
                                 .atol = rtol };
    *o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o->status, IVP_OK);
    return o->t;
}

static double solve(const char *problem, const char *formulation, double rtol,
                    outcome_of_run *o)
{
    return solve_with(problem, formulation, NULL, rtol, o);
}

static double error_of(const char *problem, const char *formulation, double rtol,
                       const outcome_of_run *exact, int n)
{
    outcome_of_run o;
    solve(problem, formulation, rtol, &o);
    return distance(o.state, exact->state, n);
}

static const struct {
    const char *problem, *formulation;
    int n; /* positions */
} cases[] = { { "andrews", "index1", 7 },
              { "andrews", "projected", 7 },
              { "car_axle", "index1", 4 },
              { "car_axle", "projected", 4 },
              { "circular_track", "index1", 2 } };

/* Eight decades of rtol bring six to ten decades of error. */
START_TEST(digits_follow_the_tolerance)
{
    outcome_of_run exact;
    solve(cases[_i].problem, cases[_i].formulation, 1e-13, &exact);
    const double loose =
        error_of(cases[_i].problem, cases[_i].formulation, 1e-3, &exact, cases[_i].n);
    const double sharp =
        error_of(cases[_i].problem, cases[_i].formulation, 1e-11, &exact, cases[_i].n);
    const double decades = log10(loose / sharp);
    ck_assert_msg(decades > 6 && decades < 10, "%s: %g decades", cases[_i].problem, decades);
}
END_TEST

/* The same numbers to rounding one by one, and the same count of points. */
START_TEST(lanes_change_nothing_but_the_last_bits)
{
    outcome_of_run wide, one;
    solve(cases[_i].problem, cases[_i].formulation, 1e-9, &wide);
    solve_with(cases[_i].problem, cases[_i].formulation, "lanes=none", 1e-9, &one);
    ck_assert_double_lt(distance(wide.state, one.state, cases[_i].n), 1e-7);
    const double ratio = (double)wide.counters[IVP_N_F] / (double)one.counters[IVP_N_F];
    ck_assert_msg(ratio > 0.8 && ratio < 1.25, "%ld points side by side, %ld one by one",
                  wide.counters[IVP_N_F], one.counters[IVP_N_F]);
    if (strcmp(cases[_i].formulation, "index1") == 0) /* projections factor too */
        ck_assert_int_eq(wide.counters[IVP_N_F], wide.counters[IVP_N_LU]);
}
END_TEST

/* At loose tolerances the iteration limits the step: few iterations, and few that diverge. */
START_TEST(steps_are_as_long_as_the_iteration_likes)
{
    outcome_of_run o;
    solve("car_axle", "index1", 1e-2, &o);
    ck_assert_int_lt(o.counters[IVP_N_ACCEPTED], 40); /* 5.6 radians of its springs each */
    ck_assert_int_lt(o.counters[IVP_N_NEWTON], 140);
    solve("double_pendulum_spring", "index1", 1e-7, &o);
    ck_assert_int_lt(o.counters[IVP_N_REJECTED], 40);
    ck_assert_int_lt(o.counters[IVP_N_NEWTON], 2300);
}
END_TEST

/* The double root of the track's controller: half as many iterations as f alone would need, on
 * y' = f. */
START_TEST(damping_does_not_limit_the_step)
{
    static const int most[] = { 700, 1000, 1350 };
    outcome_of_run o;
    for (int k = 0; k < 3; k++) {
        solve("circular_track", "index1", pow(10, -4 - 3 * k), &o);
        ck_assert_msg(o.counters[IVP_N_NEWTON] < most[k], "1e-%d: %ld iterations", 4 + 3 * k,
                      o.counters[IVP_N_NEWTON]);
    }
}
END_TEST

/* Andrews' mechanism turns sharply at t = 0.011 and 0.022: a polynomial across that is not
 * resolved, and its estimate too small by decades. */
START_TEST(what_is_not_resolved_is_not_believed)
{
    outcome_of_run exact;
    solve("andrews", "index1", 1e-13, &exact);
    for (int k = 3; k <= 6; k++) {
        const double rtol = pow(10, -k), e = error_of("andrews", "index1", rtol, &exact, 7);
        ck_assert_msg(e < 10 * rtol, "rtol %g: %g", rtol, e);
    }
}
END_TEST

/* The iteration keeps the steps short, and what each one leaves rings on for ever
 * (t_smooth.c). */
START_TEST(what_the_iteration_leaves_does_not_pile_up)
{
    static const double tolerances[] = { 1e-4, 1e-6, 1e-8 };
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "gauss",
                                 .rtol = tolerances[_i],
                                 .atol = tolerances[_i],
                                 .t1 = 10 };
    const outcome_of_run o = run_method("t_smooth", "case=follow", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    const double x = fabs(o.state[0] - sin(10)), v = fabs(o.state[1] - cos(10));
    ck_assert_msg(x < tolerances[_i] && v < 3 * tolerances[_i], "rtol %g: x %.3g, v %.3g",
                  tolerances[_i], x, v);
    ck_assert_int_lt(o.counters[IVP_N_NEWTON], 30000); /* some 9,000 steps of three */
}
END_TEST

START_TEST(projected_states_lie_on_the_manifold)
{
    outcome_of_run o;
    solve("andrews", "projected", 1e-6, &o);
    ck_assert_double_lt(o.drift, 1e-13);
    ck_assert_int_gt(o.counters[IVP_N_PROJECT], 0);
}
END_TEST

START_TEST(stiff_problems_are_given_back)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "gauss", .rtol = 1e-4, .atol = 1e-4
    };
    const outcome_of_run o = run_method("van_der_pol", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_E_STEP_TOO_SMALL);
    ck_assert_ptr_nonnull(strstr(o.message, "take a method for stiff problems"));
    ck_assert_int_lt(o.counters[IVP_N_ACCEPTED], 21000);
}
END_TEST

/* q'' = 4 t - 2 q' with q'(0) = -1 is 2 all the time: what the start says of the stages is
 * right at once. */
START_TEST(a_constant_acceleration_takes_one_iteration)
{
    method m;
    method_open(&m, "gauss", NULL, "t_oscillator", "a=0 b=2 c=4 q0=0 u0=-1", IVP_AS_ODE);
    method_attempt(&m, 0.5);
    ck_assert_int_eq(m.model->count[IVP_N_NEWTON], 1);
    ck_assert_double_eq_tol(m.y1[0], -0.25, 1e-14);
    ck_assert_double_eq_tol(m.y1[1], 0, 1e-14);
    method_close(&m);
}
END_TEST

START_TEST(lanes_see_a_parameter_that_an_event_changes)
{
    outcome_of_run o;
    solve("t_quicken", "ode", 1e-10, &o);
    ck_assert_int_gt(o.lanes, 1);
    ck_assert_int_eq(o.nevents, 1);
    ck_assert_double_eq_tol(o.state[0], exp(-2.5), 1e-9);
}
END_TEST

/* All of case A, in order; the state inside a step is as accurate as its end. */
START_TEST(events_are_found)
{
    outcome_of_run o, exact;
    const evolve_setup sharp = {
        .formulation = "ode", .solver = "gsl_rk8pd", .rtol = 1e-12, .atol = 1e-14
    };
    solve("bouncing_balls", "ode", 1e-9, &o);
    exact = run_method("bouncing_balls", NULL, &sharp);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_int_eq(exact.nevents, 24);
    for (int k = 0; k < 24; k++) ck_assert_double_eq_tol(o.event_t[k], exact.event_t[k], 1e-7);
}
END_TEST

int main(void)
{
    enum { CASES = sizeof cases / sizeof *cases };
    TCase *t = tcase_create("gauss");
    tcase_add_loop_test(t, digits_follow_the_tolerance, 0, CASES);
    tcase_add_loop_test(t, lanes_change_nothing_but_the_last_bits, 0, CASES);
    tcase_add_test(t, steps_are_as_long_as_the_iteration_likes);
    tcase_add_test(t, damping_does_not_limit_the_step);
    tcase_add_test(t, what_is_not_resolved_is_not_believed);
    tcase_add_loop_test(t, what_the_iteration_leaves_does_not_pile_up, 0, 3);
    tcase_add_test(t, projected_states_lie_on_the_manifold);
    tcase_add_test(t, stiff_problems_are_given_back);
    tcase_add_test(t, a_constant_acceleration_takes_one_iteration);
    tcase_add_test(t, lanes_see_a_parameter_that_an_event_changes);
    tcase_add_test(t, events_are_found);
    return suite_run("gauss", t);
}
