/* test_rodas_runs.c -- rodas and rodas5p as solvers: orders of step, estimate and dense output,
 * driven by the time too; cost; states that were moved; whole runs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/formulation.h"
#include "tests/ladder.h"
#include "tests/method.h"

static const struct subject {
    const char *name;
    int order, stages;
} subjects[] = { { "rodas", 4, 6 }, { "rodas5p", 5, 8 } };

/* ---- orders ----------------------------------------------------------------------------- */

/* Smooth problems, autonomous and driven by the time (f_t matters). */
static const struct setting {
    const char *problem, *settings, *formulation;
    double t0, t1;
    int known; /* components compared */
} smooth[] = {
    { "double_pendulum_rsda", "form=angles k1=5 c1=1 k2=2 c2=0.1", "ode", 0, 1, 4 },
    { "double_pendulum_rsda", "k1=5 c1=1 k2=2 c2=0.1", "index1", 0, 1, 12 },
    { "double_pendulum_rsda", "k1=5 c1=1 k2=2 c2=0.1", "state_space", 0, 1, 12 },
    { "car_axle", "", "index1", 0, 0.1, 20 },
    { "t_sin_inverse", "time=explicit", "ode", 0.318309886183790672, 0.6, 3 },
    { "t_sin_inverse", "time=state", "ode", 0.318309886183790672, 0.6, 3 },
};
enum { NSMOOTH = sizeof smooth / sizeof *smooth };

static outcome_of_run constant_steps(const struct setting *s, const char *solver, int steps)
{
    const evolve_setup setup = { .formulation = s->formulation,
                                 .solver = solver,
                                 .h = (s->t1 - s->t0) / steps,
                                 .t1 = s->t1 };
    const outcome_of_run o = run_method(s->problem, s->settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

START_TEST(the_step_has_its_order)
{
    const struct subject *whose = &subjects[_i / NSMOOTH];
    const struct setting *s = &smooth[_i % NSMOOTH];
    const outcome_of_run exact = constant_steps(s, "dopri5", 4096);
    ladder l = { 0 };
    for (int whole = 32; whole <= 1300; whole = 7 * whole / 5) {
        const outcome_of_run o = constant_steps(s, whose->name, whole);
        ladder_add(&l, (s->t1 - s->t0) / whole, distance(o.state, exact.state, s->known));
    }
    const double found = ladder_order(&l, 0.2);
    ck_assert_msg(fabs(found - whose->order) < 0.3, "%s on %s: order %.2f%s", whose->name,
                  s->problem, found, ladder_text(&l));
}
END_TEST

static void one_step(const char *name, const struct setting *s, method *m, double h,
                     double theta, double *error)
{
    const method_setup setup = { .solver = name,
                                 .problem = s->problem,
                                 .settings = s->settings,
                                 .formulation = formulation_by_name(s->formulation) };
    error_of_one_step(m, &setup, h, theta, 64, error);
}

/* Local error inside a step h^4 and h^5, at its end h^5 and h^6. */
START_TEST(dense_output_has_one_order_less)
{
    static const double thetas[] = { 0.3, 0.6, 1 };
    const struct subject *whose = &subjects[_i / 3];
    const double theta = thetas[_i % 3], none[METHOD_UNKNOWNS] = { 0 };
    ladder l = { 0 };
    for (int k = 2; k <= 16; k++) {
        method m;
        double error[METHOD_UNKNOWNS];
        one_step(whose->name, &smooth[4], &m, 0.1 * pow(1.5, -k), theta, error);
        ladder_add(&l, 0.1 * pow(1.5, -k), distance(error, none, m.n));
        method_close(&m);
    }
    const double found = ladder_order(&l, 0.3);
    ck_assert_msg(fabs(found - whose->order - (theta < 1 ? 0 : 1)) < 0.3,
                  "%s: h^%.2f at theta = %g%s", whose->name, found, theta, ladder_text(&l));
}
END_TEST

/* The estimate is the local error of the embedded solution: one order below that of y1, so that
 * it is larger than the error of the step, the more the smaller the step. */
START_TEST(estimate_has_its_order)
{
    const struct subject *whose = &subjects[_i];
    ladder l = { 0 };
    for (int k = 2; k <= 14; k++) {
        method m;
        double error[METHOD_UNKNOWNS];
        one_step(whose->name, &smooth[4], &m, 0.1 * pow(1.5, -k), 1, error);
        ck_assert_int_eq(m.trial.ntests, 1);
        ck_assert_int_eq(m.trial.test[0].order, whose->order - 1);
        ladder_add(&l, m.trial.h, m.trial.test[0].err);
        ck_assert(k < 6 ||
                  ivp_error_norm(m.model, &m.tol, m.y, m.y1, error) < m.trial.test[0].err);
        method_close(&m);
    }
    const double found = ladder_order(&l, 0.3);
    ck_assert_msg(fabs(found - whose->order) < 0.3, "%s: h^%.2f%s", whose->name, found,
                  ladder_text(&l));
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    method_open(&m, subjects[_i].name, NULL, "circular_track", NULL, IVP_INDEX1);
    expect_dense_meets_the_ends(&m, 3, 0.01);
}
END_TEST

/* ---- cost ------------------------------------------------------------------------------- */

/* A right-hand side and a solution a stage; after a rejection the first is known, J and f_t
 * too. */
START_TEST(attempts_cost_what_they_must)
{
    static const ivp_verdict after[] = { IVP_REJECTED, IVP_KEPT, IVP_KEPT, IVP_MOVED,
                                         IVP_KEPT };
    const int s = subjects[_i].stages;
    bool rejected = false;
    method m;
    method_open(&m, subjects[_i].name, NULL, "hires", NULL, IVP_AS_ODE);
    const long *count = m.model->count;
    for (size_t k = 0; k < sizeof after / sizeof *after; k++) {
        long before[IVP_NCOUNTERS];
        memcpy(before, count, sizeof before);
        method_attempt(&m, 1e-4);
        ck_assert_int_eq(count[IVP_N_F] - before[IVP_N_F], s - rejected);
        ck_assert_int_eq(count[IVP_N_JAC] - before[IVP_N_JAC], !rejected);
        ck_assert_int_eq(count[IVP_N_LU] - before[IVP_N_LU], 1);
        ck_assert_int_eq(count[IVP_N_SOLVE] - before[IVP_N_SOLVE], s);
        method_verdict(&m, after[k]);
        rejected = after[k] == IVP_REJECTED;
    }
    method_close(&m);
}
END_TEST

/* ---- whole runs ------------------------------------------------------------------------- */

/* Errors shrink with the tolerance on stiff problems: seven decades in six. */
START_TEST(tolerance_steers_the_error)
{
    static const char *const problems[] = { "hires", "van_der_pol" };
    const char *problem = problems[_i % 2];
    evolve_setup setup = {
        .formulation = "ode", .solver = "cvode_bdf", .rtol = 1e-13, .atol = 1e-13
    };
    const outcome_of_run exact = run_method(problem, NULL, &setup);
    setup.solver = subjects[_i / 2].name;
    double error[10] = { 0 };
    for (int k = 3; k <= 9; k++) {
        setup.rtol = setup.atol = pow(10, -k);
        const outcome_of_run o = run_method(problem, NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        error[k] = distance(o.state, exact.state, _i % 2 ? 1 : 8);
    }
    ck_assert_msg(error[9] < 1e-4 * error[3], "%s: %.2e at 1e-3, %.2e at 1e-9", problem,
                  error[3], error[9]);
    ck_assert_double_lt(error[9], 1e-7);
}
END_TEST

/* Stiffness costs nothing: the steps of a smooth solution, of an order above ode23s. */
START_TEST(stiff_problems_are_cheap)
{
    expect_cheap_when_stiff(subjects[_i].name, 1e-6, 100, 1300);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("rodas");
    tcase_add_loop_test(t, the_step_has_its_order, 0, 2 * NSMOOTH);
    tcase_add_loop_test(t, dense_output_has_one_order_less, 0, 6);
    tcase_add_loop_test(t, estimate_has_its_order, 0, 2);
    tcase_add_loop_test(t, dense_output_meets_the_ends, 0, 2);
    tcase_add_loop_test(t, attempts_cost_what_they_must, 0, 2);
    tcase_add_loop_test(t, tolerance_steers_the_error, 0, 4);
    tcase_add_loop_test(t, stiff_problems_are_cheap, 0, 2);
    return suite_run("rodas solvers", t);
}
