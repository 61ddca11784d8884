/* test_rosenbrock_tolerances.c -- both Rosenbrock methods under step control: the step counts
 * of the paper's double pendulum, and whole ladders of tolerances on the core problems.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/problem/status.h"

static evolve_setup tolerance(const char *solver, const char *options, const char *formulation,
                              double tol)
{
    return (evolve_setup){ .formulation = formulation,
                           .solver = solver,
                           .options = options,
                           .rtol = tol,
                           .atol = tol,
                           .max_steps = 1000000 };
}

/* ---- the paper's double pendulum --------------------------------------------------------- */

static const struct {
    const char *settings, *formulation;
} pendulum[] = { { "form=angles", "ode" }, { "form=cartesian", "state_space" } };

static long accepted(const char *solver, const char *options, int form, double tol)
{
    const evolve_setup setup = tolerance(solver, options, pendulum[form].formulation, tol);
    const outcome_of_run o =
        run_method("double_pendulum_rsda", pendulum[form].settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o.counters[IVP_N_ACCEPTED];
}

/* Table 5: steps for rtol = atol = 1e-2 ... 1e-7 */
START_TEST(step_counts_are_those_of_the_paper)
{
    static const long printed[] = { 29, 49, 85, 148, 264, 467 };
    for (int k = 0; k < 6; k++) {
        const long ours = accepted("rosenbrock_nystrom", NULL, _i, pow(10, -2 - k));
        ck_assert_msg(labs(ours - printed[k]) * 10 <= printed[k],
                      "%s, k = %d: %ld steps, the paper has %ld", pendulum[_i].formulation,
                      -2 - k, ours, printed[k]);
    }
}
END_TEST

/* Evaluations of f, rejected steps included. */
static long evaluations(const char *solver, int form, double tol)
{
    const evolve_setup setup = tolerance(solver, NULL, pendulum[form].formulation, tol);
    const outcome_of_run o =
        run_method("double_pendulum_rsda", pendulum[form].settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o.counters[IVP_N_F];
}

/* Stability bounds the steps of an explicit code: the tolerance does not matter. */
START_TEST(explicit_code_pays_for_stiffness_at_every_tolerance)
{
    long least = 0, most = 0;
    for (int k = 2; k <= 7; k++) {
        const long f = evaluations("dopri5", _i, pow(10, -k));
        const long ours = evaluations("rosenbrock_nystrom", _i, pow(10, -k));
        least = least && least < f ? least : f;
        most = most > f ? most : f;
        ck_assert_msg(f > 200 * ours, "1e-%d: %ld against %ld evaluations", k, f, ours);
    }
    ck_assert_msg((double)most < 1.02 * (double)least, "%ld to %ld evaluations", least, most);
}
END_TEST

/* Where stiff components dominate the plain estimate, the scaled one asks for fewer steps. */
START_TEST(scaled_error_saves_steps)
{
    const long raw = accepted("rosenbrock_nystrom", "error=plain", _i, 1e-6);
    const long scaled = accepted("rosenbrock_nystrom", "error=scaled", _i, 1e-6);
    ck_assert_msg(scaled < raw && 4 * scaled > raw, "%ld against %ld", scaled, raw);
}
END_TEST

/* ---- ladders of tolerances --------------------------------------------------------------- */

/* What a solver is compared with on a problem. */
static void reference(const char *problem, const char *settings, bool constrained, double *y)
{
    evolve_setup setup = tolerance("dopri5", NULL, constrained ? "projected" : "ode", 1e-12);
    setup.max_steps = 0;
    const outcome_of_run o = run_method(problem, settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    memcpy(y, o.state, sizeof o.state);
}

static double error_of(const double *y, const double *exact, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++) {
        ck_assert(isfinite(y[k]));
        most = fmax(most, fabs(y[k] - exact[k]) / (1 + fabs(exact[k])));
    }
    return most;
}

/* Every rung arrives, none is ten times worse than the best so far (which may be good by
 * luck: errors change their sign), the last is good. */
static void climb(const char *solver, const char *options, const char *problem,
                  const char *settings, const char *formulation, int finest, double goal)
{
    instance *i = open_problem(problem, settings);
    double exact[METHOD_UNKNOWNS], best = INFINITY;
    const int n = i->sizes.n;
    reference(problem, settings, i->sizes.ng > 0, exact);
    instance_close(i);
    for (int k = 2; k <= finest; k++) {
        const evolve_setup setup = tolerance(solver, options, formulation, pow(10, -k));
        const outcome_of_run o = run_method(problem, settings, &setup);
        ck_assert_msg(o.status == IVP_OK, "%s %s on %s@%s at 1e-%d: %s", solver, options,
                      problem, formulation, k, status_name(o.status));
        const double error = error_of(o.state, exact, n);
        ck_assert_msg(error < 10 * best, "%s %s on %s@%s at 1e-%d: error %.2e after %.2e",
                      solver, options, problem, formulation, k, error, best);
        best = fmin(best, error);
    }
    ck_assert_msg(best < goal, "%s %s on %s@%s: error %.2e", solver, options, problem,
                  formulation, best);
}

static const char *const mechanisms[] = { "andrews", "car_axle", "circular_track",
                                          "double_pendulum_rsda", "double_pendulum_spring" };
static const char *const formulations[] = { "index1", "projected", "baumgarte1",
                                            "state_space" };
enum { NMECHANISMS = 5, NFORMULATIONS = 4 };

START_TEST(mechanisms_are_climbed)
{
    climb("rosenbrock_nystrom", "", mechanisms[_i / NFORMULATIONS], NULL,
          formulations[_i % NFORMULATIONS], 10, 1e-6);
}
END_TEST

static const struct {
    const char *problem, *settings;
} unconstrained[] = {
    { "double_pendulum_rsda", "form=angles" },
    { "double_pendulum_spring", "form=angles" },
    { "bouncing_balls", "case=A" },
    { "bouncing_balls", "case=B" },
    { "hires", NULL },
    { "van_der_pol", NULL },
};
enum { NUNCONSTRAINED = sizeof unconstrained / sizeof *unconstrained };

START_TEST(unconstrained_problems_are_climbed)
{
    climb("rosenbrock_nystrom", "", unconstrained[_i].problem, unconstrained[_i].settings,
          "ode", 10, 1e-6);
    climb("rosenbrock_nystrom", "error=scaled", unconstrained[_i].problem,
          unconstrained[_i].settings, "ode", 10, 2e-6);
    climb("w_method", "jacobian=exact", unconstrained[_i].problem, unconstrained[_i].settings,
          "ode", 5, 5e-2);
}
END_TEST

START_TEST(mechanisms_are_climbed_by_the_w_method)
{
    climb("w_method", "jacobian=exact", mechanisms[_i / NFORMULATIONS], NULL,
          formulations[_i % NFORMULATIONS], 5, 5e-2);
}
END_TEST

/* All contacts of the balls, through the continuous extension. */
START_TEST(events_of_the_balls_are_found)
{
    const evolve_setup setup = tolerance("rosenbrock_nystrom", NULL, "ode", 1e-11);
    const outcome_of_run o = run_method("bouncing_balls", "case=A", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_double_eq_tol(o.event_t[23], 1.97849065798019200, 1e-10);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("rosenbrock tolerances");
    tcase_add_loop_test(t, step_counts_are_those_of_the_paper, 0, 2);
    tcase_add_loop_test(t, explicit_code_pays_for_stiffness_at_every_tolerance, 0, 2);
    tcase_add_loop_test(t, scaled_error_saves_steps, 0, 2);
    tcase_add_loop_test(t, mechanisms_are_climbed, 0, NMECHANISMS * NFORMULATIONS);
    tcase_add_loop_test(t, mechanisms_are_climbed_by_the_w_method, 0,
                        NMECHANISMS * NFORMULATIONS);
    tcase_add_loop_test(t, unconstrained_problems_are_climbed, 0, NUNCONSTRAINED);
    tcase_add_test(t, events_of_the_balls_are_found);
    return suite_run("rosenbrock tolerances", t);
}
