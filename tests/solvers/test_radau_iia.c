/* test_radau_iia.c -- Radau IIA methods in double, whole runs: digits follow the tolerance in
 * every formulation, high orders pay at sharp tolerances, Jacobians are kept, events are
 * found.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"
#include "kernel/formulation/batch.h"

#include "kernel/formulation/model_inner.h"

static const char solver[] = "radau_iia";

static outcome_of_run solve(const char *problem, const char *formulation, const char *options,
                            double rtol)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = solver,
                                 .options = options,
                                 .rtol = rtol,
                                 .atol = rtol };
    const outcome_of_run o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

static const struct {
    const char *problem, *formulation;
    int n; /* components that count: positions of mechanisms */
} cases[] = {
    { "hires", "ode", 8 },
    { "van_der_pol", "ode", 2 },
    { "transistor_amplifier", "lin", 8 },
    { "andrews", "projected", 7 },
    { "andrews", "index1", 7 },
    { "andrews", "state_space", 7 },
    { "andrews", "ggl", 7 },
    { "andrews", "index2", 7 },
    { "andrews", "index3", 7 },
    { "car_axle", "projected", 4 },
    { "car_axle", "ggl", 4 },
    { "car_axle", "index3", 4 },
    { "double_pendulum_rsda", "projected", 6 },
    { "double_pendulum_rsda", "ggl", 6 },
    { "double_pendulum_rsda", "index3", 6 },
};
enum { CASES = sizeof cases / sizeof *cases };

/* Five decades of rtol bring three to ten decades of error: index 3 has superconvergent
 * positions. */
START_TEST(digits_follow_the_tolerance)
{
    const char *problem = cases[_i].problem, *form = cases[_i].formulation;
    const outcome_of_run exact = solve(problem, form, NULL, 1e-12);
    const outcome_of_run loose = solve(problem, form, NULL, 1e-4);
    const outcome_of_run sharp = solve(problem, form, NULL, 1e-9);
    const double coarse = distance(loose.state, exact.state, cases[_i].n);
    const double fine = distance(sharp.state, exact.state, cases[_i].n);
    const double decades = log10(coarse / fine);
    ck_assert_msg(decades > 3 && decades < 10.5 && fine < 3e-7, "%s %s: %.1e, %.1e", problem,
                  form, coarse, fine);
}
END_TEST

/* hires turns sharply just before its end: at sharp tolerances errors there are some ten times
 * rtol (of the largest component), on the mean of 81 tolerances; with c = 0.1 of radau_iia.c
 * thirty. */
START_TEST(sharp_tolerances_are_kept)
{
    enum { RUNGS = 81 };
    const outcome_of_run exact = solve("hires", "ode", "stages=7", 1e-15);
    double most = 0, lost = 0;
    for (int k = 0; k < 8; k++) most = fmax(most, fabs(exact.state[k]));
    for (int k = 0; k < RUNGS; k++) {
        const double rtol = pow(10, -9 - 0.05 * k);
        evolve_setup setup = { .formulation = "ode", .solver = solver, .rtol = rtol };
        setup.atol = 1e-4 * rtol; /* as the test set has it */
        const outcome_of_run o = run_method("hires", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        lost += log10(distance(o.state, exact.state, 8) / (most * rtol)) / RUNGS;
    }
    ck_assert_msg(lost < 1.25, "%.2f digits", lost);
}
END_TEST

/* A bead on a shaken wire, by long constant steps: corrections grow before they shrink. */
START_TEST(long_constant_steps_converge)
{
    static const char *const forms[] = { "index1", "ggl", "index2", "index3" };
    const char *form = forms[_i / 2], *stages = _i % 2 ? "stages=7" : "stages=5";
    const outcome_of_run exact = solve("t_bead", form, NULL, 1e-10);
    for (int k = 0; k < 2; k++) {
        const double h = k ? 0.125 : 0.25;
        const evolve_setup setup = {
            .formulation = form, .solver = solver, .options = stages, .h = h
        };
        const outcome_of_run o = run_method("t_bead", NULL, &setup);
        const double error = distance(o.state, exact.state, 2);
        ck_assert_msg(o.status == IVP_OK, "%s, h = %g: %s", form, h, o.message);
        ck_assert_msg(k == 0 || error < 1e-2, "%s, h = %g: error %.2e", form, h, error);
    }
}
END_TEST

static const char *const batched[][2] = { { "andrews", "projected" },
                                          { "car_axle", "index1" },
                                          { "hires", "ode" } };
enum { BATCHED = sizeof batched / sizeof *batched };

/* Stages side by side or one by one: the same numbers but for rounding, the same count of
 * points. */
START_TEST(lanes_change_nothing_but_the_last_bits)
{
    evolve_setup setup = {
        .formulation = batched[_i][1], .solver = solver, .rtol = 1e-9, .atol = 1e-9
    };
    const outcome_of_run wide = run_method(batched[_i][0], NULL, &setup);
    setup.formulation_options = "lanes=none";
    const outcome_of_run one = run_method(batched[_i][0], NULL, &setup);
    ck_assert_int_eq(wide.status, IVP_OK);
    ck_assert_int_eq(one.status, IVP_OK);
    ck_assert_double_lt(distance(wide.state, one.state, 4), 1e-8);
    const double ratio = (double)wide.counters[IVP_N_F] / (double)one.counters[IVP_N_F];
    ck_assert_msg(ratio > 0.8 && ratio < 1.25, "%ld points side by side, %ld one by one",
                  wide.counters[IVP_N_F], one.counters[IVP_N_F]);
}
END_TEST

/* At 1e-10 order 5 needs at least three times the steps of variable order, whose steps have
 * more stages; the work falls too. */
START_TEST(high_orders_pay)
{
    const char *const problems[][2] = { { "van_der_pol", "ode" }, { "andrews", "projected" } };
    const outcome_of_run variable = solve(problems[_i][0], problems[_i][1], NULL, 1e-10);
    const outcome_of_run low = solve(problems[_i][0], problems[_i][1], "stages=3", 1e-10);
    ck_assert_int_gt(low.counters[IVP_N_ACCEPTED], 3 * variable.counters[IVP_N_ACCEPTED]);
    ck_assert_int_gt(low.counters[IVP_N_F], variable.counters[IVP_N_F]);
}
END_TEST

/* q'' = -q: one Jacobian serves the whole run, and factors serve several steps. (Each
 * right-hand side factors M.) */
START_TEST(matrices_are_kept)
{
    const outcome_of_run o = solve("t_oscillator", "ode", NULL, 1e-8);
    ck_assert_int_le(o.counters[IVP_N_JAC], 2);
    ck_assert_int_gt(o.counters[IVP_N_ACCEPTED], 10);
    const long factored = o.counters[IVP_N_LU] - o.counters[IVP_N_F];
    ck_assert_int_lt(factored, 3 * o.counters[IVP_N_ACCEPTED]);
}
END_TEST

/* 24 contacts, each found by dense output. */
START_TEST(events_are_found)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = 1e-9, .atol = 1e-11
    };
    outcome_of_run o;
    const double error = error_of_run("bouncing_balls", NULL, &setup, &o);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_double_lt(error, 1e-6);
}
END_TEST

/* y' = -y cannot be evaluated after t = 1: the run ends there with a status, never with
 * success. */
START_TEST(no_success_beyond_the_domain)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = 1e-6, .atol = 1e-6
    };
    const outcome_of_run o = run_method("t_wall", NULL, &setup);
    ck_assert_int_lt(o.status, 0);
    ck_assert_double_gt(o.t, 0.99);
    ck_assert_double_le(o.t, 1);
}
END_TEST

/* The status of an attempt of so many times h, after a step of h that was kept. */
static ivp_status after_a_step(ivp_formulation f, double h, double times, bool begun_anew,
                               double constant)
{
    const method_setup setup = { .solver = solver,
                                 .problem = "double_pendulum_rsda",
                                 .formulation = f,
                                 .views = ~0u,
                                 .rtol = 1e-6,
                                 .atol = 1e-6,
                                 .h = constant };
    method m;
    double y[METHOD_UNKNOWNS] = { 0 }, yp[METHOD_UNKNOWNS] = { 0 };
    method_set_up(&m, &setup);
    model_start(m.model, y, yp);
    method_restart(&m, m.instance->t0, y, yp);
    method_attempt(&m, h);
    method_verdict(&m, IVP_KEPT);
    if (begun_anew) method_restart(&m, m.t, m.y, yp);
    const ivp_status status = method_try(&m, times * h);
    method_close(&m);
    return status;
}

/* At index 3 steps below a millionth of the largest one are not made: rounding leaves nothing
 * of the multipliers. The largest is that since the restart; constant steps and other forms are
 * free. */
START_TEST(index_3_has_a_least_step)
{
    const double h = 1e-4;
    ck_assert_int_eq(after_a_step(IVP_INDEX3, h, 0.9e-6, false, 0), IVP_E_STEP_TOO_SMALL);
    ck_assert_int_ne(after_a_step(IVP_INDEX3, h, 1.1e-6, false, 0), IVP_E_STEP_TOO_SMALL);
    ck_assert_int_ne(after_a_step(IVP_INDEX3, h, 0.9e-6, true, 0), IVP_E_STEP_TOO_SMALL);
    ck_assert_int_ne(after_a_step(IVP_INDEX3, h, 0.9e-6, false, h), IVP_E_STEP_TOO_SMALL);
    ck_assert_int_ne(after_a_step(IVP_GGL, h, 0.9e-6, false, 0), IVP_E_STEP_TOO_SMALL);
}
END_TEST

/* ---- Jacobians from points -------------------------------------------------------------- */

static const char *const with_lanes[] = { "andrews", "car_axle", "double_pendulum_rsda",
                                          "circular_track" };

/* Right to 1e-8 of the largest entry where there are lanes, and the same to the bit where no
 * batch is open; no point is told as a right-hand side. */
START_TEST(near_jacobians_are_near)
{
    method m;
    double exact[32 * 32], near[32 * 32], most = 0, off = 0;
    method_open(&m, "radau_iia", NULL, with_lanes[_i], NULL, IVP_INDEX1);
    const int n = m.n;
    const ivp_mat E = { n, n, n, exact }, N = { n, n, n, near };
    for (int k = 0; k < n; k++) m.y[k] += 0.01 * (k % 3);
    ck_assert_int_eq(ivp_rhs_jac(m.model, 0, m.y, E), IVP_OK);
    ck_assert_int_eq(batch_open(m.model), IVP_OK);
    const long before = m.model->count[IVP_N_F], jacobians = m.model->count[IVP_N_JAC];
    ck_assert_int_eq(batch_rhs_jac_near(m.model, 0, m.y, N), IVP_OK);
    ck_assert_int_eq(m.model->count[IVP_N_JAC], jacobians + 1);
    if (batch_has_lanes(m.model)) ck_assert_int_eq(m.model->count[IVP_N_F], before);
    for (int k = 0; k < n * n; k++) {
        most = fmax(most, fabs(exact[k]));
        off = fmax(off, fabs(near[k] - exact[k]));
    }
    ck_assert_msg(off <= 1e-8 * most, "%s: off by %g of %g", with_lanes[_i], off, most);
    ck_assert_int_eq(off > 0, batch_has_lanes(m.model));
    method_close(&m);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("radau_iia");
    tcase_add_loop_test(t, digits_follow_the_tolerance, 0, CASES);
    tcase_add_loop_test(t, long_constant_steps_converge, 0, 8);
    tcase_add_test(t, sharp_tolerances_are_kept);
    tcase_add_loop_test(t, lanes_change_nothing_but_the_last_bits, 0, BATCHED);
    tcase_add_loop_test(t, high_orders_pay, 0, 2);
    tcase_add_test(t, matrices_are_kept);
    tcase_add_test(t, events_are_found);
    tcase_add_test(t, no_success_beyond_the_domain);
    tcase_add_test(t, index_3_has_a_least_step);
    tcase_add_loop_test(t, near_jacobians_are_near, 0, 4);
    return suite_run("radau_iia", t);
}
