/* test_llm.c -- local linearization: exact where it must be, its order, its estimate of the
 * local error, its options, what a step costs and remembers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/ladder.h"
#include "tests/method.h"

/* ---- linear problems --------------------------------------------------------------------- */

static const char *const exponentials[] = { "exponential=pade", "exponential=krylov" };

/* Errors are those of rounding w t, the phase of the oscillator. */
START_TEST(linear_problems_are_exact_at_any_step)
{
    static const double steps[] = { 1e-3, 0.013, 0.1, 0.5, 2 };
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        const evolve_setup setup = {
            .formulation = "ode", .solver = "llm", .h = steps[k], .options = exponentials[_i]
        };
        outcome_of_run o;
        const double error = error_of_run("t_linear", NULL, &setup, &o);
        ck_assert_msg(error < 2e-12 + _i * 1e-10, "h = %g: error %.3g", steps[k], error);
    }
}
END_TEST

/* (18): the solution inside a step, also after a retry with a smaller one. */
START_TEST(dense_output_is_exact_too)
{
    method m;
    double y[METHOD_UNKNOWNS];
    method_open(&m, "llm", exponentials[_i], "t_linear", NULL, IVP_AS_ODE);
    for (int retry = 0; retry < 2; retry++) {
        const double h = retry ? 0.37 : 1.5;
        method_attempt(&m, h);
        for (int k = 0; k <= 40; k++) {
            ck_assert_int_eq(m.solver->dense(m.self, k / 40.0, y), IVP_OK);
            const double error = error_at(m.instance, h * k / 40, y);
            ck_assert_msg(error < 2e-12 + _i * 1e-10, "h = %g, %d/40: %.3g", h, k, error);
        }
        ck_assert(distance(y, m.y1, m.n) <= 0);
        ck_assert_int_eq(m.solver->dense(m.self, 0, y), IVP_OK);
        ck_assert(distance(y, m.y, m.n) <= 0);
        method_verdict(&m, IVP_REJECTED);
    }
    method_close(&m);
}
END_TEST

/* Nothing is left out by the linearisation: no step is rejected, all grow. */
START_TEST(linear_problems_have_no_error_to_control)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "llm", .rtol = 1e-10, .atol = 1e-10
    };
    outcome_of_run o;
    ck_assert_double_lt(error_of_run("t_linear", NULL, &setup, &o), 2e-12);
    ck_assert_int_eq(o.counters[IVP_N_REJECTED], 0);
    ck_assert_int_lt(o.counters[IVP_N_ACCEPTED], 30);
}
END_TEST

/* ---- order ------------------------------------------------------------------------------- */

START_TEST(the_step_has_order_2)
{
    static const char *const times[] = { "time=state", "time=explicit" };
    ladder l = { 0 };
    for (int k = 6; k <= 14; k++) {
        const evolve_setup setup = { .formulation = "ode", .solver = "llm", .h = ldexp(1, -k) };
        outcome_of_run o;
        ladder_add(&l, setup.h, error_of_run("t_sin_inverse", times[_i], &setup, &o));
    }
    ladder_expect(&l, 2, times[_i]);
}
END_TEST

/* The two rods with soft springs, in every formulation: positions and velocities. */
START_TEST(every_formulation_has_order_2)
{
    static const struct {
        const char *settings, *formulation;
        int nq;
    } cases[] = {
        { "form=angles k1=5 c1=1 k2=2 c2=0.1", "ode", 2 },
        { "k1=5 c1=1 k2=2 c2=0.1", "index1", 6 },
        { "k1=5 c1=1 k2=2 c2=0.1", "projected", 6 },
        { "k1=5 c1=1 k2=2 c2=0.1", "baumgarte1", 6 },
        { "k1=5 c1=1 k2=2 c2=0.1", "state_space", 6 },
    };
    const int nq = cases[_i].nq;
    ladder q = { 0 }, u = { 0 };
    evolve_setup setup = { .formulation = cases[_i].formulation, .solver = "llm", .t1 = 0.5 };
    setup.solver = "dopri5";
    setup.h = ldexp(1, -12);
    const outcome_of_run finest =
        run_method("double_pendulum_rsda", cases[_i].settings, &setup);
    setup.solver = "llm";
    for (int k = 5; k <= 14; k++) {
        setup.h = ldexp(1, -k);
        const outcome_of_run o = run_method("double_pendulum_rsda", cases[_i].settings, &setup);
        ladder_add(&q, setup.h, distance(o.state, finest.state, nq));
        ladder_add(&u, setup.h, distance(o.state + nq, finest.state + nq, nq));
    }
    ladder_expect(&q, 2, "positions");
    ladder_expect(&u, 2, "velocities");
}
END_TEST

/* With f_t, explicit time is what time as a state is. */
START_TEST(explicit_time_is_treated_like_a_state)
{
    method state, explicit_time;
    method_open(&state, "llm", NULL, "t_sin_inverse", "time=state", IVP_AS_ODE);
    method_open(&explicit_time, "llm", NULL, "t_sin_inverse", "time=explicit", IVP_AS_ODE);
    for (int k = 0; k < 10; k++) {
        method_attempt(&state, 0.01);
        method_attempt(&explicit_time, 0.01);
        ck_assert(distance(state.y1, explicit_time.y1, 3) < 1e-14);
        const double a = state.trial.test[0].err, b = explicit_time.trial.test[0].err;
        ck_assert_double_eq_tol(a, b, 1e-8 * a);
        method_verdict(&state, IVP_KEPT);
        method_verdict(&explicit_time, IVP_KEPT);
    }
    method_close(&state);
    method_close(&explicit_time);
}
END_TEST

/* ---- the local error --------------------------------------------------------------------- */

/* One step of (35) from t = 1/pi: |E| and the true error of one component, of all if < 0. */
static double estimated(double h, const char *options, int component, double *true_error)
{
    method m;
    double exact[METHOD_UNKNOWNS];
    method_open(&m, "llm", options, "t_sin_inverse", NULL, IVP_AS_ODE);
    m.tol.rtol = 0;
    for (int k = 0; k < 3; k++) m.atol[k] = k == component || component < 0 ? 1 : 1e30;
    method_attempt(&m, h);
    ck_assert_int_eq(m.instance->problem->exact(m.t + h, exact, m.instance->p), IVP_OK);
    *true_error = 0;
    for (int k = 0; k < 3; k++)
        if (k == component || component < 0)
            *true_error = hypot(*true_error, m.y1[k] - exact[k]);
    const double error = m.trial.test[0].err;
    ck_assert_int_eq(m.trial.ntests, 1);
    method_close(&m);
    return error;
}

/* Within 2 % at h = 0.01; the rest is O(h), what (29) neglects. */
START_TEST(the_estimate_is_the_local_error)
{
    static const struct {
        double h, estimate, truth; /* 2-norms, from the formulas in 40 digits */
    } known[] = {
        { 0.02, 1.6305787e-3, 1.6739181e-3 },
        { 0.01, 2.1458534e-4, 2.1741771e-4 },
        { 0.005, 2.7529299e-5, 2.7710503e-5 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double truth;
        const double h = known[k].h, estimate = estimated(h, NULL, -1, &truth);
        ck_assert_double_eq_tol(estimate / known[k].estimate, 1, 1e-7);
        ck_assert_double_eq_tol(truth / known[k].truth, 1, 1e-7);
        ck_assert(h > 0.01 || fabs(estimate / truth - 1) < 0.02);
        for (int component = 0; component < 2; component++) {
            const double one = estimated(h, NULL, component, &truth);
            ck_assert_msg(fabs(one / truth - 1) < 3 * h,
                          "h = %g, component %d: estimated %.6g, true %.6g", h, component, one,
                          truth);
        }
    }
}
END_TEST

START_TEST(the_local_error_has_order_3)
{
    ladder truth = { 0 }, estimate = { 0 };
    for (int k = 5; k <= 12; k++) {
        double error;
        ladder_add(&estimate, ldexp(1, -k), estimated(ldexp(1, -k), NULL, -1, &error));
        ladder_add(&truth, ldexp(1, -k), error);
    }
    ladder_expect(&truth, 3, "local error");
    ladder_expect(&estimate, 3, "its estimate");
}
END_TEST

/* (39): EPUS is the error by the step, with k = 2 instead of 3. */
START_TEST(error_per_unit_step)
{
    method m;
    double truth;
    const double h = 0.01, eps = estimated(h, "error=eps", -1, &truth);
    ck_assert_double_eq_tol(estimated(h, "error=epus", -1, &truth), eps / h, 1e-12);
    for (int k = 0; k < 2; k++) {
        method_open(&m, "llm", k ? "error=epus" : "error=eps", "t_sin_inverse", NULL,
                    IVP_AS_ODE);
        method_attempt(&m, h);
        ck_assert_int_eq(m.trial.test[0].order + 1, k ? 2 : 3);
        method_close(&m);
    }
}
END_TEST

/* Steps scale as tol^(-1/k), and EPUS makes the global error proportional to the tolerance. */
START_TEST(tolerance_steers_steps_and_error)
{
    static const char *const options[] = { "error=eps", "error=epus", "error=eps control=pi",
                                           "error=epus control=pi" };
    const double k = _i % 2 ? 2 : 3;
    outcome_of_run coarse, fine;
    evolve_setup setup = { .formulation = "ode", .solver = "llm", .options = options[_i] };
    setup.rtol = setup.atol = 1e-5;
    const double error = error_of_run("t_sin_inverse", NULL, &setup, &coarse);
    setup.rtol = setup.atol = 1e-8;
    const double finer = error_of_run("t_sin_inverse", NULL, &setup, &fine);
    const double steps =
        (double)fine.counters[IVP_N_ACCEPTED] / (double)coarse.counters[IVP_N_ACCEPTED];
    ck_assert_msg(fabs(log10(steps) - 3 / k) < 0.1, "%s: %g times the steps", options[_i],
                  steps);
    ck_assert_msg(fabs(log10(error / finer) - 6 / k) < 0.25, "%s: errors %.3g, %.3g",
                  options[_i], error, finer);
}
END_TEST

/* ---- what a step costs, and what it remembers -------------------------------------------- */

static long spent(const method *m, ivp_counter c, long *before)
{
    const long now = m->model->count[c], difference = now - *before;
    *before = now;
    return difference;
}

/* f and its derivatives once, one f for the estimate, which the next step takes over; one Pade
 * denominator factored, and solved for its n columns. After a rejection: one f. */
START_TEST(counters_agree_with_a_count_by_hand)
{
    static const struct {
        ivp_verdict before;
        double h;
        long f, jac, lu;
    } attempts[] = {
        { IVP_REJECTED, 1, 2, 1, 1 },   { IVP_REJECTED, 0.6, 1, 0, 0 },
        { IVP_REJECTED, 0.5, 1, 0, 0 }, { IVP_KEPT, 0.5, 1, 1, 1 },
        { IVP_MOVED, 0.5, 2, 1, 1 },    { IVP_KEPT, 1e-4, 1, 1, 0 },
        { IVP_REJECTED, 0.5, 1, 0, 1 },
    };
    method m;
    long f = 0, jac = 0, evals = 0, lu = 0, solve = 0;
    method_open(&m, "llm", NULL, "hires", NULL, IVP_AS_ODE);
    spent(&m, IVP_N_F, &f);
    spent(&m, IVP_N_JAC_EVALS, &evals);
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
        if (k > 0) method_verdict(&m, attempts[k].before);
        method_attempt(&m, attempts[k].h);
        ck_assert_int_eq(spent(&m, IVP_N_F, &f), attempts[k].f);
        ck_assert_int_eq(spent(&m, IVP_N_JAC, &jac), attempts[k].jac);
        /* by hand one evaluation; time has no effect on hires */
        ck_assert_int_eq(spent(&m, IVP_N_JAC_EVALS, &evals), attempts[k].jac);
        ck_assert_int_eq(spent(&m, IVP_N_LU, &lu), attempts[k].lu);
        ck_assert_int_eq(spent(&m, IVP_N_SOLVE, &solve), m.n * attempts[k].lu);
    }
    method_close(&m);
}
END_TEST

/* A retry that reuses the linearisation gives what a fresh start gives, to rounding. */
START_TEST(a_rejected_trial_leaves_no_trace)
{
    method retried, fresh;
    method_open(&retried, "llm", exponentials[_i], "hires", NULL, IVP_AS_ODE);
    method_open(&fresh, "llm", exponentials[_i], "hires", NULL, IVP_AS_ODE);
    for (int k = 0; k < 5; k++) {
        method_attempt(&retried, 3);
        method_verdict(&retried, IVP_REJECTED);
        method_attempt(&retried, 0.7);
        method_attempt(&fresh, 0.7);
        ck_assert(distance(retried.y1, fresh.y1, fresh.n) < 1e-12);
        const double a = retried.trial.test[0].err, b = fresh.trial.test[0].err;
        ck_assert_double_eq_tol(a, b, 1e-6 * b);
        method_verdict(&retried, IVP_KEPT);
        method_verdict(&fresh, IVP_KEPT);
        memcpy(retried.y, fresh.y, sizeof fresh.y);
    }
    method_close(&retried);
    method_close(&fresh);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("llm");
    tcase_add_loop_test(t, linear_problems_are_exact_at_any_step, 0, 2);
    tcase_add_loop_test(t, dense_output_is_exact_too, 0, 2);
    tcase_add_test(t, linear_problems_have_no_error_to_control);
    tcase_add_loop_test(t, the_step_has_order_2, 0, 2);
    tcase_add_loop_test(t, every_formulation_has_order_2, 0, 5);
    tcase_add_test(t, explicit_time_is_treated_like_a_state);
    tcase_add_test(t, the_estimate_is_the_local_error);
    tcase_add_test(t, the_local_error_has_order_3);
    tcase_add_test(t, error_per_unit_step);
    tcase_add_loop_test(t, tolerance_steers_steps_and_error, 0, 4);
    tcase_add_test(t, counters_agree_with_a_count_by_hand);
    tcase_add_loop_test(t, a_rejected_trial_leaves_no_trace, 0, 2);
    return suite_run("llm", t);
}
