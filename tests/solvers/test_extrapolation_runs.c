/* test_extrapolation_runs.c -- the extrapolated midpoint rule as a solver: ladders of
 * tolerances, evaluations, rejected trials, events, moved states, restart, what is not a
 * number. Orders are shown by test_quad_gragg.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/methods/extrapolation/gragg.h"
#include "kernel/problem/status.h"

static const struct {
    const char *problem, *settings, *formulation, *options;
    double digits; /* of q, at least as many at 1e-10 */
} cases[] = {
    { "andrews", NULL, "projected", NULL, 8 },
    { "andrews", NULL, "projected", "smoothing=yes", 7.5 },
    { "andrews", NULL, "state_space", NULL, 7.5 },
    { "car_axle", NULL, "projected", NULL, 7 },
    { "circular_track", NULL, "projected", NULL, 7.5 },
    { "double_pendulum_rsda", "k2=50 c2=1", "projected", NULL, 8.5 },
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(digits_follow_the_tolerance)
{
    double reference[METHOD_UNKNOWNS], first = 0, last = 0;
    evolve_setup setup = {
        .formulation = "projected", .solver = "dop853", .rtol = 1e-13, .atol = 1e-13
    };
    const outcome_of_run truth = run_method(cases[_i].problem, cases[_i].settings, &setup);
    instance *i = open_problem(cases[_i].problem, cases[_i].settings);
    const int nq = i->sizes.nq;
    instance_close(i);
    memcpy(reference, truth.state, sizeof reference);
    for (int digits = 4; digits <= 10; digits++) {
        const double tol = pow(10, -digits);
        setup = (evolve_setup){ .formulation = cases[_i].formulation,
                                .solver = "extrapolation",
                                .options = cases[_i].options,
                                .rtol = tol,
                                .atol = tol };
        const outcome_of_run o = run_method(cases[_i].problem, cases[_i].settings, &setup);
        ck_assert_msg(o.status == IVP_OK, "%s at 1e-%d: %s", cases[_i].problem, digits,
                      status_name(o.status));
        last = -log10(distance(o.state, reference, nq));
        if (digits == 4) first = last;
    }
    ck_assert_msg(last > cases[_i].digits, "%s: %.2f digits", cases[_i].problem, last);
    ck_assert_double_gt(last, first + 0.8 * 6 - 1);
}
END_TEST

/* Events of the balls against their closed form; the polynomial asks for no evaluation but
 * those of the rows and one at the end. */
START_TEST(events_are_placed)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "extrapolation", .rtol = 1e-10, .atol = 1e-12
    };
    outcome_of_run o;
    const double error = error_of_run("bouncing_balls", NULL, &setup, &o);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_double_lt(error, 1e-7);
    ck_assert_int_lt(o.counters[IVP_N_F], 60 * o.counters[IVP_N_ACCEPTED]);
}
END_TEST

/* k rows cost 1 + 3 + ... + (2 k - 1) evaluations, besides those at both ends; a rejected trial
 * keeps the first. */
START_TEST(trials_cost_what_they_must)
{
    method m;
    method_open(&m, "extrapolation", NULL, "andrews", NULL, IVP_INDEX1);
    const gragg *s = m.self;
    method_attempt(&m, 1e-7);
    ck_assert_int_eq(m.model->count[IVP_N_F], 2 + s->used * s->used);
    method_verdict(&m, IVP_REJECTED);
    const long before = m.model->count[IVP_N_F];
    method_attempt(&m, 1e-7);
    ck_assert_int_eq(m.model->count[IVP_N_F] - before, 1 + s->used * s->used);
    method_close(&m);
}
END_TEST

/* A hopeless trial is given up before its last row, and a smaller one is asked for. */
START_TEST(hopeless_trials_end_early)
{
    method m;
    method_open(&m, "extrapolation", NULL, "andrews", NULL, IVP_INDEX1);
    const gragg *s = m.self;
    const int expected = s->wanted;
    method_attempt(&m, 2e-2);
    ck_assert_double_gt((double)m.trial.test[0].err, 1);
    ck_assert_int_lt(s->used, expected + 1);
    ck_assert_double_lt((double)m.trial.h_next, 2e-2);
    method_close(&m);
}
END_TEST

/* Every component inside a step of q'' = -q - q'/2 + t, against a step that ends there. */
START_TEST(dense_output_has_all_components)
{
    static const char settings[] = "a=1 b=0.5 c=1 u0=0.3";
    const double h = 0.05;
    for (int k = 1; k < 4; k++) {
        method whole, part;
        double inside[METHOD_UNKNOWNS];
        method_open(&whole, "extrapolation", NULL, "t_oscillator", settings, IVP_AS_ODE);
        method_open(&part, "extrapolation", NULL, "t_oscillator", settings, IVP_AS_ODE);
        method_attempt(&whole, h);
        method_attempt(&part, k * h / 4);
        ck_assert_int_eq(whole.solver->dense(whole.self, k / 4.0, inside), IVP_OK);
        for (int i = 0; i < 2; i++) ck_assert_double_eq_tol(inside[i], part.y1[i], 1e-8);
        method_close(&whole);
        method_close(&part);
    }
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    expect_restart_repeats("extrapolation", NULL, IVP_INDEX1, 10);
}
END_TEST

/* The slope at the end of the polynomial begins the next step, unless the state was moved. */
START_TEST(moved_state_is_all_there_is)
{
    double y1[2][METHOD_UNKNOWNS];
    for (int k = 0; k < 2; k++) {
        method m;
        double inside[METHOD_UNKNOWNS];
        method_open(&m, "extrapolation", NULL, "andrews", NULL, IVP_INDEX1);
        method_attempt(&m, 1e-6);
        ck_assert_int_eq(m.solver->dense(m.self, 0.5, inside), IVP_OK);
        m.y1[0] += 1e-3;
        method_verdict(&m, IVP_MOVED);
        if (k) method_restart(&m, m.t, m.y, m.yp);
        ((gragg *)m.self)->wanted = 5;
        method_attempt(&m, 1e-6);
        memcpy(y1[k], m.y1, sizeof y1[k]);
        method_close(&m);
    }
    ck_assert_double_lt(distance(y1[0], y1[1], 14), 1e-15);
}
END_TEST

START_TEST(nan_is_no_step)
{
    method m;
    method_open(&m, "extrapolation", NULL, "andrews", NULL, IVP_INDEX1);
    m.y[0] = NAN;
    method_restart(&m, m.instance->t0, m.y, m.yp);
    ck_assert_int_gt(method_try(&m, 1e-6), IVP_OK);
    method_close(&m);
}
END_TEST

START_TEST(columns_are_refused_in_words)
{
    const evolve_setup wrong = { .formulation = "index1",
                                 .solver = "extrapolation",
                                 .options = "columns=12",
                                 .rtol = 1e-4,
                                 .atol = 1e-4 };
    evolve_setup right = wrong;
    right.options = "columns=11";
    expect_creation("andrews", &wrong, false, "to 11");
    expect_creation("andrews", &right, true, "");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("extrapolation runs");
    tcase_add_loop_test(t, digits_follow_the_tolerance, 0, CASES);
    tcase_add_test(t, events_are_placed);
    tcase_add_test(t, trials_cost_what_they_must);
    tcase_add_test(t, hopeless_trials_end_early);
    tcase_add_test(t, dense_output_has_all_components);
    tcase_add_test(t, restart_repeats_to_the_bit);
    tcase_add_test(t, moved_state_is_all_there_is);
    tcase_add_test(t, nan_is_no_step);
    tcase_add_test(t, columns_are_refused_in_words);
    return suite_run("extrapolation runs", t);
}
