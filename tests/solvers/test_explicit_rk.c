/* test_explicit_rk.c -- explicit Runge-Kutta methods: orders of the step and of its continuous
 * extension, the stage that is carried over, stages that only dense output needs, restarts,
 * projection, events.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/ladder.h"
#include "tests/method.h"

/* of bouncing_balls, case A, before t = 2 */
static const real last_event = 1.97849065798019200;

static const struct explicit_method {
    const char *name;
    int order, dense_order;
    int evaluations; /* of a step whose first stage is known */
    int further;     /* for dense output; with the first stage of the next step */
    bool carries;    /* the first stage of the next step without dense output, too */
    const char *smooth, *settings; /* where the order shows above rounding, */
    double t1;                     /* in steps over this time */
} methods[] = {
    { "dopri5", 5, 4, 6, 0, true, "double_pendulum_rsda", "form=angles k1=5 c1=1 k2=2 c2=0.1",
      1 },
    { "dop853", 8, 7, 11, 4, false, "t_oscillator", "b=0.3 c=0.2", 16 },
};
enum { METHODS = sizeof methods / sizeof *methods };

static evolve_setup adaptive(const char *solver)
{
    return (
        evolve_setup){ .formulation = "index1", .solver = solver, .rtol = 1e-6, .atol = 1e-6 };
}

/* The rule that reads orders finds its window between large steps and round-off. */
START_TEST(ladder_finds_its_window)
{
    ladder l = { 0 };
    for (int k = 0; k < 18; k++) {
        const double h = ldexp(1, -k);
        const double noise = 1e-13 * (1 + 0.5 * sin(9 * k));
        ladder_add(&l, h, k < 4 ? 3 + cos(2 * k) : pow(h, 3) * (1 + h) + noise);
    }
    ck_assert_double_eq_tol(ladder_order(&l, 0.15), 3, 0.03);
    for (int k = 0; k < l.n; k++) l.error[k] = 1e-3 * (1 + 0.5 * sin(9 * k));
    ck_assert(isnan(ladder_order(&l, 0.15)));
}
END_TEST

static outcome_of_run constant_steps(const struct explicit_method *x, int steps)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = x->name, .h = x->t1 / steps, .t1 = x->t1
    };
    const outcome_of_run o = run_method(x->smooth, x->settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

START_TEST(the_step_has_its_order)
{
    const struct explicit_method *x = &methods[_i];
    ladder l = { 0 };
    const outcome_of_run finest = constant_steps(x, 16384);
    for (int steps = 16; steps <= 4096; steps = steps * 3 / 2) {
        const outcome_of_run o = constant_steps(x, steps);
        ladder_add(&l, x->t1 / steps, distance(o.state, finest.state, 4));
    }
    ladder_expect(&l, x->order, "global error");
}
END_TEST

/* Local errors of one step, against 32 steps over the same way: order p leaves h^(p + 1). */
START_TEST(dense_output_has_its_order)
{
    static const double thetas[] = { 0.25, 0.5, 0.8, 1 };
    const struct explicit_method *x = &methods[_i / 4];
    const double theta = thetas[_i % 4];
    ladder l = { 0 };
    for (int k = 0; k < 20; k++) {
        const double h = x->t1 / 16 / pow(1.3, k);
        method m, fine;
        method_open(&m, x->name, NULL, x->smooth, x->settings, IVP_AS_ODE);
        method_open(&fine, x->name, NULL, x->smooth, x->settings, IVP_AS_ODE);
        ladder_add(&l, h, distance_of_one_step(&m, &fine, h, theta, 32));
    }
    ladder_expect(&l, 1 + (theta < 1 ? x->dense_order : x->order),
                  theta < 1 ? "inside a step" : "end of a step");
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    method_open(&m, methods[_i].name, NULL, "circular_track", NULL, IVP_INDEX1);
    expect_dense_meets_the_ends(&m, 2, 0.01);
}
END_TEST

/* Right-hand sides of an attempt: those of the step, and the first stage where it is not known;
 * those for dense output once a step, and one of them is the next first stage. */
START_TEST(stages_are_evaluated_once)
{
    static const struct {
        bool first; /* stage unknown, also to a method that carries its last one */
        bool dense; /* asked for twice after the attempt */
        ivp_verdict verdict;
    } attempts[] = {
        { true, false, IVP_REJECTED }, { false, false, IVP_KEPT },
        { false, false, IVP_KEPT },    { false, true, IVP_REJECTED },
        { false, true, IVP_KEPT },     { false, false, IVP_MOVED },
        { true, true, IVP_MOVED },     { true, false, IVP_REJECTED },
        { false, true, IVP_KEPT },     { false, false, IVP_KEPT },
    };
    const struct explicit_method *x = &methods[_i];
    bool carried = false, kept = false;
    double y[METHOD_UNKNOWNS];
    method m;
    method_open(&m, x->name, NULL, "hires", NULL, IVP_AS_ODE);
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
        long before = m.model->count[IVP_N_F];
        method_attempt(&m, 1e-4);
        const int first = attempts[k].first || (kept && !carried);
        ck_assert_int_eq(m.model->count[IVP_N_F] - before, x->evaluations + first);
        before = m.model->count[IVP_N_F];
        for (int j = 1; attempts[k].dense && j <= 2; j++)
            ck_assert_int_eq(m.solver->dense(m.self, j / 3.0, y), IVP_OK);
        ck_assert_int_eq(m.model->count[IVP_N_F] - before, attempts[k].dense * x->further);
        carried = x->carries || attempts[k].dense;
        kept = attempts[k].verdict == IVP_KEPT;
        method_verdict(&m, attempts[k].verdict);
    }
    method_close(&m);
}
END_TEST

/* Dense output leaves the steps as they are. */
START_TEST(dense_output_changes_no_step)
{
    method m, silent;
    double y[METHOD_UNKNOWNS];
    method_open(&m, methods[_i].name, NULL, methods[_i].smooth, methods[_i].settings,
                IVP_AS_ODE);
    method_open(&silent, methods[_i].name, NULL, methods[_i].smooth, methods[_i].settings,
                IVP_AS_ODE);
    for (int k = 0; k < 20; k++) {
        method_attempt(&m, 0.02);
        method_attempt(&silent, 0.02);
        ck_assert_int_eq(m.solver->dense(m.self, 0.5, y), IVP_OK);
        method_verdict(&m, IVP_KEPT);
        method_verdict(&silent, IVP_KEPT);
        ck_assert_mem_eq(m.y, silent.y, (size_t)m.n * sizeof(double));
        ck_assert(!(m.trial.test[0].err < silent.trial.test[0].err) &&
                  !(m.trial.test[0].err > silent.trial.test[0].err));
    }
    method_close(&m);
    method_close(&silent);
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    evolve_setup setup = adaptive(methods[_i].name);
    setup.t1 = 0.5;
    expect_runs_repeat("double_pendulum_spring", &setup);
}
END_TEST

START_TEST(tolerance_steers_the_error)
{
    instance *i = open_problem("circular_track", NULL);
    for (int k = 4; k <= 10; k += 2) {
        evolve_setup setup = adaptive(methods[_i].name);
        setup.rtol = setup.atol = pow(10, -k);
        setup.t1 = 2;
        const outcome_of_run o = run_method("circular_track", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        const double error = error_at(i, 2, o.state);
        ck_assert_msg(error < 100 * setup.rtol, "rtol 1e-%d, error %.2e", k, error);
        ck_assert_msg(error > setup.rtol / 1e4, "rtol 1e-%d, error %.2e", k, error);
    }
    instance_close(i);
}
END_TEST

/* On Andrews' mechanism the projected solution stays on g = 0, the index-1 one leaves it. */
START_TEST(projection_removes_the_drift)
{
    evolve_setup setup = adaptive(methods[_i].name);
    const outcome_of_run free_run = run_method("andrews", NULL, &setup);
    setup.formulation = "projected";
    const outcome_of_run projected = run_method("andrews", NULL, &setup);
    ck_assert_int_eq(free_run.status, IVP_OK);
    ck_assert_int_eq(projected.status, IVP_OK);
    ck_assert_double_lt(projected.drift, 1e-13);
    ck_assert_double_gt(free_run.drift, 1e-9);
}
END_TEST

START_TEST(events_of_the_balls_are_found)
{
    evolve_setup setup = adaptive(methods[_i].name);
    setup.formulation = "ode";
    setup.rtol = setup.atol = 1e-11;
    const outcome_of_run o = run_method("bouncing_balls", "case=A", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_double_eq_tol(o.event_t[23], last_event, 1e-9);
}
END_TEST

/* Of steps that are tried on Andrews' mechanism: the laws that the methods bring. */
START_TEST(few_steps_are_rejected)
{
    for (int k = 4; k <= 10; k += 2) {
        evolve_setup setup = adaptive(methods[_i].name);
        setup.rtol = setup.atol = pow(10, -k);
        const outcome_of_run o = run_method("andrews", NULL, &setup);
        const double rejected = (double)o.counters[IVP_N_REJECTED];
        const double part = rejected / (rejected + (double)o.counters[IVP_N_ACCEPTED]);
        ck_assert_int_eq(o.status, IVP_OK);
        ck_assert_msg(part < 0.2, "%s at 1e-%d: %.0f %% rejected", setup.solver, k, 100 * part);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("explicit Runge-Kutta");
    tcase_add_test(t, ladder_finds_its_window);
    tcase_add_loop_test(t, the_step_has_its_order, 0, METHODS);
    tcase_add_loop_test(t, dense_output_has_its_order, 0, 4 * METHODS);
    tcase_add_loop_test(t, dense_output_meets_the_ends, 0, METHODS);
    tcase_add_loop_test(t, stages_are_evaluated_once, 0, METHODS);
    tcase_add_loop_test(t, dense_output_changes_no_step, 0, METHODS);
    tcase_add_loop_test(t, restart_repeats_to_the_bit, 0, METHODS);
    tcase_add_loop_test(t, tolerance_steers_the_error, 0, METHODS);
    tcase_add_loop_test(t, projection_removes_the_drift, 0, METHODS);
    tcase_add_loop_test(t, events_of_the_balls_are_found, 0, METHODS);
    tcase_add_loop_test(t, few_steps_are_rejected, 0, METHODS);
    return suite_run("explicit Runge-Kutta", t);
}
