/* test_hht.c -- HHT on index-3 problems: orders with both places of the mass matrix, drift, the
 * ladder of tolerances, options refused, history that only verdicts change.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "tests/ladder.h"
#include "tests/method.h"

enum { MAX_POSITIONS = 16 };

/* Positions at t1 of a solution that owes nothing to HHT. */
static void reference_positions(const char *problem, double t1, double *q)
{
    instance *i = open_problem(problem, NULL);
    double canonical[METHOD_UNKNOWNS] = { 0 };
    if (i->problem->exact) {
        ck_assert_int_eq(i->problem->exact(t1, canonical, i->p), IVP_OK);
        memcpy(q, canonical, (size_t)i->sizes.nq * sizeof *q);
    } else {
        const evolve_setup setup = { .formulation = "projected",
                                     .solver = "dopri5",
                                     .rtol = 1e-13,
                                     .atol = 1e-13,
                                     .t1 = t1 };
        const outcome_of_run o = run_method(problem, NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        memcpy(q, o.state, (size_t)i->sizes.nq * sizeof *q);
    }
    instance_close(i);
}

static int positions_of(const char *problem)
{
    instance *i = open_problem(problem, NULL);
    const int nq = i->sizes.nq;
    instance_close(i);
    ck_assert_int_le(nq, MAX_POSITIONS);
    return nq;
}

static const struct {
    const char *problem, *options;
    double t1, h; /* the ladder starts at h and halves */
    int rungs;
    double order;
} orders[] = {
    { "andrews", "", 0.03, 1e-4, 7, 2 },
    { "andrews", "mass=printed", 0.03, 1e-4, 7, 1 },
    { "andrews", "alpha=-0.1", 0.03, 1e-4, 7, 2 },
    { "car_axle", "", 3, 4e-3, 7, 2 },
    { "double_pendulum_rsda", "", 2, 2e-3, 7, 2 },
    /* (9a) is of second order for rho = 1/2 only, and so is what the state drives */
    { "circular_track", "rho=0.5000001", 2, 2e-2, 7, 2 },
    { "circular_track", "", 2, 2e-2, 7, 1 },
};
enum { NORDERS = sizeof orders / sizeof *orders };

START_TEST(positions_have_their_order)
{
    double reference[MAX_POSITIONS];
    const char *problem = orders[_i].problem;
    const int nq = positions_of(problem);
    reference_positions(problem, orders[_i].t1, reference);
    ladder l = { 0 };
    for (int k = 0; k < orders[_i].rungs; k++) {
        const double h = ldexp(orders[_i].h, -k);
        const evolve_setup setup = { .formulation = "index3",
                                     .solver = "hht",
                                     .options = orders[_i].options,
                                     .h = h,
                                     .t1 = orders[_i].t1 };
        const outcome_of_run o = run_method(problem, NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        ck_assert_double_lt(o.drift, 1e-12);
        ladder_add(&l, h, distance(o.state, reference, nq));
    }
    const double found = ladder_order(&l, 0.2);
    ck_assert_msg(fabs(found - orders[_i].order) < 0.15, "%s %s: order %.3f, expected %g%s",
                  problem, orders[_i].options, found, orders[_i].order, ladder_text(&l));
}
END_TEST

static const char *const mechanisms[] = { "andrews", "car_axle", "double_pendulum_rsda" };
enum { NMECHANISMS = 3, TIGHTEST = 7 };

static evolve_setup tolerance(int digits, const char *options)
{
    const double tol = pow(10, -digits);
    return (evolve_setup){ .formulation = "index3",
                           .solver = "hht",
                           .options = options,
                           .rtol = tol,
                           .atol = tol,
                           .max_steps = 100000 };
}

/* From 1e-2 to 1e-7 every rung arrives; the error follows. */
START_TEST(tolerances_run_through)
{
    double reference[MAX_POSITIONS], error[TIGHTEST + 1];
    const char *problem = mechanisms[_i];
    const int nq = positions_of(problem);
    instance *i = open_problem(problem, NULL);
    reference_positions(problem, i->t1, reference);
    instance_close(i);
    for (int digits = 2; digits <= TIGHTEST; digits++) {
        const evolve_setup setup = tolerance(digits, "");
        const outcome_of_run o = run_method(problem, NULL, &setup);
        ck_assert_msg(o.status == IVP_OK, "%s at 1e-%d: %s", problem, digits,
                      status_name(o.status));
        error[digits] = distance(o.state, reference, nq);
    }
    ck_assert_double_lt(error[TIGHTEST], 1e-3);
    ck_assert_double_lt(error[TIGHTEST], error[2] / 30);
}
END_TEST

/* At rounding level g vanishes; under the paper's stopping rule something remains. */
START_TEST(corrector_decides_the_drift)
{
    for (int digits = 2; digits <= TIGHTEST; digits++) {
        evolve_setup setup = tolerance(digits, "corrector=rounding");
        const outcome_of_run tight = run_method(mechanisms[_i], NULL, &setup);
        setup.options = "corrector=paper";
        const outcome_of_run paper = run_method(mechanisms[_i], NULL, &setup);
        ck_assert_int_eq(tight.status, IVP_OK);
        ck_assert_double_lt(tight.drift, 1e-12);
        ck_assert_double_gt(paper.drift, 1e-12);
        ck_assert_double_lt(paper.drift, 1e-3);
    }
}
END_TEST

START_TEST(first_step_is_a_fraction_of_the_interval)
{
    const evolve_setup setup = tolerance(2, "");
    const outcome_of_run o = run_method("car_axle", NULL, &setup);
    ck_assert_double_eq_tol(o.first_h, 3e-3, 1e-15);
}
END_TEST

/* The predictor is a starting value and no more. */
START_TEST(predictors_agree)
{
    static const char *const predictors[] = { "0", "1", "2", "3", "adaptive" };
    double state[METHOD_UNKNOWNS];
    long corrections[5];
    const int nq = positions_of("andrews");
    for (int k = 0; k < 5; k++) {
        char options[64];
        snprintf(options, sizeof options, "predictor=%s", predictors[k]);
        const evolve_setup setup = {
            .formulation = "index3", .solver = "hht", .options = options, .h = 1e-5, .t1 = 0.01
        };
        const outcome_of_run o = run_method("andrews", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        if (k > 0) ck_assert_double_lt(distance(o.state, state, nq), 1e-9);
        memcpy(state, o.state, sizeof state);
        corrections[k] = o.counters[IVP_N_NEWTON];
    }
    ck_assert_int_lt(corrections[1], corrections[0]);
    ck_assert_int_lt(corrections[2], corrections[1]);
}
END_TEST

/* (25): the estimate is C h^2 |a1 - a0|, C as printed 1.742 times the running constant. */
START_TEST(error_constants)
{
    method printed, running;
    method_open(&printed, "hht", "error=printed", "andrews", NULL, IVP_INDEX3);
    method_open(&running, "hht", "error=true", "andrews", NULL, IVP_INDEX3);
    method_attempt(&printed, 1e-5);
    method_attempt(&running, 1e-5);
    ck_assert_int_eq(printed.trial.ntests, 1);
    ck_assert_int_eq(printed.trial.test[0].order, 2);
    const double ratio = printed.trial.test[0].err / running.trial.test[0].err;
    ck_assert_double_eq_tol(ratio, (1.69 / 4 - 1 / 4.2) / (1 / 12.0 + 0.09 / 4), 1e-12);
    method_close(&printed);
    method_close(&running);

    method track;
    method_open(&track, "hht", NULL, "circular_track", NULL, IVP_INDEX3);
    method_attempt(&track, 1e-3);
    ck_assert_int_eq(track.trial.ntests, 2);
    ck_assert_int_eq(track.trial.test[1].order, 1);
    method_close(&track);
}
END_TEST

/* With all its blocks the matrix of the iteration is the derivative of the residual, and few
 * corrections lead to rounding level even with large steps. */
START_TEST(newton_converges_fast)
{
    static const struct {
        const char *problem;
        double h;
        long most;
    } steps[] = { { "circular_track", 0.05, 12 },
                  { "car_axle", 0.01, 8 },
                  { "andrews", 1e-4, 5 } };
    method m;
    method_open(&m, "hht", "corrector=rounding", steps[_i].problem, _i ? NULL : "K_I=2500",
                IVP_INDEX3);
    method_attempt(&m, steps[_i].h);
    ck_assert_int_eq(m.model->count[IVP_N_LU], 1);
    ck_assert_int_le(m.model->count[IVP_N_NEWTON], steps[_i].most);
    method_close(&m);
}
END_TEST

static const option_case options[] = {
    { "alpha=0", "alpha", 0, false },
    { "alpha=0", "", 1e-3, true },
    { "alpha=-0.34", "alpha", 0, false },
    { "alpha=0.1", "alpha", 1e-3, false },
    { "rho=0.5", "rho", 0, false },
    { "rho=1", "", 0, true },
    { "alpha=-0.3333333333333333", "", 0, true },
    { "mass=middle", "mass", 0, false },
};
enum { NOPTIONS = sizeof options / sizeof *options };

START_TEST(bad_options_get_a_sentence)
{
    evolve_setup setup = tolerance(4, options[_i].options);
    setup.h = options[_i].h;
    expect_creation("circular_track", &setup, options[_i].taken, options[_i].word);
}
END_TEST

/* The same two steps with and without a rejected trial between them. */
START_TEST(rejected_trial_leaves_no_trace)
{
    method rejected, straight;
    method_open(&rejected, "hht", "corrector=rounding", "andrews", NULL, IVP_INDEX3);
    method_open(&straight, "hht", "corrector=rounding", "andrews", NULL, IVP_INDEX3);
    for (int k = 0; k < 5; k++) {
        method_attempt(&rejected, 4e-5);
        method_verdict(&rejected, IVP_REJECTED);
        method_attempt(&rejected, 1e-5);
        method_attempt(&straight, 1e-5);
        ck_assert_double_lt(distance(rejected.y1, straight.y1, 7), 1e-14);
        ck_assert_double_lt(distance(rejected.y1, straight.y1, straight.n), 1e-6);
        method_verdict(&rejected, IVP_KEPT);
        method_verdict(&straight, IVP_KEPT);
    }
    method_close(&rejected);
    method_close(&straight);
}
END_TEST

/* The stored forces of a kept step come from its equation; those of a moved state are computed
 * anew, at the cost of one evaluation, and say the same when nothing was moved. */
START_TEST(moved_state_gets_new_forces)
{
    method kept, moved;
    method_open(&kept, "hht", "corrector=rounding", "andrews", NULL, IVP_INDEX3);
    method_open(&moved, "hht", "corrector=rounding", "andrews", NULL, IVP_INDEX3);
    method_attempt(&kept, 1e-5);
    method_attempt(&moved, 1e-5);
    method_verdict(&kept, IVP_KEPT);
    method_verdict(&moved, IVP_MOVED);
    const long before[] = { kept.model->count[IVP_N_F], moved.model->count[IVP_N_F] };
    method_attempt(&kept, 1e-5);
    method_attempt(&moved, 1e-5);
    const long taken = kept.model->count[IVP_N_F] - before[0];
    ck_assert_int_eq(moved.model->count[IVP_N_F] - before[1], taken + 1);
    ck_assert_double_lt(distance(kept.y1, moved.y1, 14), 1e-9);
    method_close(&kept);
    method_close(&moved);
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    double y[METHOD_UNKNOWNS], y0[METHOD_UNKNOWNS];
    method_open(&m, "hht", NULL, "circular_track", NULL, IVP_INDEX3);
    method_attempt(&m, 0.01);
    method_verdict(&m, IVP_KEPT);
    memcpy(y0, m.y, sizeof y0);
    method_attempt(&m, 0.01);
    method_verdict(&m, IVP_KEPT);
    ck_assert_int_eq(m.solver->dense(m.self, 0, y), IVP_OK);
    ck_assert(distance(y, y0, m.n) <= 0);
    ck_assert_int_eq(m.solver->dense(m.self, 1, y), IVP_OK);
    ck_assert(distance(y, m.y, m.n) <= 0);
    ck_assert_int_eq(m.solver->dense(m.self, 0.5, y), IVP_OK);
    double exact[METHOD_UNKNOWNS] = { 0 };
    ck_assert_int_eq(m.instance->problem->exact(m.t - 0.005, exact, m.instance->p), IVP_OK);
    ck_assert_double_lt(distance(y, exact, 5), 1e-3);
    method_close(&m);
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    evolve_setup setup = tolerance(5, "");
    setup.t1 = 2;
    if (_i) setup.h = 0.01; /* where a matrix of the first run would serve the second */
    expect_runs_repeat("circular_track", &setup);
}
END_TEST

/* Without constraints: the stiff pendulum in its two angles, against the constrained form. */
START_TEST(unconstrained_form_agrees)
{
    double reference[MAX_POSITIONS];
    evolve_setup setup = tolerance(7, "");
    setup.formulation = "ode";
    const outcome_of_run o = run_method("double_pendulum_rsda", "form=angles", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    const evolve_setup fine = {
        .formulation = "ode", .solver = "dopri5", .rtol = 1e-11, .atol = 1e-11
    };
    const outcome_of_run f = run_method("double_pendulum_rsda", "form=angles", &fine);
    memcpy(reference, f.state, 2 * sizeof *reference);
    ck_assert_double_lt(distance(o.state, reference, 2), 1e-3);
}
END_TEST

/* All contacts of the balls, in their order; second order leaves their times uncertain. */
START_TEST(events_of_the_balls_are_found)
{
    evolve_setup setup = tolerance(8, "");
    setup.formulation = "ode";
    const outcome_of_run o = run_method("bouncing_balls", "case=A", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_double_eq_tol(o.event_t[23], 1.97849065798019200, 1e-3);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("hht");
    tcase_add_loop_test(t, positions_have_their_order, 0, NORDERS);
    tcase_add_loop_test(t, tolerances_run_through, 0, NMECHANISMS);
    tcase_add_loop_test(t, corrector_decides_the_drift, 0, NMECHANISMS);
    tcase_add_test(t, first_step_is_a_fraction_of_the_interval);
    tcase_add_test(t, predictors_agree);
    tcase_add_loop_test(t, newton_converges_fast, 0, 3);
    tcase_add_test(t, error_constants);
    tcase_add_loop_test(t, bad_options_get_a_sentence, 0, NOPTIONS);
    tcase_add_test(t, rejected_trial_leaves_no_trace);
    tcase_add_test(t, moved_state_gets_new_forces);
    tcase_add_test(t, dense_output_meets_the_ends);
    tcase_add_loop_test(t, restart_repeats_to_the_bit, 0, 2);
    tcase_add_test(t, unconstrained_form_agrees);
    tcase_add_test(t, events_of_the_balls_are_found);
    return suite_run("hht", t);
}
