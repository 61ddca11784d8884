/* test_rkn.c -- Runge-Kutta-Nystrom pairs as solvers: orders of the step, of the estimate and of
 * dense output, the stage that is carried over, what is declined.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/ladder.h"
#include "tests/method.h"

/* The pendulum of t_second, which drives a spring */
static const char problem[] = "t_second";

static const struct pair {
    const char *name;
    int order, error_order;
    int evaluations; /* of a step whose first stage is known */
    int further;     /* for dense output */
    bool carries;    /* the first stage of the next step without dense output */
} pairs[] = {
    { "rkn8", 8, 6, 8, 2, true },
    { "rkn12", 12, 10, 16, 3, false },
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static outcome_of_run constant_steps(const struct pair *x, double t1, int steps)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = x->name, .h = t1 / steps, .t1 = t1
    };
    const outcome_of_run o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

/* In doubles the errors of order 12 are rounding before their slope is even: test_quad_rkn12 has
 * its conditions. */
enum { SHOWN = 1 };

START_TEST(the_step_has_its_order)
{
    const double t1 = 24;
    const struct pair *x = &pairs[_i];
    ladder l = { 0 };
    const outcome_of_run finest = constant_steps(x, t1, 4096);
    for (int steps = 16; steps <= 256; steps = steps * 5 / 4) {
        const outcome_of_run o = constant_steps(x, t1, steps);
        ladder_add(&l, t1 / steps, distance(o.state, finest.state, 4));
    }
    ladder_expect(&l, x->order, "global error");
}
END_TEST

/* Local errors of one step, against 32 steps over the same way: h^8 in v and h^7 in v', which
 * is the larger one but in the middle, where that term of v' vanishes. */
START_TEST(dense_output_has_its_order)
{
    static const double thetas[] = { 0.25, 0.4, 0.8 };
    ladder l = { 0 };
    for (int k = 0; k < 20; k++) {
        const double h = 1.5 / pow(1.2, k);
        method m, fine;
        method_open(&m, pairs[_i / 3].name, NULL, problem, NULL, IVP_AS_ODE);
        method_open(&fine, pairs[_i / 3].name, NULL, problem, NULL, IVP_AS_ODE);
        ladder_add(&l, h, distance_of_one_step(&m, &fine, h, thetas[_i % 3], 32));
    }
    ladder_expect(&l, 7, "inside a step");
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    method_open(&m, pairs[_i].name, NULL, problem, NULL, IVP_AS_ODE);
    expect_dense_meets_the_ends(&m, 2, 0.1);
}
END_TEST

/* Falls with the order that the attempt says. */
START_TEST(the_estimate_has_its_order)
{
    const struct pair *x = &pairs[_i];
    ladder l = { 0 };
    for (int k = 0; k < 16; k++) {
        const double h = 1.5 / pow(1.2, k);
        method m;
        method_open(&m, x->name, NULL, problem, NULL, IVP_AS_ODE);
        method_attempt(&m, h);
        ck_assert_int_eq(m.trial.ntests, 1);
        ck_assert_int_eq(m.trial.test[0].order, x->error_order);
        ladder_add(&l, h, m.trial.test[0].err);
        method_close(&m);
    }
    ladder_expect(&l, x->error_order + 1, "estimate");
}
END_TEST

/* Accelerations of an attempt: those of the step, and the first stage where it is not known;
 * those for dense output once a step, and what they know of the next step is kept. */
START_TEST(stages_are_evaluated_once)
{
    static const struct {
        bool dense; /* asked for twice after the attempt */
        ivp_verdict verdict;
    } attempts[] = {
        { false, IVP_REJECTED }, { false, IVP_KEPT }, { false, IVP_KEPT },
        { true, IVP_REJECTED },  { true, IVP_KEPT },  { false, IVP_MOVED },
        { true, IVP_MOVED },     { true, IVP_KEPT },  { false, IVP_KEPT },
    };
    const struct pair *x = &pairs[_i];
    bool known = false;
    double y[METHOD_UNKNOWNS];
    method m;
    method_open(&m, x->name, NULL, problem, NULL, IVP_AS_ODE);
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
        long before = m.model->count[IVP_N_F];
        method_attempt(&m, 1e-2);
        ck_assert_int_eq(m.model->count[IVP_N_F] - before, x->evaluations + !known);
        before = m.model->count[IVP_N_F];
        for (int j = 1; attempts[k].dense && j <= 2; j++)
            ck_assert_int_eq(m.solver->dense(m.self, j / 3.0, y), IVP_OK);
        ck_assert_int_eq(m.model->count[IVP_N_F] - before, attempts[k].dense * x->further);
        known = attempts[k].verdict == IVP_REJECTED ||
                (attempts[k].verdict == IVP_KEPT && (x->carries || attempts[k].dense));
        method_verdict(&m, attempts[k].verdict);
    }
    method_close(&m);
}
END_TEST

/* Digits of pleiades, whose close encounters amplify errors by 1e4, against the finest run. */
START_TEST(digits_follow_the_tolerance)
{
    evolve_setup setup = { .formulation = "ode", .solver = pairs[_i].name };
    setup.rtol = setup.atol = 1e-13;
    const outcome_of_run finest = run_method("pleiades", NULL, &setup);
    double last = INFINITY;
    for (int k = 4; k <= 10; k += 2) {
        setup.rtol = setup.atol = pow(10, -k);
        const outcome_of_run o = run_method("pleiades", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        const double error = distance(o.state, finest.state, 14);
        ck_assert_msg(error < last / 10 && error < 1e4 * setup.rtol, "rtol 1e-%d: %.2e", k,
                      error);
        last = error;
    }
}
END_TEST

START_TEST(velocities_are_declined)
{
    static const char *const others[] = { "arenstorf", "bouncing_balls", "hires" };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        reason why = { "" };
        instance *i = open_problem(others[k], NULL);
        ck_assert_int_eq(evolve_fits(i, pairs[_i].name, "ode", &why), IVP_E_DECLINED);
        instance_close(i);
        const bool second = k < 2;
        ck_assert_msg(!second == !strstr(why.text, "depend on velocities"), "%s: %s", others[k],
                      why.text);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("Runge-Kutta-Nystrom");
    tcase_add_loop_test(t, the_step_has_its_order, 0, SHOWN);
    tcase_add_loop_test(t, dense_output_has_its_order, 0, 3 * PAIRS);
    tcase_add_loop_test(t, dense_output_meets_the_ends, 0, PAIRS);
    tcase_add_loop_test(t, the_estimate_has_its_order, 0, SHOWN);
    tcase_add_loop_test(t, stages_are_evaluated_once, 0, PAIRS);
    tcase_add_loop_test(t, digits_follow_the_tolerance, 0, PAIRS);
    tcase_add_loop_test(t, velocities_are_declined, 0, PAIRS);
    return suite_run("Runge-Kutta-Nystrom", t);
}
