/* test_rkc.c -- the Runge-Kutta-Chebyshev method: its polynomials and their stability
 * intervals, orders, the spectral radius, stages and their limit by rounding, what it says of
 * complex eigenvalues, a parabolic problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/chebyshev.h"
#include "kernel/methods/runge_kutta/spectral_radius.h"
#include "tests/ladder.h"
#include "tests/method.h"

static const char *const pendulum = "k1=5 c1=1 k2=2 c2=0.1 form=angles";

/* One step of y' = z y, h = 1; *end: c_s */
static double polynomial(int stages, double z, double *end)
{
    chebyshev x;
    chebyshev_begin(&x, stages);
    double older = 1, last = 1 + x.c[0] * z;
    for (int j = 2; j <= stages; j++) {
        const chebyshev_stage s = chebyshev_next(&x);
        const double next =
            1 - s.mu - s.nu + s.mu * last + s.nu * older + s.h_f * z * last + s.h_f0 * z;
        older = last;
        last = next;
    }
    *end = x.c[0];
    return last;
}

START_TEST(polynomials_are_of_order_two)
{
    for (int stages = CHEBYSHEV_LEAST; stages <= 300; stages += 1 + stages / 4) {
        double end, z = 1e-3;
        const double rest = polynomial(stages, z, &end) - (1 + z + z * z / 2);
        ck_assert_double_eq_tol(end, 1, 1e-11);
        ck_assert_msg(rest > 0 && rest < 0.11 * z * z * z, "%d stages: %g", stages, rest);
    }
}
END_TEST

/* Damped inside the interval; a tenth beyond what the formula promises the step is unstable. */
START_TEST(stability_reaches_the_bound)
{
    for (int stages = CHEBYSHEV_LEAST; stages <= 1000; stages += 1 + stages / 3) {
        const double bound = chebyshev_bound(stages);
        double end;
        for (int k = 1; k <= 4000; k++) {
            const double p = polynomial(stages, -bound * k / 4000, &end);
            ck_assert_msg(fabs(p) < 1, "%d stages, z = -%g: %g", stages, bound * k / 4000, p);
        }
        ck_assert_double_gt(fabs(polynomial(stages, -1.1 * bound - 1, &end)), 1);
    }
}
END_TEST

START_TEST(stages_take_what_is_asked)
{
    for (double z = 0; z < 1e11; z = 1 + 1.3 * z) {
        const int stages = chebyshev_stages(z);
        ck_assert_int_ge(stages, CHEBYSHEV_LEAST);
        ck_assert_double_ge(chebyshev_bound(stages), z);
        ck_assert(stages == CHEBYSHEV_LEAST || chebyshev_bound(stages - 2) < z);
    }
}
END_TEST

START_TEST(the_step_has_its_order)
{
    ladder l = { 0 };
    evolve_setup setup = { .formulation = "ode", .solver = "rkc", .t1 = 1, .h = 1 / 16384.0 };
    const outcome_of_run finest = run_method("double_pendulum_rsda", pendulum, &setup);
    for (int steps = 16; steps <= 1024; steps = steps * 3 / 2) {
        setup.h = 1.0 / steps;
        const outcome_of_run o = run_method("double_pendulum_rsda", pendulum, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        ladder_add(&l, setup.h, distance(o.state, finest.state, 4));
    }
    ladder_expect(&l, 2, "global error");
}
END_TEST

START_TEST(dense_output_has_its_order)
{
    static const double thetas[] = { 0.25, 0.5, 0.8, 1 };
    ladder l = { 0 };
    for (int k = 0; k < 20; k++) {
        method m, fine;
        method_open(&m, "rkc", NULL, "double_pendulum_rsda", pendulum, IVP_AS_ODE);
        method_open(&fine, "dop853", NULL, "double_pendulum_rsda", pendulum, IVP_AS_ODE);
        const double h = 0.06 / pow(1.3, k);
        ladder_add(&l, h, distance_of_one_step(&m, &fine, h, thetas[_i], 4));
    }
    ladder_expect(&l, 3, "local error");
}
END_TEST

/* Diffusion dominates: rho = 4 alpha (N + 1)^2 but for a few units. */
START_TEST(spectral_radius_is_bounded)
{
    for (int points = 10; points <= 40; points *= 2) {
        double f[METHOD_UNKNOWNS], v[METHOD_UNKNOWNS], a[METHOD_UNKNOWNS], b[METHOD_UNKNOWNS];
        char settings[40];
        snprintf(settings, sizeof settings, "N=%d alpha=1", points);
        method m;
        method_open(&m, "rkc", NULL, "brusselator_1d", settings, IVP_AS_ODE);
        spectral_radius x = { .m = m.model, .n = m.n, .v = v };
        ck_assert_int_eq(ivp_rhs(m.model, 0, m.y, f), IVP_OK);
        ck_assert_int_eq(spectral_radius_estimate(&x, 0, m.y, f, 0, a, b), IVP_OK);
        const double rho = 4.0 * (points + 1) * (points + 1);
        ck_assert(x.settled);
        ck_assert_msg(x.estimate > rho && x.estimate < 1.25 * rho, "%g of %g", x.estimate, rho);
        method_close(&m);
    }
}
END_TEST

static outcome_of_run solve(const char *solver, const char *problem, double rtol)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = rtol, .atol = rtol
    };
    return run_method(problem, NULL, &setup);
}

/* No matrix, and far fewer evaluations than a method of a bounded interval. */
START_TEST(a_parabolic_problem_is_cheap)
{
    const outcome_of_run coarse = solve("rkc", "brusselator_1d", 1e-3),
                         o = solve("rkc", "brusselator_1d", 1e-5),
                         fine = solve("radau_iia", "brusselator_1d", 1e-9),
                         bounded = solve("dopri5", "brusselator_1d", 1e-3);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_double_lt(distance(coarse.state, fine.state, 80), 2e-2);
    ck_assert_double_lt(distance(o.state, fine.state, 80), 2e-3);
    ck_assert_int_eq(o.counters[IVP_N_JAC] + o.counters[IVP_N_LU], 0);
    ck_assert_int_lt(2 * coarse.counters[IVP_N_F], bounded.counters[IVP_N_F]);
    ck_assert_str_eq(o.message, "");
}
END_TEST

/* Undamped oscillations: the power method finds no single eigenvalue, and it is said. */
START_TEST(complex_eigenvalues_are_told)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "rkc", .rtol = 1e-5, .atol = 1e-5, .t1 = 3
    };
    const outcome_of_run o = run_method("t_oscillator", "a=100 b=0 c=0.1", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_msg(strstr(o.message, "the power method did not settle in 50 evaluations"), "%s",
                  o.message);
    const outcome_of_run real_ones = run_method("t_oscillator", "a=1 b=3 c=0.1", &setup);
    ck_assert_int_eq(real_ones.status, IVP_OK);
    ck_assert_str_eq(real_ones.message, "");
}
END_TEST

/* At rtol = 1e-12 twenty-one stages are the most: longer steps are refused without an
 * evaluation. */
START_TEST(rounding_limits_the_stages)
{
    method m;
    const method_setup setup = { .solver = "rkc",
                                 .problem = "brusselator_1d",
                                 .settings = "alpha=1",
                                 .formulation = IVP_AS_ODE,
                                 .views = ~0u,
                                 .rtol = 1e-12,
                                 .atol = 1e-12 };
    method_set_up(&m, &setup);
    model_start(m.model, m.y, m.yp);
    method_restart(&m, m.instance->t0, m.y, m.yp);
    method_attempt(&m, 1e-4);
    method_verdict(&m, IVP_KEPT);
    const long before = m.model->count[IVP_N_F];
    method_attempt(&m, 1);
    ck_assert_int_eq(m.model->count[IVP_N_F], before);
    ck_assert_int_eq(m.trial.ntests, 1);
    ck_assert_int_eq(m.trial.test[0].order, 0);
    method_verdict(&m, IVP_REJECTED);
    method_attempt(&m, 0.99 / m.trial.test[0].err);
    ck_assert_int_eq(m.trial.test[0].order, 2);
    method_close(&m);
}
END_TEST

START_TEST(constant_steps_that_are_too_long_fail)
{
    const evolve_setup setup = { .formulation = "ode", .solver = "rkc", .h = 5 };
    reason why;
    instance *i = open_problem("brusselator_1d", "alpha=1e4");
    evolve *e = NULL;
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_OK);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_E_DIVERGED);
    ck_assert_msg(strstr(evolve_message(e), "more than 500 stages"), "%s", evolve_message(e));
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "rkc", .rtol = 1e-4, .atol = 1e-4, .t1 = 2
    };
    expect_runs_repeat("brusselator_1d", &setup);
}
END_TEST

START_TEST(options_are_read)
{
    static const option_case cases[] = {
        { "stages=4", NULL, 0, true },
        { "stages=3", "from 4 to 1000000", 0, false },
        { "stages=2000000", "from 4 to 1000000", 0, false },
    };
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "rkc",
                                 .options = cases[_i].options,
                                 .rtol = 1e-4,
                                 .atol = 1e-4 };
    expect_creation("brusselator_1d", &setup, cases[_i].taken, cases[_i].word);
}
END_TEST

/* Few stages, short steps: the same solution. */
START_TEST(the_option_limits_the_stages)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "rkc", .options = "stages=5", .rtol = 1e-3, .atol = 1e-3
    };
    const outcome_of_run few = run_method("brusselator_1d", NULL, &setup),
                         free_run = solve("rkc", "brusselator_1d", 1e-3);
    ck_assert_int_eq(few.status, IVP_OK);
    ck_assert_double_lt(distance(few.state, free_run.state, 80), 2e-2);
    ck_assert_int_gt(few.counters[IVP_N_ACCEPTED], free_run.counters[IVP_N_ACCEPTED]);
    ck_assert_int_le(few.counters[IVP_N_F], 8 * few.counters[IVP_N_ACCEPTED] + 200);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("rkc");
    tcase_add_test(t, polynomials_are_of_order_two);
    tcase_add_test(t, stability_reaches_the_bound);
    tcase_add_test(t, stages_take_what_is_asked);
    tcase_add_test(t, the_step_has_its_order);
    tcase_add_loop_test(t, dense_output_has_its_order, 0, 4);
    tcase_add_test(t, spectral_radius_is_bounded);
    tcase_add_test(t, a_parabolic_problem_is_cheap);
    tcase_add_test(t, complex_eigenvalues_are_told);
    tcase_add_test(t, rounding_limits_the_stages);
    tcase_add_test(t, constant_steps_that_are_too_long_fail);
    tcase_add_loop_test(t, options_are_read, 0, 3);
    tcase_add_test(t, the_option_limits_the_stages);
    tcase_add_test(t, restart_repeats_to_the_bit);
    return suite_run("rkc", t);
}
