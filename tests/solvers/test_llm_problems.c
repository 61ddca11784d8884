/* test_llm_problems.c -- local linearization on the problems: contacts that no step loses, the
 * stiff pendulum of the paper, the ladder of tolerances on every core problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/problem/status.h"

/* ---- contacts ---------------------------------------------------------------------------- */

/* Contacts last 7 and 10 ms: far less than most of these steps. */
START_TEST(no_contact_is_lost_at_any_step)
{
    for (int k = 0; k < 24; k++) {
        const evolve_setup setup = { .formulation = "ode",
                                     .solver = "llm",
                                     .h = 1e-3 * pow(1.4, k), /* up to 2.3 s */
                                     .options = k % 3 ? NULL : "exponential=krylov" };
        outcome_of_run o;
        const double error = error_of_run("bouncing_balls", balls[_i].settings, &setup, &o);
        ck_assert_msg(o.nevents == balls[_i].events && error < 1e-11,
                      "h = %g: %d events, error %.3g", setup.h, o.nevents, error);
    }
}
END_TEST

START_TEST(contacts_are_met_under_step_control)
{
    static const double tolerances[] = { 1e-2, 1e-4, 1e-6, 1e-9 };
    for (int k = 0; k < 4; k++) {
        const evolve_setup setup = {
            .formulation = "ode", .solver = "llm", .rtol = tolerances[k], .atol = tolerances[k]
        };
        outcome_of_run o;
        const double error = error_of_run("bouncing_balls", balls[_i].settings, &setup, &o);
        ck_assert_msg(o.nevents == balls[_i].events && error < 1e-11,
                      "rtol %g: %d events, error %.3g", tolerances[k], o.nevents, error);
    }
}
END_TEST

/* A step over the whole interval, ten thousand contacts long. */
START_TEST(no_contact_is_lost_in_a_very_long_step)
{
    const evolve_setup setup = { .formulation = "ode", .solver = "llm", .h = 100, .t1 = 100 };
    outcome_of_run o;
    ck_assert_double_lt(error_of_run("bouncing_balls", "case=A", &setup, &o), 1e-9);
    ck_assert_int_eq(o.counters[IVP_N_EVENT], 1118);
}
END_TEST

/* ---- the stiff pendulum ------------------------------------------------------------------ */

static outcome_of_run pendulum(const char *solver, const char *formulation, double h)
{
    const evolve_setup setup = { .formulation = formulation, .solver = solver, .h = h };
    return run_method("double_pendulum_spring", NULL, &setup);
}

/* The fast mode turns 9.7 rad in a step of 0.02, three times what dopri5 can stand. The rods
 * swing through 3.14 rad and reach 3.8 rad/s. */
START_TEST(the_paper_s_step_is_usable)
{
    static const char *const formulations[] = { "index1", "state_space", "projected" };
    static const double allowed[] = { 2e-3, 2e-3, 1e-2 };
    const outcome_of_run fine = pendulum("dopri5", "projected", 1e-4);
    const outcome_of_run o = pendulum("llm", formulations[_i], 0.02);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED], 100);
    ck_assert_double_lt(distance(o.state, fine.state, 6), allowed[_i]);
    ck_assert_double_lt(distance(o.state + 6, fine.state + 6, 6), 20 * allowed[_i]);
    const outcome_of_run other = pendulum("dopri5", formulations[_i], 0.02);
    ck_assert(other.status < 0 || distance(other.state, fine.state, 6) > 1);
}
END_TEST

/* ---- all problems ------------------------------------------------------------------------ */

static const struct {
    const char *problem, *formulation;
    double t1; /* 0: the whole interval */
} core[] = {
    { "andrews", "index1", 0 },
    { "andrews", "projected", 0 },
    { "andrews", "baumgarte1", 0 },
    { "andrews", "state_space", 0 },
    { "car_axle", "index1", 0 },
    { "car_axle", "projected", 0 },
    { "car_axle", "baumgarte1", 0 },
    { "car_axle", "state_space", 0 },
    { "circular_track", "index1", 10 },
    { "circular_track", "projected", 10 },
    { "circular_track", "baumgarte1", 10 },
    { "circular_track", "state_space", 10 },
    { "double_pendulum_rsda", "index1", 0 },
    { "double_pendulum_rsda", "projected", 0 },
    { "double_pendulum_rsda", "baumgarte1", 0 },
    { "double_pendulum_rsda", "state_space", 0 },
    { "double_pendulum_spring", "index1", 0 },
    { "double_pendulum_spring", "projected", 0 },
    { "double_pendulum_spring", "baumgarte1", 0 },
    { "double_pendulum_spring", "state_space", 0 },
    { "hires", "ode", 0 },
    { "van_der_pol", "ode", 0.5 },
};
enum { CORE = sizeof core / sizeof *core };

/* Each decade of the ladder brings the end nearer to that of a run with a hundredth of its last
 * tolerance, or at least not further away than twice. */
START_TEST(every_problem_gets_better_with_the_tolerance)
{
    instance *i = open_problem(core[_i].problem, NULL);
    const int n = i->sizes.n;
    instance_close(i);
    evolve_setup setup = { .formulation = core[_i].formulation,
                           .solver = "dopri5",
                           .t1 = core[_i].t1,
                           .max_steps = 2000000 };
    setup.rtol = setup.atol = 1e-12;
    const outcome_of_run truth = run_method(core[_i].problem, NULL, &setup);
    ck_assert_int_eq(truth.status, IVP_OK);
    double first = 0, last = INFINITY;
    setup.solver = "llm";
    for (int k = 2; k <= 8; k++) {
        setup.rtol = setup.atol = pow(10, -k);
        const outcome_of_run o = run_method(core[_i].problem, NULL, &setup);
        ck_assert_msg(o.status == IVP_OK, "rtol 1e-%d: %s", k, status_name(o.status));
        const double error = distance(o.state, truth.state, n);
        ck_assert_msg(error < 2 * last, "rtol 1e-%d: error %.3g after %.3g", k, error, last);
        first = k == 2 ? error : first;
        last = error;
    }
    ck_assert_msg(last < first / 500, "from %.3g to %.3g only", first, last);
}
END_TEST

/* The index-1 form of the circular track leaves the circle, the sooner the looser the
 * tolerance, and meets its centre, where the equations are singular. */
START_TEST(a_drift_into_a_singularity_is_a_status)
{
    const evolve_setup setup = {
        .formulation = "index1", .solver = "llm", .rtol = 1e-2, .atol = 1e-2
    };
    const outcome_of_run o = run_method("circular_track", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_E_STEP_TOO_SMALL);
    ck_assert(o.t > 10 && o.t < 100);
    for (int k = 0; k < 4; k++) ck_assert(isfinite(o.state[k]));
}
END_TEST

/* Excited, the fast mode is too much for projection after steps of 0.02. */
START_TEST(a_projection_that_fails_is_a_status)
{
    const evolve_setup setup = { .formulation = "projected", .solver = "llm", .h = 0.02 };
    const outcome_of_run o = run_method("double_pendulum_spring", "delta=1", &setup);
    ck_assert_int_eq(o.status, IVP_E_DIVERGED);
    ck_assert(o.t > 0 && o.t < 2);
}
END_TEST

/* h |A| of a diffusion: few bases, or so many that the run ends with a sentence. */
START_TEST(too_many_bases_are_told)
{
    static const struct {
        const char *points;
        double t1;
        ivp_status due;
    } cases[] = { { "N=200", 0.1, IVP_OK }, { "N=2000", 0.1, IVP_E_STEP_TOO_SMALL } };
    const evolve_setup setup = {
        .formulation = "ode", .solver = "llm", .rtol = 1e-4, .atol = 1e-4, .t1 = cases[_i].t1
    };
    reason why;
    instance *i = NULL;
    evolve *e = NULL;
    ck_assert_int_eq(instance_open(&i, "brusselator_1d", cases[_i].points, &why), IVP_OK);
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_OK);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), cases[_i].due);
    ck_assert(!strstr(evolve_message(e), "more than 25 Krylov bases") == !cases[_i].due);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("llm on problems");
    tcase_add_loop_test(t, no_contact_is_lost_at_any_step, 0, 2);
    tcase_add_loop_test(t, contacts_are_met_under_step_control, 0, 2);
    tcase_add_test(t, no_contact_is_lost_in_a_very_long_step);
    tcase_add_loop_test(t, the_paper_s_step_is_usable, 0, 3);
    tcase_add_loop_test(t, every_problem_gets_better_with_the_tolerance, 0, CORE);
    tcase_add_test(t, a_drift_into_a_singularity_is_a_status);
    tcase_add_test(t, a_projection_that_fails_is_a_status);
    tcase_add_loop_test(t, too_many_bases_are_told, 0, 2);
    return suite_run("llm on problems", t);
}
