/* test_dopri5.c -- Dormand-Prince: orders of the step and of its continuous extension, the
 * stage that is carried over, restarts, projection, events. */
#include "tests/ladder.h"
#include "tests/method.h"

/* of bouncing_balls, case A, before t = 2 */
static const real last_event = 1.97849065798019200;

static const evolve_setup adaptive = {
    .formulation = "index1", .solver = "dopri5", .rtol = 1e-6, .atol = 1e-6
};

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

/* The two rods with soft springs. */
static const char smooth_problem[] = "double_pendulum_rsda";
static const char smooth[] = "form=angles k1=5 c1=1 k2=2 c2=0.1";

static outcome_of_run constant_steps(double h)
{
    const evolve_setup setup = { .formulation = "ode", .solver = "dopri5", .h = h, .t1 = 1 };
    const outcome_of_run o = run_method(smooth_problem, smooth, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

START_TEST(the_step_has_order_5)
{
    ladder l = { 0 };
    const outcome_of_run finest = constant_steps(ldexp(1, -14));
    for (int k = 4; k <= 12; k++) {
        const outcome_of_run o = constant_steps(ldexp(1, -k));
        ladder_add(&l, ldexp(1, -k), distance(o.state, finest.state, 4));
    }
    ladder_expect(&l, 5, "global error");
}
END_TEST

/* Local errors of one step, against 32 steps over the same way: order 5 leaves h^6 at its end,
 * a continuous extension of order 4 leaves h^5 inside. */
START_TEST(dense_output_has_order_4)
{
    static const double thetas[] = { 0.25, 0.5, 0.8, 1 };
    const double theta = thetas[_i];
    ladder l = { 0 };
    for (int k = 3; k <= 10; k++) {
        method m, fine;
        double y[METHOD_UNKNOWNS];
        const double h = ldexp(1, -k);
        method_open(&m, "dopri5", NULL, smooth_problem, smooth, IVP_AS_ODE);
        method_open(&fine, "dopri5", NULL, smooth_problem, smooth, IVP_AS_ODE);
        method_attempt(&m, h);
        ck_assert_int_eq(m.solver->dense(m.self, theta, y), IVP_OK);
        for (int j = 0; j < 32; j++) {
            method_attempt(&fine, theta * h / 32);
            method_verdict(&fine, IVP_KEPT);
        }
        ladder_add(&l, h, distance(y, fine.y, m.n));
        method_close(&m);
        method_close(&fine);
    }
    ladder_expect(&l, theta < 1 ? 5 : 6, theta < 1 ? "inside a step" : "end of a step");
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    double y[METHOD_UNKNOWNS];
    method_open(&m, "dopri5", NULL, "circular_track", NULL, IVP_INDEX1);
    method_attempt(&m, 0.01);
    method_verdict(&m, IVP_KEPT);
    double y0[METHOD_UNKNOWNS];
    memcpy(y0, m.y, sizeof y0);
    method_attempt(&m, 0.02);
    method_verdict(&m, IVP_KEPT); /* dense output outlives the verdict */
    ck_assert_int_eq(m.solver->dense(m.self, 0, y), IVP_OK);
    ck_assert(distance(y, y0, m.n) <= 0);
    ck_assert_int_eq(m.solver->dense(m.self, 1, y), IVP_OK);
    ck_assert(distance(y, m.y, m.n) <= 0);
    method_close(&m);
}
END_TEST

/* Right-hand sides of an attempt: six, and the first stage where it is not known. */
START_TEST(first_stage_is_carried_over)
{
    static const struct {
        ivp_verdict before;
        long evaluations;
    } attempts[] = {
        { IVP_REJECTED, 7 }, /* nothing before it */
        { IVP_REJECTED, 6 }, { IVP_KEPT, 6 }, { IVP_REJECTED, 6 }, { IVP_REJECTED, 6 },
        { IVP_MOVED, 7 },    { IVP_KEPT, 6 }, { IVP_KEPT, 6 },
    };
    method m;
    method_open(&m, "dopri5", NULL, "hires", NULL, IVP_AS_ODE);
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
        const long before = m.model->count[IVP_N_F];
        method_attempt(&m, 1e-4);
        ck_assert_int_eq(m.model->count[IVP_N_F] - before, attempts[k].evaluations);
        /* the verdict after attempt k is the one named before attempt k + 1 */
        if (k + 1 < sizeof attempts / sizeof *attempts)
            method_verdict(&m, attempts[k + 1].before);
    }
    method_close(&m);
}
END_TEST

START_TEST(restart_repeats_to_the_bit)
{
    char why[EVOLVE_WHY_MAX] = "";
    double state[2][METHOD_UNKNOWNS];
    instance *i = open_problem("double_pendulum_spring", NULL);
    evolve *e = NULL;
    evolve_setup setup = adaptive;
    setup.t1 = 0.5;
    ck_assert_msg(evolve_create(&e, i, &setup, why) == IVP_OK, "%s", why);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
        ck_assert_int_eq(evolve_state(e, state[k]), IVP_OK);
    }
    ck_assert_mem_eq(state[0], state[1], (size_t)instance_ncomponents(i) * sizeof(double));
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(tolerance_steers_the_error)
{
    instance *i = open_problem("circular_track", NULL);
    for (int k = 4; k <= 10; k += 2) {
        evolve_setup setup = adaptive;
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
    evolve_setup setup = adaptive;
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
    evolve_setup setup = adaptive;
    setup.formulation = "ode";
    setup.rtol = setup.atol = 1e-11;
    const outcome_of_run o = run_method("bouncing_balls", "case=A", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.nevents, 24);
    ck_assert_double_eq_tol(o.event_t[23], last_event, 1e-9);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("dopri5");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, ladder_finds_its_window);
    tcase_add_test(t, the_step_has_order_5);
    tcase_add_loop_test(t, dense_output_has_order_4, 0, 4);
    tcase_add_test(t, dense_output_meets_the_ends);
    tcase_add_test(t, first_stage_is_carried_over);
    tcase_add_test(t, restart_repeats_to_the_bit);
    tcase_add_test(t, tolerance_steers_the_error);
    tcase_add_test(t, projection_removes_the_drift);
    tcase_add_test(t, events_of_the_balls_are_found);
    return suite_run("dopri5", t);
}
