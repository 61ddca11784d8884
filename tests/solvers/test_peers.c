/* test_peers.c -- codes of others: formulations, events, repetition and failures of all that
 * are installed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/peer.h"

static const char *const peers[] = { "radau5", "lsoda", "lsode_bdf", "lsode_adams",
                                     "vode",   "daspk", "dassl" };
enum { PEERS = sizeof peers / sizeof *peers };
/* low orders, not for small tolerances; or silent */
static const char *const others[] = { "petsc_bdf", "petsc_rosw", "petsc_arkimex",
                                      "boost_dopri5" };
enum { OTHERS = sizeof others / sizeof *others };

static const char *peer(int k) { return k < PEERS ? peers[k] : others[k - PEERS]; }

/* With accelerations among the unknowns or without, at any index, the motion is the same. */
static const char *const ways[] = { "index3", "index2", "index1", "state_space", "projected" };

START_TEST(all_formulations_agree)
{
    if (is_missing("radau5")) return;
    static const char *const problems[] = { "car_axle", "circular_track",
                                            "double_pendulum_rsda" };
    for (size_t p = 0; p < sizeof problems / sizeof *problems; p++) {
        evolve_setup setup = { .formulation = "projected",
                               .solver = "dop853",
                               .rtol = 1e-10,
                               .atol = 1e-10,
                               .t1 = 0.1 };
        const outcome_of_run exact = run_method(problems[p], NULL, &setup);
        setup.formulation = ways[_i];
        setup.solver = "radau5";
        setup.rtol = setup.atol = 1e-8;
        const outcome_of_run o = run_method(problems[p], NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        ck_assert_msg(distance(o.state, exact.state, 2) < 1e-6, "%s@%s: %.3g", problems[p],
                      ways[_i], distance(o.state, exact.state, 2));
    }
}
END_TEST

/* ---- all of them ------------------------------------------------------------------------- */

START_TEST(contacts_are_found)
{
    const char *name = peer(_i / 2);
    if (is_missing(name)) return;
    const double rtol = _i / 2 < PEERS ? 1e-10 : 1e-6;
    const evolve_setup setup = {
        .formulation = "ode", .solver = name, .rtol = rtol, .atol = rtol
    };
    outcome_of_run o;
    const double error = error_of_run("bouncing_balls", balls[_i % 2].settings, &setup, &o);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.nevents, balls[_i % 2].events);
    ck_assert_msg(error < (_i / 2 < PEERS ? 1e-4 : 1e-2), "%s: %g", name, error);
}
END_TEST

/* COMMON blocks keep nothing from run to run, nor from another object that ran in between. */
START_TEST(runs_repeat_themselves)
{
    if (is_missing(peer(_i))) return;
    const evolve_setup setup = {
        .formulation = "ode", .solver = peer(_i), .rtol = 1e-5, .atol = 1e-5, .t1 = 1
    };
    const outcome_of_run first = run_method("hires", NULL, &setup);
    for (int k = 0; k < 9; k++) {
        const outcome_of_run o = run_method("hires", NULL, &setup);
        ck_assert_mem_eq(o.state, first.state, sizeof o.state);
        ck_assert_mem_eq(o.counters, first.counters, sizeof o.counters);
        run_method("van_der_pol", "eps=1", &setup);
    }
}
END_TEST

/* t_wall has no right-hand side beyond y = 1; max_steps is the kernel's. */
START_TEST(failures_are_statuses)
{
    if (is_missing(peer(_i))) return;
    evolve_setup setup = {
        .formulation = "ode", .solver = peer(_i), .rtol = 1e-6, .atol = 1e-6
    };
    outcome_of_run o = run_method("t_wall", NULL, &setup);
    ck_assert_int_lt(o.status, IVP_OK);
    setup.max_steps = 5;
    o = run_method("hires", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_E_TOO_MANY_STEPS);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED], 5);
}
END_TEST

/* Short against the interval: 1e-6 of 1e11. */
static const char *const of_dassl[] = { "daspk", "dassl" };

START_TEST(a_first_step_may_be_short)
{
    const char *name = of_dassl[_i];
    if (is_missing(name)) return;
    const evolve_setup setup = {
        .formulation = "lin", .solver = name, .rtol = 1e-4, .atol = 1e-4, .h0 = 1e-6
    };
    const outcome_of_run o = run_method("robertson_dae", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
}
END_TEST

/* Tolerances that TSARKIMEX and RADAU5 did not get through, where a multiplier that is nearly
 * zero had no absolute tolerance, and where Newton's iteration ends too early. */
static const struct {
    const char *problem, *formulation, *solver, *options;
    double rtol;
} hard[] = { { "pendulum", "index1", "petsc_arkimex", NULL, 1e-6 },
             { "double_pendulum_spring", "index1", "petsc_arkimex", NULL, 1e-4 },
             { "circular_track", "index3", "radau5", "fnewt=1e-3", 1e-5 } };

START_TEST(mechanisms_are_got_through)
{
    if (is_missing(hard[_i].solver)) return;
    evolve_setup setup = {
        .formulation = "projected", .solver = "dop853", .rtol = 1e-9, .atol = 1e-9, .t1 = 1
    };
    const outcome_of_run exact = run_method(hard[_i].problem, NULL, &setup);
    setup.formulation = hard[_i].formulation;
    setup.solver = hard[_i].solver;
    setup.options = hard[_i].options;
    setup.rtol = setup.atol = hard[_i].rtol;
    const outcome_of_run o = run_method(hard[_i].problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    const double error = distance(o.state, exact.state, 2);
    ck_assert_msg(error < 100 * hard[_i].rtol, "%g", error);
}
END_TEST

/* Second-order equations alone: a method of order 2, and its steps end at contacts. */
START_TEST(alpha2_converges)
{
    if (is_missing("petsc_alpha2")) return;
    evolve_setup setup = { .formulation = "ode", .solver = "petsc_alpha2", .t1 = 1 };
    double error[2];
    for (int k = 0; k < 2; k++) {
        setup.rtol = setup.atol = k ? 1e-6 : 1e-3;
        outcome_of_run o;
        error[k] = error_of_run("bouncing_balls", "case=A", &setup, &o);
    }
    ck_assert_double_lt(error[1], 1e-3);
    ck_assert_double_lt(10 * error[1], error[0]);
}
END_TEST

/* A start of order 1 leaves order 2 to ARKIMEX 3 and to BDF formulas of higher order. */
static const struct {
    const char *solver, *options;
} constant[] = { { "petsc_bdf", NULL },
                 { "petsc_bdf", "order=4" },
                 { "petsc_arkimex", NULL },
                 { "petsc_rosw", NULL } };

START_TEST(constant_steps_have_their_order)
{
    if (is_missing(constant[_i].solver)) return;
    evolve_setup setup = {
        .formulation = "ode", .solver = "dop853", .rtol = 1e-12, .atol = 1e-12, .t1 = 1
    };
    const outcome_of_run exact = run_method("van_der_pol", "eps=1", &setup);
    double error[2];
    for (int k = 0; k < 2; k++) {
        setup = (evolve_setup){ .formulation = "ode",
                                .solver = constant[_i].solver,
                                .options = constant[_i].options,
                                .h = k ? 0.01 : 0.02,
                                .t1 = 1 };
        const outcome_of_run o = run_method("van_der_pol", "eps=1", &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        error[k] = distance(o.state, exact.state, 2);
    }
    ck_assert_msg(error[0] > 3.5 * error[1], "%g %g", error[0], error[1]);
}
END_TEST

/* An impossible tolerance: what the code says about it is the reason. */
START_TEST(what_a_code_says_is_the_reason)
{
    if (is_missing(peers[_i])) return;
    reason why;
    const evolve_setup setup = {
        .formulation = "ode", .solver = peers[_i], .rtol = 1e-17, .atol = 1e-300
    };
    instance *i = open_problem("hires", NULL);
    evolve *e;
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_OK);
    ck_assert_int_lt(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_msg(strlen(evolve_message(e)) > 60, "%s", evolve_message(e));
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("peers");
    tcase_add_loop_test(t, all_formulations_agree, 0, sizeof ways / sizeof *ways);
    tcase_add_loop_test(t, contacts_are_found, 0, 2 * (PEERS + OTHERS));
    tcase_add_loop_test(t, constant_steps_have_their_order, 0,
                        sizeof constant / sizeof *constant);
    tcase_add_loop_test(t, runs_repeat_themselves, 0, PEERS + OTHERS);
    tcase_add_loop_test(t, failures_are_statuses, 0, PEERS + OTHERS);
    tcase_add_loop_test(t, a_first_step_may_be_short, 0, 2);
    tcase_add_loop_test(t, mechanisms_are_got_through, 0, sizeof hard / sizeof *hard);
    tcase_add_test(t, alpha2_converges);
    tcase_add_loop_test(t, what_a_code_says_is_the_reason, 0, PEERS);
    return suite_run("peers", t);
}
