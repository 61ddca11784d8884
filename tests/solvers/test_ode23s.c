/* test_ode23s.c -- modified Rosenbrock 2(3): orders of step, estimate and dense output, its
 * stability function, the evaluation that is carried over, moved states, cost.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/formulation.h"
#include "tests/ladder.h"
#include "tests/method.h"

/* ---- orders ----------------------------------------------------------------------------- */

/* Smooth problems, autonomous and driven by the time (f_t matters). */
static const smooth_case smooth[] = {
    SMOOTH_RODS,
    { "double_pendulum_rsda", SOFT_SPRINGS, "index1", 1, 12 },
    { "car_axle", "", "index1", 0.1, 20 },
    { "t_linear", "k=3 w=2", "ode", 1, 3 },
};
enum { NSMOOTH = sizeof smooth / sizeof *smooth };

static outcome_of_run constant_steps(const smooth_case *s, const char *solver, int steps)
{
    const evolve_setup setup = {
        .formulation = s->formulation, .solver = solver, .h = s->t1 / steps, .t1 = s->t1
    };
    const outcome_of_run o = run_method(s->problem, s->settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

START_TEST(the_step_has_order_2)
{
    const smooth_case *s = &smooth[_i];
    const outcome_of_run exact = constant_steps(s, "dopri5", 2048);
    ladder l = { 0 };
    for (int steps = 8; steps <= 1024; steps *= 2) {
        const outcome_of_run o = constant_steps(s, "ode23s", steps);
        ladder_add(&l, s->t1 / steps, distance(o.state, exact.state, s->known));
    }
    ladder_expect(&l, 2, s->problem);
}
END_TEST

static void one_step(const smooth_case *s, method *m, double h, double theta, double *error)
{
    const method_setup setup = { .solver = "ode23s",
                                 .problem = s->problem,
                                 .settings = s->settings,
                                 .formulation = formulation_by_name(s->formulation) };
    error_of_one_step(m, &setup, h, theta, 32, error);
}

START_TEST(dense_output_has_order_2)
{
    static const double thetas[] = { 0.25, 0.5, 0.8, 1 };
    const double none[METHOD_UNKNOWNS] = { 0 };
    ladder l = { 0 };
    for (int k = 4; k <= 12; k++) {
        method m;
        double error[METHOD_UNKNOWNS];
        one_step(&smooth[0], &m, ldexp(1, -k), thetas[_i], error);
        ladder_add(&l, ldexp(1, -k), distance(error, none, m.n));
        method_close(&m);
    }
    ladder_expect(&l, 3, "local error inside a step");
}
END_TEST

/* y1 + estimate is of order 3: the smaller the step, the nearer is the estimate to the truth.
 * In index 1 the motion along the constraints is smooth too; q of t_linear is driven by t. */
START_TEST(estimate_is_the_local_error)
{
    static const int problems[] = { 0, 1, 4, 5 };
    const smooth_case *s = &smooth[problems[_i]];
    double off = 1;
    for (int k = 6; k <= 9; k++) {
        method m;
        double error[METHOD_UNKNOWNS];
        one_step(s, &m, s->t1 * ldexp(1, -k), 1, error);
        ck_assert_int_eq(m.trial.ntests, 1);
        ck_assert_int_eq(m.trial.test[0].order, 2);
        const double truth = ivp_error_norm(m.model, &m.tol, m.y, m.y1, error);
        const double now = fabs(m.trial.test[0].err / truth - 1);
        ck_assert_msg(now < fmax(0.7 * off, 0.02),
                      "%s: %.3g of the local error at h = 2^-%d, %.3g before", s->problem, now,
                      k, off);
        off = now;
        method_close(&m);
    }
    ck_assert_double_lt(off, 0.1);
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    double y[METHOD_UNKNOWNS], y0[METHOD_UNKNOWNS];
    method_open(&m, "ode23s", NULL, "circular_track", NULL, IVP_INDEX1);
    for (int k = 0; k < 3; k++) {
        memcpy(y0, m.y, sizeof y0);
        method_attempt(&m, 0.01 * (k + 1));
        method_verdict(&m, IVP_KEPT); /* dense output outlives the verdict */
        ck_assert_int_eq(m.solver->dense(m.self, 0, y), IVP_OK);
        ck_assert(distance(y, y0, m.n) <= 0);
        ck_assert_int_eq(m.solver->dense(m.self, 1, y), IVP_OK);
        ck_assert_double_le(distance(y, m.y, m.n), 1e-15);
    }
    method_close(&m);
}
END_TEST

/* ---- stability -------------------------------------------------------------------------- */

/* R(z) from one step of size 1 on u' = z u. */
static double stability(double z)
{
    method m;
    char text[64];
    snprintf(text, sizeof text, "a=0 b=%.17g", -z);
    method_open(&m, "ode23s", NULL, "t_oscillator", text, IVP_AS_ODE);
    m.y[0] = 0;
    m.y[1] = 1;
    method_attempt(&m, 1);
    const double R = m.y1[1];
    method_close(&m);
    return R;
}

/* R(z) = 1 + K (1 + K (1/2 - d)), K = z / (1 - d z), d the root of 2 d^2 - 4 d + 1 */
START_TEST(step_map_is_the_stability_function)
{
    const double d = 1 - sqrt(0.5);
    for (int k = -6; k < 12; k++) {
        const double z = -pow(3, k);
        const double K = z / (1 - d * z), R = stability(z);
        ck_assert_double_eq_tol(R, 1 + K * (1 + K * (0.5 - d)), 1e-13);
        ck_assert_double_lt(fabs(R), 1);
    }
}
END_TEST

START_TEST(step_is_l_stable)
{
    ck_assert_double_lt(fabs(stability(-1e4)), 1e-3);
    ck_assert_double_lt(fabs(stability(-1e8)), 1e-7);
    ck_assert_double_lt(fabs(stability(-1e12)), 1e-10);
}
END_TEST

/* On the imaginary axis, from q'' = -w^2 q: no growth for any w h. */
START_TEST(step_is_a_stable)
{
    for (int k = -10; k < 25; k++) {
        const double w = pow(1.7, k);
        method m;
        char text[64];
        snprintf(text, sizeof text, "a=%.17g b=0", w * w);
        method_open(&m, "ode23s", NULL, "t_oscillator", text, IVP_AS_ODE);
        method_attempt(&m, 1);
        ck_assert_msg(hypot(m.y1[0], m.y1[1] / w) <= 1 + 1e-12, "|R(%g i)| = %.15g", w,
                      hypot(m.y1[0], m.y1[1] / w));
        method_close(&m);
    }
}
END_TEST

/* ---- what is carried over --------------------------------------------------------------- */

/* Evaluations of an attempt by hand: F1 and F2, F0 where it is not known; J and f_t after every
 * accepted step; a factorisation and three solutions always. */
START_TEST(attempts_cost_what_they_must)
{
    static const struct {
        ivp_verdict after;
        long f, jac;
    } attempts[] = {
        { IVP_REJECTED, 3, 1 }, { IVP_KEPT, 2, 0 },  { IVP_KEPT, 2, 1 }, { IVP_REJECTED, 2, 1 },
        { IVP_REJECTED, 2, 0 }, { IVP_MOVED, 2, 0 }, { IVP_KEPT, 3, 1 }, { IVP_KEPT, 2, 1 },
    };
    method m;
    method_open(&m, "ode23s", NULL, "hires", NULL, IVP_AS_ODE);
    const long *count = m.model->count;
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
        long before[IVP_NCOUNTERS];
        memcpy(before, count, sizeof before);
        method_attempt(&m, 1e-4);
        ck_assert_int_eq(count[IVP_N_F] - before[IVP_N_F], attempts[k].f);
        ck_assert_int_eq(count[IVP_N_JAC] - before[IVP_N_JAC], attempts[k].jac);
        ck_assert_int_eq(count[IVP_N_LU] - before[IVP_N_LU], 1);
        ck_assert_int_eq(count[IVP_N_SOLVE] - before[IVP_N_SOLVE], 3);
        method_verdict(&m, attempts[k].after);
    }
    method_close(&m);
}
END_TEST

/* ---- whole runs ------------------------------------------------------------------------- */

/* Errors shrink with the tolerance like rtol^(2/3) at least, on stiff problems too. */
START_TEST(tolerance_steers_the_error)
{
    static const char *const problems[] = { "hires", "van_der_pol" };
    evolve_setup setup = {
        .formulation = "ode", .solver = "cvode_bdf", .rtol = 1e-12, .atol = 1e-12
    };
    const outcome_of_run exact = run_method(problems[_i], NULL, &setup);
    setup.solver = "ode23s";
    double error[9] = { 0 };
    for (int k = 3; k <= 7; k++) {
        setup.rtol = setup.atol = pow(10, -k);
        const outcome_of_run o = run_method(problems[_i], NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        error[k] = distance(o.state, exact.state, _i ? 1 : 8);
        ck_assert_msg(k < 4 || error[k] < error[k - 1] / 2, "rtol 1e-%d: %.2e after %.2e", k,
                      error[k], error[k - 1]);
    }
    ck_assert_double_lt(error[7], error[3] / 300);
}
END_TEST

/* Stiffness costs nothing: at 1e-4 some 50 and 1000 steps, far fewer than with h lambda = 1. */
START_TEST(stiff_problems_are_cheap) { expect_cheap_when_stiff("ode23s", 1e-4, 80, 1500); }
END_TEST

int main(void)
{
    TCase *t = tcase_create("ode23s");
    tcase_add_loop_test(t, the_step_has_order_2, 0, NSMOOTH);
    tcase_add_loop_test(t, dense_output_has_order_2, 0, 4);
    tcase_add_loop_test(t, estimate_is_the_local_error, 0, 4);
    tcase_add_test(t, dense_output_meets_the_ends);
    tcase_add_test(t, step_map_is_the_stability_function);
    tcase_add_test(t, step_is_l_stable);
    tcase_add_test(t, step_is_a_stable);
    tcase_add_test(t, attempts_cost_what_they_must);
    tcase_add_loop_test(t, tolerance_steers_the_error, 0, 2);
    tcase_add_test(t, stiff_problems_are_cheap);
    return suite_run("ode23s", t);
}
