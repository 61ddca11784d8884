/* test_generalized_alpha.c -- second order in positions, velocities, states and multipliers,
 * from the first step on; step control; options; costs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/mech.h"
#include "kernel/problem/status.h"
#include "tests/newmark_cases.h"
#include "kernel/methods/newmark/newmark_method.h"

#define SOFT  "k2=50 c2=1"
#define ALPHA "generalized_alpha"

/* ---- orders ------------------------------------------------------------------------------ */

static const order_case orders[] = {
    { "double_pendulum_rsda", SOFT, ALPHA, "", "index3", 2, 1e-2, 6, { 2, 2, 0, 2 } },
    { "double_pendulum_rsda", SOFT, ALPHA, "rho_inf=0", "index3", 2, 5e-3, 6, { 2, 2, 0, 2 } },
    { "double_pendulum_rsda",
      SOFT,
      ALPHA,
      "rho_inf=0.9",
      "index3",
      2,
      1e-2,
      6,
      { 2, 2, 0, 2 } },
    { "double_pendulum_rsda", SOFT, ALPHA, "", "ggl", 2, 1e-2, 6, { 2, 2, 0, 2 } },
    { "double_pendulum_rsda",
      "form=angles " SOFT,
      ALPHA,
      "rho_inf=1",
      "ode",
      2,
      1e-2,
      6,
      { 2, 2 } },
    { "double_pendulum_rsda",
      "form=angles " SOFT,
      ALPHA,
      "rho_inf=0",
      "ode",
      2,
      1e-2,
      6,
      { 2, 2 } },
    /* M depends on q, and stands at the end of the step without losing the order */
    { "andrews", NULL, ALPHA, "", "index3", 0.03, 5e-5, 6, { 2, 2, 0, 2 } },
    { "andrews", NULL, ALPHA, "", "ggl", 0.03, 5e-5, 6, { 2, 2, 0, 2 } },
    { "car_axle", NULL, ALPHA, "", "index3", 3, 2e-3, 6, { 2, 2, 0, 2 } },
    { "circular_track", NULL, ALPHA, "", "index3", 2, 2e-2, 6, { 2, 2, 2, 2 } },
    { "circular_track", NULL, ALPHA, "rho_inf=0.2", "ggl", 2, 2e-2, 7, { 2, 2, 2, 2 } },
};
enum { NORDERS = sizeof orders / sizeof *orders };

START_TEST(components_have_their_order) { check_orders(&orders[_i]); }
END_TEST

/* Multipliers after five steps, on constraints that move: of second order at least from the
 * smooth start, of first from the plain one. */
START_TEST(multipliers_are_good_from_the_start)
{
    static const char *const starts[] = { "start=smooth", "start=plain" };
    const layout l = layout_of("car_axle", NULL);
    double error[2][4], reference[METHOD_UNKNOWNS];
    for (int k = 0; k < 4; k++) {
        const double h = ldexp(2e-3, -k), t1 = 5 * h;
        explicit_reference("car_axle", NULL, t1, reference);
        for (int s = 0; s < 2; s++) {
            const evolve_setup setup = {
                .formulation = "index3", .solver = ALPHA, .options = starts[s], .h = h, .t1 = t1
            };
            const outcome_of_run o = run_method("car_axle", NULL, &setup);
            ck_assert_int_eq(o.status, IVP_OK);
            error[s][k] = part_error(&l, MULTIPLIERS, o.state, reference);
        }
    }
    for (int k = 0; k < 3; k++) {
        ck_assert_double_gt(error[0][k] / error[0][k + 1], 3.5);
        ck_assert_double_eq_tol(error[1][k] / error[1][k + 1], 2, 0.1);
        ck_assert_double_lt(error[0][k], error[1][k] / 30);
    }
}
END_TEST

/* On the stiff pendulum a step of 1 ms does not see the first layer, and the differences over
 * it say nothing: the start is then the plain one. */
START_TEST(unresolved_start_is_plain)
{
    double end[2][METHOD_UNKNOWNS];
    for (int s = 0; s < 2; s++) {
        const evolve_setup setup = { .formulation = "index3",
                                     .solver = ALPHA,
                                     .options = s ? "start=plain" : "start=smooth",
                                     .h = 1e-3,
                                     .t1 = 0.02 };
        const outcome_of_run o = run_method("double_pendulum_rsda", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        memcpy(end[s], o.state, sizeof o.state);
    }
    ck_assert(distance(end[0], end[1], METHOD_UNKNOWNS) <= 0);
}
END_TEST

/* The equations of motion hold at the end of every step. */
START_TEST(equilibrium_is_exact)
{
    method m;
    method_open(&m, ALPHA, "corrector=rounding", "car_axle", NULL, IVP_INDEX3);
    for (int k = 0; k < 20; k++) {
        method_attempt(&m, 1e-3);
        method_verdict(&m, IVP_KEPT);
    }
    const int nq = ivp_nq(m.model);
    const newmark *step = &((const newmark_method *)m.self)->step;
    const double *q = m.y, *u = q + nq, *lambda = u + nq;
    const ivp_state s = { .t = m.t, .q = q, .u = u, .lambda = lambda };
    ck_assert_int_eq(mech_terms(m.instance->mech, IVP_M | IVP_F | IVP_GQ | IVP_CON, &s),
                     IVP_OK);
    const ivp_terms *at = &m.instance->mech->at;
    for (int i = 0; i < nq; i++) {
        double r = -at->f[i], size = fabs(at->f[i]);
        for (int j = 0; j < nq; j++) r += *ivp_at(at->M, i, j) * step->v[j];
        for (int k = 0; k < ivp_ng(m.model); k++) r += *ivp_at(at->G, k, i) * lambda[k];
        ck_assert_double_lt(fabs(r), 1e-9 * (1 + size));
    }
    for (int k = 0; k < ivp_ng(m.model); k++) ck_assert_double_lt(fabs(at->g[k]), 1e-13);
    method_close(&m);
}
END_TEST

/* ---- step control ------------------------------------------------------------------------ */

static const struct {
    const char *problem, *formulation, *options;
} controlled[] = {
    { "andrews", "index3", "" },
    { "andrews", "ggl", "" },
    { "car_axle", "index3", "" },
    { "car_axle", "ggl", "" },
    { "double_pendulum_rsda", "index3", "" },
    { "double_pendulum_rsda", "index3", "rho_inf=0.9" },
    { "double_pendulum_rsda", "index3", "rho_inf=0" },
    { "circular_track", "index3", "" },
};
enum { NCONTROLLED = sizeof controlled / sizeof *controlled };

/* Every rung arrives, the error follows, the steps grow like eps^(-1/3). */
START_TEST(tolerances_run_through)
{
    const char *problem = controlled[_i].problem;
    const layout l = layout_of(problem, NULL);
    double reference[METHOD_UNKNOWNS], error[8];
    ladder steps = { 0 };
    explicit_reference(problem, NULL, l.t1, reference);
    for (int digits = 3; digits <= 7; digits++) {
        const double tol = pow(10, -digits);
        const evolve_setup setup = { .formulation = controlled[_i].formulation,
                                     .solver = ALPHA,
                                     .options = controlled[_i].options,
                                     .rtol = tol,
                                     .atol = tol,
                                     .max_steps = 100000 };
        const outcome_of_run o = run_method(problem, NULL, &setup);
        ck_assert_msg(o.status == IVP_OK, "%s at 1e-%d: %s", problem, digits,
                      status_name(o.status));
        error[digits] = part_error(&l, POSITIONS, o.state, reference);
        if (digits > 4) ladder_add(&steps, tol, (double)o.counters[IVP_N_ACCEPTED]);
    }
    ck_assert_double_lt(error[7], 2e-3);
    ck_assert_double_lt(error[7], error[3] / 30);
    double spread;
    const double slope = ladder_slope(&steps, 0, 2, &spread);
    ck_assert_msg(fabs(slope + 1 / 3.0) < 0.03, "%s@%s %s: steps grow like eps^%.3f", problem,
                  controlled[_i].formulation, controlled[_i].options, slope);
}
END_TEST

/* The test of x estimates its local error, also after a change of h: the error of one more step
 * from where the last one ended, against a fine solution from there. */
START_TEST(state_error_is_the_local_error)
{
    method m;
    method_open(&m, ALPHA, "corrector=rounding", "circular_track", NULL, IVP_INDEX3);
    const int nq = ivp_nq(m.model);
    for (int k = 0; k < 40; k++) {
        method_attempt(&m, 1e-2);
        method_verdict(&m, IVP_KEPT);
    }
    method_attempt(&m, _i == 0 ? 1e-2 : 0.7e-2);
    const double *scale = ((const newmark_method *)m.self)->step.x.scale;
    const double estimate = m.trial.test[1].err * m.tol.rtol * scale[0];
    ck_assert_int_eq(m.trial.test[1].order, 2);

    method fine;
    double yp[METHOD_UNKNOWNS] = { 0 };
    method_open(&fine, ALPHA, "corrector=rounding", "circular_track", NULL, IVP_INDEX3);
    memcpy(fine.y, m.y, sizeof fine.y);
    const ivp_state s = mech_state(fine.instance->mech, m.t, m.y);
    ck_assert_int_eq(mech_accelerate(fine.instance->mech, &s), IVP_OK);
    memcpy(yp, m.y + nq, (size_t)nq * sizeof *yp);
    memcpy(yp + nq, fine.instance->mech->a, (size_t)nq * sizeof *yp);
    memcpy(yp + 2 * nq, fine.instance->mech->at.d, sizeof *yp);
    fine.t = m.t;
    ck_assert_int_eq(fine.solver->restart(fine.self, fine.t, fine.y, yp, 0), IVP_OK);
    for (int k = 0; k < 64; k++) {
        method_attempt(&fine, m.trial.h / 64);
        method_verdict(&fine, IVP_KEPT);
    }
    const double error = fabs(m.y1[2 * nq] - fine.y[2 * nq]);
    ck_assert_msg(estimate > 0.7 * error && estimate < 1.5 * error,
                  "h = %g: estimated %.3e, found %.3e", m.trial.h, estimate, error);
    method_close(&fine);
    method_close(&m);
}
END_TEST

/* w follows a change of h: else the changes that step control makes would show in its test, and
 * the tighter the tolerance, the more steps be rejected. */
START_TEST(changes_of_the_step_leave_states_smooth)
{
    const evolve_setup setup = {
        .formulation = "index3", .solver = ALPHA, .rtol = 1e-7, .atol = 1e-7, .max_steps = 20000
    };
    const outcome_of_run o = run_method("circular_track", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_le(o.counters[IVP_N_REJECTED], 10);
}
END_TEST

/* ---- the rest ---------------------------------------------------------------------------- */

static const struct {
    const char *problem, *formulation, *options, *word;
    double h;
    bool taken;
} options[] = {
    { "circular_track", "index3", "rho_inf=1.01", "rho_inf", 1e-3, false },
    { "circular_track", "index3", "rho_inf=-0.1", "rho_inf", 1e-3, false },
    { "circular_track", "index3", "rho_inf=0.91", "step control", 0, false },
    { "circular_track", "index3", "rho_inf=0.91", "", 1e-3, true },
    { "circular_track", "index3", "rho_inf=1", "constraints", 1e-3, false },
    { "circular_track", "ggl", "rho_inf=1", "constraints", 1e-3, false },
    { "bouncing_balls", "ode", "rho_inf=1", "", 1e-3, true },
    { "circular_track", "index3", "start=middle", "start", 0, false },
};
enum { NOPTIONS = sizeof options / sizeof *options };

START_TEST(bad_options_get_a_sentence)
{
    const evolve_setup setup = { .formulation = options[_i].formulation,
                                 .solver = ALPHA,
                                 .options = options[_i].options,
                                 .rtol = 1e-4,
                                 .atol = 1e-4,
                                 .h = options[_i].h };
    expect_creation(options[_i].problem, &setup, options[_i].taken, options[_i].word);
}
END_TEST

/* The same steps with and without a rejected trial between them, the first one included. */
START_TEST(rejected_trial_leaves_no_trace)
{
    method rejected, straight;
    method_open(&rejected, ALPHA, "corrector=rounding", "circular_track", NULL, IVP_INDEX3);
    method_open(&straight, ALPHA, "corrector=rounding", "circular_track", NULL, IVP_INDEX3);
    for (int k = 0; k < 5; k++) {
        method_attempt(&rejected, 4e-2);
        method_verdict(&rejected, IVP_REJECTED);
        method_attempt(&rejected, 1e-2);
        method_attempt(&straight, 1e-2);
        ck_assert_double_lt(distance(rejected.y1, straight.y1, straight.n), 1e-11);
        for (int j = 0; j < 2; j++)
            ck_assert_double_lt(fabs(rejected.trial.test[j].err - straight.trial.test[j].err),
                                1e-6 * straight.trial.test[j].err);
        method_verdict(&rejected, IVP_KEPT);
        method_verdict(&straight, IVP_KEPT);
    }
    method_close(&rejected);
    method_close(&straight);
}
END_TEST

/* A moved state gets its derivatives anew, and they say the same when nothing was moved. */
START_TEST(moved_state_gets_new_accelerations)
{
    method kept, moved;
    method_open(&kept, ALPHA, "corrector=rounding", "andrews", NULL, IVP_INDEX3);
    method_open(&moved, ALPHA, "corrector=rounding", "andrews", NULL, IVP_INDEX3);
    method_attempt(&kept, 1e-5);
    method_attempt(&moved, 1e-5);
    method_verdict(&kept, IVP_KEPT);
    method_verdict(&moved, IVP_MOVED);
    const long before[] = { kept.model->count[IVP_N_GAMMA], moved.model->count[IVP_N_GAMMA] };
    method_attempt(&kept, 1e-5);
    method_attempt(&moved, 1e-5);
    ck_assert_int_eq(kept.model->count[IVP_N_GAMMA], before[0]);
    ck_assert_int_eq(moved.model->count[IVP_N_GAMMA], before[1] + 1);
    ck_assert_double_lt(distance(kept.y1, moved.y1, 14), 1e-9);
    method_close(&kept);
    method_close(&moved);
}
END_TEST

/* By hand: k iterations; the smooth start looks at accelerations after h and 2 h, and in the
 * index-3 form for the normal part of their change. */
static void count_step(method *m, bool first, bool stabilised)
{
    long before[IVP_NCOUNTERS];
    memcpy(before, m->model->count, sizeof before);
    method_attempt(m, 1e-5);
    const long k = m->model->count[IVP_N_NEWTON] - before[IVP_N_NEWTON];
    const long ahead = first ? 2 : 0, normal = first && !stabilised;
    const struct {
        ivp_counter counter;
        long hand;
    } by_hand[] = {
        { IVP_N_F, k + ahead },
        { IVP_N_MASS, k + ahead + normal },
        { IVP_N_CON, k + ahead + normal + stabilised },
        { IVP_N_GAMMA, ahead },
        { IVP_N_JAC, first },
        { IVP_N_LU, first + ahead + normal },
        { IVP_N_SOLVE, k + ahead + normal },
        { IVP_N_PROJECT, 0 },
    };
    ck_assert_int_ge(k, 2);
    for (size_t c = 0; c < sizeof by_hand / sizeof *by_hand; c++) {
        const ivp_counter which = by_hand[c].counter;
        const long cost = m->model->count[which] - before[which];
        ck_assert_msg(cost == by_hand[c].hand,
                      "%s is %ld in a step of %ld iterations, by hand %ld",
                      ivp_counter_name(which), cost, k, by_hand[c].hand);
    }
    method_verdict(m, IVP_KEPT);
}

START_TEST(counters_agree_with_the_hand)
{
    const bool stabilised = _i == 1;
    method m;
    method_open(&m, ALPHA, NULL, "andrews", NULL, stabilised ? IVP_GGL : IVP_INDEX3);
    count_step(&m, true, stabilised);
    for (int k = 0; k < 5; k++) count_step(&m, false, stabilised);
    method_close(&m);
}
END_TEST

START_TEST(stabilised_velocities_do_not_drift)
{
    evolve_setup setup = {
        .formulation = "ggl", .solver = ALPHA, .options = "", .h = 5e-5, .t1 = 0.03
    };
    ck_assert_double_lt(velocity_drift("andrews", &setup), 1e-10);
    setup.formulation = "index3";
    ck_assert_double_gt(velocity_drift("andrews", &setup), 1e-6);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("generalized_alpha");
    tcase_add_loop_test(t, components_have_their_order, 0, NORDERS);
    tcase_add_test(t, multipliers_are_good_from_the_start);
    tcase_add_test(t, unresolved_start_is_plain);
    tcase_add_test(t, equilibrium_is_exact);
    tcase_add_loop_test(t, tolerances_run_through, 0, NCONTROLLED);
    tcase_add_loop_test(t, state_error_is_the_local_error, 0, 2);
    tcase_add_test(t, changes_of_the_step_leave_states_smooth);
    tcase_add_loop_test(t, bad_options_get_a_sentence, 0, NOPTIONS);
    tcase_add_test(t, rejected_trial_leaves_no_trace);
    tcase_add_test(t, moved_state_gets_new_accelerations);
    tcase_add_loop_test(t, counters_agree_with_the_hand, 0, 2);
    tcase_add_test(t, stabilised_velocities_do_not_drift);
    return suite_run("generalized_alpha", t);
}
