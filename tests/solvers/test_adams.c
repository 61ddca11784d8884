/* test_adams.c -- Adams formulas as a solver: ladders of tolerances, cost beside CVODE's,
 * history that only verdicts change, states that are moved, restart, what is not a number.
 * Orders are shown by test_quad_adams.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/methods/multistep/adams.h"
#include "kernel/problem/status.h"

static const struct {
    const char *problem, *settings, *formulation;
    double digits; /* at least as many at 1e-10 */
} cases[] = {
    { "andrews", NULL, "projected", 7.5 },
    { "andrews", NULL, "index1", 6.5 },
    { "andrews", NULL, "state_space", 7 },
    { "car_axle", NULL, "projected", 6.5 },
    { "circular_track", NULL, "projected", 6 },
    { "double_pendulum_rsda", "k2=50 c2=1", "projected", 8 },
};
enum { CASES = sizeof cases / sizeof *cases };

static outcome_of_run at_tolerance(int which, const char *solver, const char *options,
                                   int digits)
{
    const double tol = pow(10, -digits);
    const evolve_setup setup = { .formulation = cases[which].formulation,
                                 .solver = solver,
                                 .options = options,
                                 .rtol = tol,
                                 .atol = tol,
                                 .max_steps = 20000 };
    return run_method(cases[which].problem, cases[which].settings, &setup);
}

static int reference_of(int which, double *state)
{
    const evolve_setup setup = {
        .formulation = "projected", .solver = "dop853", .rtol = 1e-13, .atol = 1e-13
    };
    const outcome_of_run o = run_method(cases[which].problem, cases[which].settings, &setup);
    instance *i = open_problem(cases[which].problem, cases[which].settings);
    const int nq = i->sizes.nq;
    instance_close(i);
    ck_assert_int_eq(o.status, IVP_OK);
    memcpy(state, o.state, sizeof o.state);
    return nq;
}

/* 0.8 digits and more for a decade of the tolerance. */
START_TEST(digits_follow_the_tolerance)
{
    double reference[METHOD_UNKNOWNS], first = 0, last = 0;
    const int nq = reference_of(_i, reference);
    for (int digits = 4; digits <= 10; digits++) {
        const outcome_of_run o = at_tolerance(_i, "adams", NULL, digits);
        ck_assert_msg(o.status == IVP_OK, "%s@%s at 1e-%d: %s", cases[_i].problem,
                      cases[_i].formulation, digits, status_name(o.status));
        last = -log10(distance(o.state, reference, nq));
        if (digits == 4) first = last;
    }
    ck_assert_msg(last > cases[_i].digits, "%s@%s: %.2f digits", cases[_i].problem,
                  cases[_i].formulation, last);
    ck_assert_double_gt(last, first + 0.8 * 6 - 1);
}
END_TEST

/* Evaluations to reach an error, by interpolation on a ladder of decades. */
static double evaluations_at(int which, const char *solver, const char *options, double error,
                             const double *reference, int nq)
{
    double before_error = 0, before = 0;
    for (int digits = 3; digits <= 12; digits++) {
        const outcome_of_run o = at_tolerance(which, solver, options, digits);
        ck_assert_int_eq(o.status, IVP_OK);
        const double here = distance(o.state, reference, nq);
        const double f = (double)o.counters[IVP_N_F];
        if (digits > 3 && here <= error && before_error > error)
            return before *
                   pow(f / before, log(before_error / error) / log(before_error / here));
        before_error = here;
        before = f;
    }
    ck_abort_msg("%s does not reach %g", solver, error);
}

/* f(P(y)) of CVODE costs a projection more, but counts as one; with a few steps' luck the ratio
 * is 0.6 to 0.9. */
START_TEST(fewer_evaluations_than_cvode)
{
    double reference[METHOD_UNKNOWNS], product = 1;
    const int nq = reference_of(_i, reference);
    for (int digits = 4; digits <= 7; digits++) {
        const double error = pow(10, -digits);
        product *= evaluations_at(_i, "adams", NULL, error, reference, nq) /
                   evaluations_at(_i, "cvode_adams", NULL, error, reference, nq);
    }
    const double mean = pow(product, 0.25);
    ck_assert_msg(mean < 0.95, "%s: %.2f times the evaluations", cases[_i].problem, mean);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------ */

START_TEST(rejected_trial_leaves_no_trace)
{
    method m;
    double y1[METHOD_UNKNOWNS];
    method_open(&m, "adams", NULL, "andrews", NULL, IVP_INDEX1);
    method_go(&m, 60, 1e-7);
    const adams *s = m.self;
    const int order = s->order;
    const double h = (double)s->h;
    method_attempt(&m, h);
    memcpy(y1, m.y1, sizeof y1);
    method_verdict(&m, IVP_REJECTED);
    method_attempt(&m, 1.5 * h);
    method_verdict(&m, IVP_REJECTED);
    ((adams *)m.self)->order = order;
    method_attempt(&m, h);
    ck_assert_mem_eq(y1, m.y1, (size_t)m.n * sizeof *y1);
    method_close(&m);
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    expect_restart_repeats("adams", _i ? "mode=pec" : NULL, IVP_INDEX1, 80);
}
END_TEST

/* The next step begins at the state that was moved: y1 goes along with it, but for h times the
 * difference of f. */
START_TEST(moved_state_is_gone_on_from)
{
    method m;
    const double shift = 1e-3;
    double y1[METHOD_UNKNOWNS];
    method_open(&m, "adams", NULL, "andrews", NULL, IVP_INDEX1);
    method_go(&m, 60, 1e-7);
    const double h = (double)((adams *)m.self)->h / 64;
    method_attempt(&m, h);
    memcpy(y1, m.y1, sizeof y1);
    m.y1[0] += shift;
    method_verdict(&m, IVP_MOVED);
    method_attempt(&m, h);
    ck_assert_double_eq_tol(m.y1[0] - y1[0] - h * y1[ivp_nq(m.model)], shift, 0.1 * shift);
    method_close(&m);
}
END_TEST

/* Two evaluations an accepted step, one a rejected one; in PEC mode always one. */
START_TEST(steps_cost_what_they_must)
{
    for (int pec = 0; pec < 2; pec++) {
        const outcome_of_run o = at_tolerance(1, "adams", pec ? "mode=pec" : NULL, 7);
        const long accepted = o.counters[IVP_N_ACCEPTED], rejected = o.counters[IVP_N_REJECTED];
        const long extra = o.counters[IVP_N_F] - (pec ? 1 : 2) * accepted - rejected;
        ck_assert_msg(extra >= -1 && extra <= 3, "mode %d: %ld more", pec, extra);
        ck_assert_int_eq(o.counters[IVP_N_JAC], 0);
    }
}
END_TEST

START_TEST(nan_is_no_step) { expect_nan_is_no_step("adams", IVP_INDEX1); }
END_TEST

START_TEST(orders_are_refused_in_words)
{
    const evolve_setup wrong = { .formulation = "index1",
                                 .solver = "adams",
                                 .options = "max_order=13",
                                 .rtol = 1e-4,
                                 .atol = 1e-4 };
    evolve_setup right = wrong;
    right.options = "max_order=12";
    expect_creation("andrews", &wrong, false, "1 to 12");
    expect_creation("andrews", &right, true, "");
}
END_TEST

START_TEST(the_order_goes_up_and_down) { expect_order_goes_up_and_down("adams"); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("adams");
    tcase_add_loop_test(t, digits_follow_the_tolerance, 0, CASES);
    tcase_add_loop_test(t, fewer_evaluations_than_cvode, 0, 2);
    tcase_add_loop_test(t, fewer_evaluations_than_cvode, 3, 4);
    tcase_add_test(t, rejected_trial_leaves_no_trace);
    tcase_add_loop_test(t, restart_repeats_to_the_bit, 0, 2);
    tcase_add_test(t, moved_state_is_gone_on_from);
    tcase_add_test(t, steps_cost_what_they_must);
    tcase_add_test(t, nan_is_no_step);
    tcase_add_test(t, orders_are_refused_in_words);
    tcase_add_test(t, the_order_goes_up_and_down);
    return suite_run("adams", t);
}
