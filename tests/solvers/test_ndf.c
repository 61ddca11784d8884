/* test_ndf.c -- NDF and BDF: orders and error constants of all formulas, dense output,
 * tolerances, cost on stiff problems beside CVODE, memory across rejections and restarts.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/ladder.h"
#include "tests/method.h"

enum { ORDERS = 5 };
static const char *const formulas[] = { "ndf", "bdf" };

static void name_options(char *text, size_t size, int formula, int order)
{
    snprintf(text, size, "formula=%s max_order=%d", formulas[formula], order);
}

/* ---- constant steps --------------------------------------------------------------------- */

static const smooth_case smooth[] = {
    SMOOTH_RODS,
    { "hires", "", "ode", 2, 8 },
};

static outcome_of_run constant_steps(const smooth_case *s, const char *solver,
                                     const char *options, int steps)
{
    const evolve_setup setup = { .formulation = s->formulation,
                                 .solver = solver,
                                 .options = options,
                                 .h = s->t1 / steps,
                                 .t1 = s->t1 };
    const outcome_of_run o = run_method(s->problem, s->settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

static ladder ladder_of(const smooth_case *s, int formula, int order)
{
    char options[64];
    name_options(options, sizeof options, formula, order);
    const outcome_of_run exact = constant_steps(s, "dopri5", NULL, 4096);
    ladder l = { 0 };
    for (int k = 0; k < 12; k++) {
        const int steps = (int)(32 * pow(2, k / 2.0));
        const outcome_of_run o = constant_steps(s, "ndf", options, steps);
        ladder_add(&l, s->t1 / steps, distance(o.state, exact.state, s->known));
    }
    return l;
}

static void expect_order(const ladder *l, int order, const char *what)
{
    const double found = ladder_order(l, 0.12);
    ck_assert_msg(fabs(found - order) < 0.15, "%s: order %.3f, expected %d%s", what, found,
                  order, ladder_text(l));
}

START_TEST(constant_steps_show_the_order)
{
    const int order = 1 + _i % ORDERS, formula = _i / ORDERS % 2;
    const smooth_case *s = &smooth[_i / (2 * ORDERS)];
    const ladder l = ladder_of(s, formula, order);
    expect_order(&l, order, s->problem);
}
END_TEST

/* Errors of the two families compare as their error constants: 1 + (k + 1) kappa_k gamma_k. */
START_TEST(ndf_is_more_accurate_than_bdf)
{
    static const double ratio[] = { 0, 1 - 2 * 0.185, 1 - 3 * 1.5 / 9, 1 - 4 * 0.0823 * 11 / 6,
                                    1 - 5 * 0.0415 * 25 / 12 };
    char options[64];
    const int steps[] = { 0, 4096, 1024, 512, 512 };
    const outcome_of_run exact = constant_steps(&smooth[0], "dopri5", NULL, 4096);
    double error[2];
    for (int formula = 0; formula < 2; formula++) {
        name_options(options, sizeof options, formula, _i);
        const outcome_of_run o = constant_steps(&smooth[0], "ndf", options, steps[_i]);
        error[formula] = distance(o.state, exact.state, smooth[0].known);
    }
    ck_assert_msg(fabs(error[0] / error[1] / ratio[_i] - 1) < 0.05,
                  "order %d: %.4f of the error of BDF, expected %.4f", _i, error[0] / error[1],
                  ratio[_i]);
}
END_TEST

/* ---- dense output ----------------------------------------------------------------------- */

static void expect_ends(const method *m, const double *y0, const double *y1)
{
    double y[METHOD_UNKNOWNS];
    ck_assert_int_eq(m->solver->dense(m->self, 0, y), IVP_OK);
    ck_assert_double_le(distance(y, y0, m->n), 1e-14);
    ck_assert_int_eq(m->solver->dense(m->self, 1, y), IVP_OK);
    ck_assert_double_le(distance(y, y1, m->n), 1e-14);
}

/* In the steps of a run to 1e-8 from order 1 to order 5. */
START_TEST(dense_output_is_accurate)
{
    method m;
    method_open(&m, "ndf", NULL, "circular_track", NULL, IVP_INDEX1);
    double h = 1e-6;
    for (int k = 0; k < METHOD_UNKNOWNS; k++) m.atol[k] = 1e-8;
    m.tol.rtol = 1e-8;
    while (m.t < 1) {
        method_attempt(&m, h);
        h = m.trial.h_next;
        expect_ends(&m, m.y, m.y1);
        if (m.trial.test[0].err > 1) {
            method_verdict(&m, IVP_REJECTED);
            continue;
        }
        double y0[METHOD_UNKNOWNS];
        memcpy(y0, m.y, sizeof y0);
        const double t0 = m.t;
        method_verdict(&m, IVP_KEPT); /* dense output outlives the verdict */
        expect_ends(&m, y0, m.y);
        for (int k = 1; k < 8; k++) {
            double y[METHOD_UNKNOWNS], exact[METHOD_UNKNOWNS] = { 0 };
            const double t = t0 + k / 8.0 * m.trial.h;
            ck_assert_int_eq(m.solver->dense(m.self, k / 8.0, y), IVP_OK);
            ck_assert_int_eq(m.instance->problem->exact(t, exact, m.instance->p), IVP_OK);
            ck_assert_msg(distance(y, exact, m.n) < 2e-6, "%.3g at t = %g",
                          distance(y, exact, m.n), t);
        }
    }
    ck_assert_int_eq(m.trial.test[0].order, 5);
    method_close(&m);
}
END_TEST

/* Constant steps from now on. */
static void open_constant(method *m, int order, const char *problem, const char *settings,
                          ivp_formulation formulation, double h)
{
    const double option[] = { 0, order - 1 };
    double yp[METHOD_UNKNOWNS] = { 0 };
    method_open(m, "ndf", NULL, problem, settings, formulation);
    m->solver->destroy(m->self);
    m->tol.h = h;
    ck_assert_int_eq(m->solver->create(&m->self, m->model, &m->tol, option), IVP_OK);
    ck_assert_int_eq(m->solver->restart(m->self, m->t, m->y, yp, h), IVP_OK);
}

/* Local error of order k + 1: by Hermite's cubic in the second of the starting steps, by the
 * polynomial of degree k after them. */
START_TEST(dense_output_of_constant_steps_has_its_order)
{
    const int steps = _i ? 8 : 2, order = _i ? 2 : 3;
    ladder l = { 0 };
    for (int k = 5; k <= (_i ? 14 : 10); k++) {
        method m, fine;
        double y[METHOD_UNKNOWNS];
        const double h = ldexp(1, -k);
        open_constant(&m, order, smooth[0].problem, smooth[0].settings, IVP_AS_ODE, h);
        method_open(&fine, "dopri5", NULL, smooth[0].problem, smooth[0].settings, IVP_AS_ODE);
        for (int j = 0; j < steps; j++) {
            method_attempt(&m, h);
            expect_ends(&m, m.y, m.y1);
            method_verdict(&m, IVP_KEPT);
        }
        ck_assert_int_eq(m.solver->dense(m.self, 0.4, y), IVP_OK);
        for (int j = 0; j < 200; j++) {
            method_attempt(&fine, (steps - 0.6) * h / 200);
            method_verdict(&fine, IVP_KEPT);
        }
        ladder_add(&l, h, distance(y, fine.y, m.n));
        method_close(&m);
        method_close(&fine);
    }
    expect_order(&l, order + 1, "inside a constant step");
}
END_TEST

/* ---- memory ----------------------------------------------------------------------------- */

/* Trials of other sizes in between change nothing: with constant steps, whose corrector goes
 * to rounding level, at any order; ... */
START_TEST(rejected_trial_leaves_no_trace)
{
    const double h = 0.01;
    method rejected, straight;
    open_constant(&rejected, _i, "hires", NULL, IVP_AS_ODE, h);
    open_constant(&straight, _i, "hires", NULL, IVP_AS_ODE, h);
    for (int k = 0; k < 20; k++) {
        for (int j = 0; j < 3 && k >= _i; j++) {
            method_attempt(&rejected, h * (2 - j) / 1.7 + 1e-3);
            method_verdict(&rejected, IVP_REJECTED);
        }
        method_attempt(&rejected, h);
        method_attempt(&straight, h);
        ck_assert_double_le(distance(rejected.y1, straight.y1, straight.n), 1e-14);
        method_verdict(&rejected, IVP_KEPT);
        method_verdict(&straight, IVP_KEPT);
    }
    method_close(&rejected);
    method_close(&straight);
}
END_TEST

/* ... under tolerances, order and step size of the next attempt are chosen as if nothing had
 * happened, and the states differ by what the corrector may leave. */
START_TEST(rejected_trial_changes_no_choice)
{
    method rejected, straight;
    method_open(&rejected, "ndf", NULL, "hires", NULL, IVP_AS_ODE);
    method_open(&straight, "ndf", NULL, "hires", NULL, IVP_AS_ODE);
    double h = 1e-4;
    for (int k = 0; k < 40; k++) {
        method_attempt(&rejected, h / (k % 3 + 2));
        ck_assert_double_le(rejected.trial.test[0].err, 1);
        method_verdict(&rejected, IVP_REJECTED);
        method_attempt(&rejected, h);
        method_attempt(&straight, h);
        h = straight.trial.h_next;
        ck_assert_int_eq(rejected.trial.test[0].order, straight.trial.test[0].order);
        ck_assert_double_eq_tol(rejected.trial.h_next, h, 0.05 * h);
        ck_assert_double_le(distance(rejected.y1, straight.y1, straight.n), 1e-6);
        method_verdict(&rejected, IVP_KEPT);
        method_verdict(&straight, IVP_KEPT);
    }
    ck_assert_int_ge(straight.trial.test[0].order, 3);
    method_close(&rejected);
    method_close(&straight);
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    static const char *const cases[][2] = { { "double_pendulum_spring", "projected" },
                                            { "bouncing_balls", "ode" },
                                            { "andrews", "state_space" } };
    const char *problem = cases[_i % 3][0];
    instance *i = open_problem(problem, NULL);
    evolve_setup setup = { .formulation = cases[_i % 3][1], .solver = "ndf" };
    if (_i < 3)
        setup.rtol = setup.atol = 1e-5;
    else
        setup.h = i->t1 / 2000;
    instance_close(i);
    expect_runs_repeat(problem, &setup);
}
END_TEST

/* f(P(y)) is integrated and P(y) delivered: the state stays on the manifold. */
START_TEST(projected_state_stays_on_the_manifold)
{
    const evolve_setup setup = {
        .formulation = "projected", .solver = "ndf", .rtol = 1e-6, .atol = 1e-6
    };
    const outcome_of_run o = run_method("andrews", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_double_lt(o.drift, 1e-12);
}
END_TEST

/* By hand: y' at the start; per iteration one evaluation and one solution; one J and one matrix
 * as long as the step size is the same. */
START_TEST(attempts_cost_what_they_must)
{
    method m;
    method_open(&m, "ndf", NULL, "hires", NULL, IVP_AS_ODE);
    const long *count = m.model->count;
    for (int k = 0; k < 3; k++) {
        method_attempt(&m, 1e-4);
        ck_assert_int_eq(count[IVP_N_F], 1 + count[IVP_N_NEWTON]);
        ck_assert_int_eq(count[IVP_N_SOLVE], count[IVP_N_NEWTON]);
        ck_assert_int_eq(count[IVP_N_JAC], 1);
        ck_assert_int_eq(count[IVP_N_LU], 1);
        ck_assert(m.trial.test[0].err > 0 && isfinite(m.trial.test[0].err));
        method_verdict(&m, IVP_KEPT);
    }
    method_close(&m);
}
END_TEST

/* ---- tolerances and cost ---------------------------------------------------------------- */

static const struct {
    const char *problem;
    int known; /* components compared */
} stiff[] = { { "hires", 8 }, { "van_der_pol", 1 } };

static outcome_of_run to_tolerance(const char *problem, const char *solver, const char *options,
                                   double rtol)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .options = options, .rtol = rtol, .atol = rtol
    };
    const outcome_of_run o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

/* The error may jump from rung to rung, as that of all codes of variable order; over three
 * decades it follows. */
START_TEST(tolerance_steers_the_error)
{
    const char *problem = stiff[_i % 2].problem;
    char options[64];
    name_options(options, sizeof options, _i / 2, ORDERS);
    const outcome_of_run exact = to_tolerance(problem, "cvode_bdf", NULL, 1e-12);
    double error[11];
    for (int k = 3; k <= 10; k++) {
        const outcome_of_run o = to_tolerance(problem, "ndf", options, pow(10, -k));
        error[k] = distance(o.state, exact.state, stiff[_i % 2].known);
        ck_assert_msg(error[k] < 300 * pow(10, -k), "rtol 1e-%d: error %.2e", k, error[k]);
        ck_assert_msg(k < 6 || error[k] < error[k - 3] / 10, "rtol 1e-%d: %.2e after %.2e", k,
                      error[k], error[k - 3]);
    }
}
END_TEST

/* No more steps than CVODE by a quarter, at any tolerance; few matrices, fewer Jacobians. */
START_TEST(steps_are_like_those_of_cvode)
{
    const char *problem = stiff[_i].problem;
    for (int k = 3; k <= 9; k++) {
        const double rtol = pow(10, -k);
        const outcome_of_run a = to_tolerance(problem, "ndf", NULL, rtol);
        const outcome_of_run b = to_tolerance(problem, "cvode_bdf", NULL, rtol);
        const long steps = a.counters[IVP_N_ACCEPTED], others = b.counters[IVP_N_ACCEPTED];
        ck_assert_msg(4 * steps <= 5 * others && 3 * steps >= others,
                      "%s at 1e-%d: %ld steps, CVODE %ld", problem, k, steps, others);
        ck_assert_int_lt(a.counters[IVP_N_LU], steps / 2 + 5);
        ck_assert_int_lt(a.counters[IVP_N_JAC], steps / 5);
        ck_assert_int_lt(a.counters[IVP_N_NEWTON], 3 * steps);
    }
}
END_TEST

START_TEST(stiff_problems_are_cheap)
{
    const outcome_of_run a = to_tolerance("van_der_pol", "ndf", NULL, 1e-4);
    ck_assert_int_lt(a.counters[IVP_N_ACCEPTED], 800);
    ck_assert_int_lt(a.counters[IVP_N_F], 2000);
}
END_TEST

/* With equal tolerances NDFs of a fixed order take steps as much longer as their constants are
 * smaller: 26 % at orders 1 to 3, 12 % at order 4. */
START_TEST(ndf_takes_longer_steps)
{
    static const double gain[] = { 0, 1.26, 1.26, 1.26, 1.12, 1 };
    const evolve_setup setup = {
        .formulation = "ode", .solver = "ndf", .rtol = 1e-6, .atol = 1e-6, .t1 = 4
    };
    double steps[2];
    for (int formula = 0; formula < 2; formula++) {
        char options[64];
        name_options(options, sizeof options, formula, _i);
        evolve_setup with = setup;
        with.options = options;
        const outcome_of_run o = run_method(smooth[0].problem, smooth[0].settings, &with);
        ck_assert_int_eq(o.status, IVP_OK);
        steps[formula] = (double)o.counters[IVP_N_ACCEPTED];
    }
    ck_assert_msg(fabs(steps[1] / steps[0] / gain[_i] - 1) < 0.08,
                  "order %d: %g steps of BDF, %g of NDF", _i, steps[1], steps[0]);
}
END_TEST

START_TEST(the_order_goes_up_and_down) { expect_order_goes_up_and_down("ndf"); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("ndf");
    tcase_add_loop_test(t, constant_steps_show_the_order, 0, 4 * 2 * ORDERS);
    tcase_add_loop_test(t, ndf_is_more_accurate_than_bdf, 1, ORDERS);
    tcase_add_test(t, dense_output_is_accurate);
    tcase_add_loop_test(t, dense_output_of_constant_steps_has_its_order, 0, 2);
    tcase_add_loop_test(t, rejected_trial_leaves_no_trace, 1, ORDERS + 1);
    tcase_add_test(t, rejected_trial_changes_no_choice);
    tcase_add_loop_test(t, restart_repeats_to_the_bit, 0, 6);
    tcase_add_test(t, projected_state_stays_on_the_manifold);
    tcase_add_test(t, attempts_cost_what_they_must);
    tcase_add_loop_test(t, tolerance_steers_the_error, 0, 4);
    tcase_add_loop_test(t, steps_are_like_those_of_cvode, 0, 2);
    tcase_add_test(t, stiff_problems_are_cheap);
    tcase_add_loop_test(t, ndf_takes_longer_steps, 1, ORDERS + 1);
    tcase_add_test(t, the_order_goes_up_and_down);
    return suite_run("ndf", t);
}
