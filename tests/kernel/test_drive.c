/* test_drive.c -- codes that drive themselves are served like those that return after each
 * step: the same steps, counters and events, break points met, moved states, and misdeeds
 * named.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>

#include "bench/base/util.h"
#include "kernel/contract/contract.h"
#include "kernel/problem/plugin.h"
#include "tests/method.h"
#include "tests/plugin_roots.h"

static evolve_setup setup_of(const char *solver, const char *formulation)
{
    return (evolve_setup){
        .formulation = formulation, .solver = solver, .rtol = 1e-8, .atol = 1e-8
    };
}

static void expect_same_counters(const char *whose, const long *a, const long *b)
{
    for (ivp_counter c = 0; c < IVP_NCOUNTERS; c++)
        ck_assert_msg(a[c] == b[c], "%s: %s is %ld, not %ld", whose, ivp_counter_name(c), a[c],
                      b[c]);
}

/* ---- without events ---------------------------------------------------------------------- */

static const char *const drivers[] = { "t_drives", "t_drives_blind", "t_drives_moved",
                                       "t_drives_stuck" };
enum { DRIVERS = sizeof drivers / sizeof *drivers };

START_TEST(steps_are_those_of_advance)
{
    const evolve_setup drives = setup_of(drivers[_i], "ode"),
                       advances = setup_of("t_advances", "ode");
    const outcome_of_run a = run_method("hires", NULL, &drives);
    const outcome_of_run b = run_method("hires", NULL, &advances);
    ck_assert_int_eq(a.status, IVP_OK);
    ck_assert_int_gt(a.counters[IVP_N_REJECTED], 0);
    expect_same_counters(drivers[_i], a.counters, b.counters);
    ck_assert_mem_eq(a.state, b.state, sizeof a.state);
}
END_TEST

START_TEST(break_points_end_a_drive)
{
    const evolve_setup setup = setup_of(drivers[_i], "ode");
    const outcome_of_run o = run_method("t_breaks", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.counters[IVP_N_RESTART], 2);
    ck_assert_double_eq_tol(o.state[0], 500, 1e-5);
    ck_assert_double_eq(o.t, 2);
}
END_TEST

START_TEST(steps_are_bounded)
{
    evolve_setup setup = setup_of(drivers[_i], "ode");
    setup.max_steps = 7;
    const outcome_of_run o = run_method("hires", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_E_TOO_MANY_STEPS);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED], 7);
}
END_TEST

/* A state pulled back to the constraints: taken in the callback, or by a restart. */
START_TEST(moved_states_are_believed)
{
    const evolve_setup moved = setup_of("t_drives_moved", "projected"),
                       restarted = setup_of("t_drives", "projected");
    outcome_of_run o;
    ck_assert_double_lt(error_of_run("circular_track", NULL, &moved, &o), 1e-6);
    ck_assert_double_lt(o.drift, 1e-12);
    ck_assert_int_gt(o.counters[IVP_N_PROJECT], 0);
    ck_assert_int_eq(o.counters[IVP_N_RESTART], 0);
    ck_assert_int_gt(o.counters[IVP_N_NEWTON], o.counters[IVP_N_ACCEPTED] / 2);
    ck_assert_double_lt(error_of_run("circular_track", NULL, &restarted, &o), 1e-6);
    ck_assert_double_lt(o.drift, 1e-12);
    ck_assert_int_gt(o.counters[IVP_N_RESTART], o.counters[IVP_N_ACCEPTED] / 2);
}
END_TEST

START_TEST(projection_needs_a_code_that_can_be_left)
{
    const evolve_setup setup = setup_of("t_drives_stuck", "projected");
    instance *i = open_problem("circular_track", NULL);
    reason why = { "" };
    evolve *e = NULL;
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_E_DECLINED);
    ck_assert_msg(strstr(why.text, "cannot be left"), "%s", why.text);
    instance_close(i);
}
END_TEST

/* ---- events ------------------------------------------------------------------------------ */

/* The code without dense output finds them by cubics. */
START_TEST(contacts_are_found)
{
    const int ball = _i % 2, driver = _i / 2;
    const evolve_setup drives = setup_of(drivers[driver], "ode"),
                       advances = setup_of("t_advances", "ode");
    outcome_of_run a, b;
    const double error = error_of_run("bouncing_balls", balls[ball].settings, &drives, &a);
    error_of_run("bouncing_balls", balls[ball].settings, &advances, &b);
    ck_assert_int_eq(a.nevents, balls[ball].events);
    const bool blind = driver == 1;
    ck_assert_double_lt(error, blind ? 1e-4 : 2e-6);
    for (int k = 0; k < a.nevents; k++)
        ck_assert_double_eq_tol(a.event_t[k], b.event_t[k], blind ? 1e-5 : 1e-14);
    if (!blind) expect_same_counters(drivers[driver], a.counters, b.counters);
}
END_TEST

START_TEST(events_of_all_kinds_are_found)
{
    const evolve_setup drives = setup_of(drivers[_i], "ode"),
                       kernel = setup_of("dopri5", "ode");
    const outcome_of_run a = run_method("t_guards", NULL, &drives);
    const outcome_of_run b = run_method("t_guards", NULL, &kernel);
    ck_assert_int_eq(a.status, IVP_OK);
    ck_assert_int_eq(a.nevents, 11);
    for (int k = 0; k < a.nevents; k++) {
        ck_assert_int_eq(a.guard[k], b.guard[k]);
        ck_assert_double_eq_tol(a.event_t[k], b.event_t[k], 1e-9);
    }
    ck_assert_double_eq_tol(a.t, 9, 1e-9);
}
END_TEST

/* ---- misdeeds ---------------------------------------------------------------------------- */

static const struct {
    const char *attack;
    ivp_status status;
    const char *word;
} attacks[] = {
    { "attack=nan", IVP_E_NONFINITE, "NaN" },
    { "attack=back", IVP_E_LIBRARY, "came back" },
    { "attack=disobeys", IVP_E_LIBRARY, "told to return" },
    { "attack=beyond", IVP_E_LIBRARY, "beyond" },
    { "attack=gives_up", IVP_E_DIVERGED, "diverged" },
};

/* At the ninth event the disobedient one is told to return. */
START_TEST(misdeeds_are_named)
{
    reason why = { "" };
    evolve_setup setup = setup_of("t_drives", "ode");
    setup.options = attacks[_i].attack;
    instance *i = open_problem("bouncing_balls", NULL);
    evolve *e;
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_OK);
    for (int run = 0; run < 2; run++) {
        ck_assert_int_eq(evolve_run(e, NULL, NULL), attacks[_i].status);
        ck_assert_msg(strstr(evolve_message(e), attacks[_i].word), "\"%s\" does not say %s",
                      evolve_message(e), attacks[_i].word);
    }
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* In the search for an event steps end where they were told to, or the run does. */
START_TEST(searches_do_not_go_too_far)
{
    evolve_setup setup = setup_of("t_advances_blind", "ode");
    outcome_of_run o = run_method("t_guards", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.nevents, 11);
    setup.options = "attack=past";
    instance *i = open_problem("t_guards", NULL);
    reason why = { "" };
    evolve *e;
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_OK);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_E_EVENT_LOST);
    ck_assert_msg(strstr(evolve_message(e), "went beyond"), "%s", evolve_message(e));
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(promises_are_kept)
{
    reason why = { "" };
    const ivp_solver *s = plugin_solver(drivers[_i], &why);
    ck_assert_msg(s, "%s", why.text);
    for (const solver_promise *promise = solver_promises; promise->text; promise++)
        ck_assert_msg(solver_check(promise, s, &why) != CONTRACT_BROKEN, "%s: %s: %s", s->name,
                      promise->text, why.text);
}
END_TEST

int main(void)
{
    use_plugin_roots();
    TCase *t = tcase_create("drive");
    tcase_add_loop_test(t, steps_are_those_of_advance, 0, DRIVERS);
    tcase_add_loop_test(t, break_points_end_a_drive, 0, DRIVERS);
    tcase_add_loop_test(t, steps_are_bounded, 0, DRIVERS);
    tcase_add_test(t, moved_states_are_believed);
    tcase_add_test(t, projection_needs_a_code_that_can_be_left);
    tcase_add_loop_test(t, contacts_are_found, 0, 2 * DRIVERS);
    tcase_add_loop_test(t, events_of_all_kinds_are_found, 0, DRIVERS);
    tcase_add_loop_test(t, misdeeds_are_named, 0, sizeof attacks / sizeof *attacks);
    tcase_add_test(t, searches_do_not_go_too_far);
    tcase_add_loop_test(t, promises_are_kept, 0, DRIVERS);
    return suite_run("drive", t);
}
