/* test_hht_forms.c -- the other members of the family that hht holds: Newmark's method by gamma
 * and beta, and the form stabilised at index 2 (ggl).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/newmark_cases.h"

#define SOFT "k2=50 c2=1"

static const order_case orders[] = {
    /* stabilised: second order in everything */
    { "double_pendulum_rsda", SOFT, "hht", "", "ggl", 2, 1e-2, 6, { 2, 2, 0, 2 } },
    { "andrews", NULL, "hht", "", "ggl", 0.03, 5e-5, 6, { 2, 2, 0, 2 } },
    { "andrews", NULL, "hht", "mass=printed", "ggl", 0.03, 2.5e-5, 6, { 1, 1, 0, 0 } },
    { "car_axle", NULL, "hht", "", "ggl", 3, 2e-3, 6, { 2, 2, 0, 2 } },
    /* Newmark: gamma = 1/2 is the trapezoidal rule, more damps at the price of an order */
    { "double_pendulum_rsda",
      "form=angles " SOFT,
      "hht",
      "alpha=0",
      "ode",
      2,
      1e-2,
      6,
      { 2, 2 } },
    { "double_pendulum_rsda",
      "form=angles " SOFT,
      "hht",
      "alpha=0 beta=0.3",
      "ode",
      2,
      1e-2,
      6,
      { 2, 2 } },
    { "double_pendulum_rsda",
      "form=angles " SOFT,
      "hht",
      "alpha=0 gamma=0.7",
      "ode",
      2,
      1e-2,
      7,
      { 1, 1 } },
    { "andrews", NULL, "hht", "alpha=0 gamma=0.6", "index3", 0.03, 2.5e-5, 6, { 1, 1 } },
};
enum { NORDERS = sizeof orders / sizeof *orders };

START_TEST(components_have_their_order) { check_orders(&orders[_i]); }
END_TEST

/* The stabilised form holds both constraints; the index-3 form drifts off the velocity's. */
START_TEST(stabilised_velocities_do_not_drift)
{
    static const char *const problems[] = { "andrews", "car_axle", "double_pendulum_rsda",
                                            "circular_track" };
    const layout l = layout_of(problems[_i], NULL);
    evolve_setup setup = { .formulation = "ggl",
                           .solver = "hht",
                           .options = "corrector=rounding",
                           .rtol = 1e-5,
                           .atol = 1e-5,
                           .t1 = l.t0 + (l.t1 - l.t0) / 10 };
    const double stabilised = velocity_drift(problems[_i], &setup);
    setup.formulation = "index3";
    const double index3 = velocity_drift(problems[_i], &setup);
    ck_assert_msg(stabilised < 1e-10 && index3 > 1e4 * stabilised,
                  "%s: |G u + g_t| up to %.2e in ggl, %.2e in index3", problems[_i], stabilised,
                  index3);
}
END_TEST

/* mu only takes out what the discretisation leaves: it is of second order. */
START_TEST(second_multiplier_is_small)
{
    double mu[2];
    for (int k = 0; k < 2; k++) {
        method m;
        method_open(&m, "hht", "corrector=rounding", "andrews", NULL, IVP_GGL);
        const int first = m.n - ivp_ng(m.model), steps = 40 << k;
        mu[k] = 0;
        for (int j = 0; j < steps; j++) {
            method_attempt(&m, ldexp(2e-5, -k));
            method_verdict(&m, IVP_KEPT);
        }
        for (int i = first; i < m.n; i++) mu[k] = fmax(mu[k], fabs(m.y[i]));
        method_close(&m);
    }
    ck_assert_double_gt(mu[1], 0);
    ck_assert_msg(fabs(mu[0] / mu[1] - 4) < 0.6, "mu falls from %.3e to %.3e as h is halved",
                  mu[0], mu[1]);
}
END_TEST

/* Undamped, the multipliers of an index-3 system swing ever more: constant steps are taken all
 * the same, step control is refused. Damped by gamma it works. */
START_TEST(damping_by_gamma_admits_step_control)
{
    double reference[METHOD_UNKNOWNS], error[2];
    const layout l = layout_of("double_pendulum_rsda", NULL);
    explicit_reference("double_pendulum_rsda", NULL, 1, reference);
    for (int k = 0; k < 2; k++) {
        const double tol = k ? 1e-7 : 1e-4;
        const evolve_setup setup = { .formulation = "index3",
                                     .solver = "hht",
                                     .options = "alpha=0 gamma=0.7",
                                     .rtol = tol,
                                     .atol = tol,
                                     .max_steps = 20000,
                                     .t1 = 1 };
        const outcome_of_run o = run_method("double_pendulum_rsda", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        error[k] = part_error(&l, POSITIONS, o.state, reference);
    }
    /* of first order: eps^(1/3), a tenth */
    ck_assert_double_lt(error[1], error[0] / 5);
    ck_assert_double_lt(error[0], 0.1);
}
END_TEST

static const option_case options[] = {
    { "alpha=0 gamma=0.5", "alpha = 0", 0, false },
    { "alpha=0 gamma=0.5", "", 1e-3, true },
    { "alpha=0 gamma=0.6", "", 0, true },
    { "alpha=0 gamma=0.6 beta=0.35", "", 0, true },
    { "gamma=0.6", "alpha=0", 1e-3, false },
    { "beta=0.3", "alpha=0", 1e-3, false },
    { "alpha=0 gamma=0.4", "gamma", 1e-3, false },
    { "alpha=0 gamma=1.1", "gamma", 1e-3, false },
    { "alpha=0 gamma=-0.6", "positive", 1e-3, false },
    { "alpha=0 beta=0.2", "beta", 1e-3, false },
    { "alpha=0 gamma=0.6 beta=0.3", "beta", 1e-3, false },
};
enum { NOPTIONS = sizeof options / sizeof *options };

START_TEST(newmark_options_are_checked)
{
    const evolve_setup setup = { .formulation = "index3",
                                 .solver = "hht",
                                 .options = options[_i].options,
                                 .rtol = 1e-4,
                                 .atol = 1e-4,
                                 .h = options[_i].h };
    expect_creation("circular_track", &setup, options[_i].taken, options[_i].word);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("hht_forms");
    tcase_add_loop_test(t, components_have_their_order, 0, NORDERS);
    tcase_add_loop_test(t, stabilised_velocities_do_not_drift, 0, 4);
    tcase_add_test(t, second_multiplier_is_small);
    tcase_add_test(t, damping_by_gamma_admits_step_control);
    tcase_add_loop_test(t, newmark_options_are_checked, 0, NOPTIONS);
    return suite_run("hht_forms", t);
}
