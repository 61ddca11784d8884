/* test_event_rules.c -- docs/events.md, sentence by sentence, where a kind of
 * test_event_kinds.c does not say it: directions, ends, records, one time, counts of breaks,
 * a declared mode, ways of no way on.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract.h"
#include "kernel/stepping/evolve.h"

enum { MOST = 64, UNKNOWNS = 8 };

typedef struct seen {
    int n, event[MOST];
    double t[MOST];
    const instance *i;
    double side; /* largest modulus of the first guard's side */
} seen;

static void note(void *context, const evolve_point *p)
{
    seen *s = context;
    s->side = fmax(s->side, fabs(s->i->side[0]));
    if (p->event < 0 || s->n == MOST) return;
    s->event[s->n] = p->event;
    s->t[s->n++] = p->t;
}

typedef struct outcome {
    ivp_status status;
    seen seen;
    double t, y[UNKNOWNS], side; /* at the end; side of the first guard there */
    long counters[IVP_NCOUNTERS];
    reason why;
} outcome;

static outcome run_with(const char *problem, const char *settings, const evolve_setup *setup)
{
    outcome o = { 0 };
    instance *i;
    evolve *e;
    ck_assert_msg(!instance_open(&i, problem, settings, &o.why), "%s", o.why.text);
    ck_assert_msg(!evolve_create(&e, i, setup, &o.why), "%s", o.why.text);
    o.seen.i = i;
    o.status = evolve_run(e, note, &o.seen);
    reason_set(&o.why, "%s", evolve_message(e));
    if (!o.status) evolve_state(e, o.y);
    o.t = evolve_t(e);
    o.side = i->nevents ? i->side[0] : 0;
    memcpy(o.counters, evolve_counters(e), sizeof o.counters);
    evolve_destroy(e);
    instance_close(i);
    return o;
}

static outcome run(const char *problem, const char *settings, const char *solver, double rtol)
{
    return run_with(problem, settings,
                    &(evolve_setup){ .formulation = "ode",
                                     .solver = solver,
                                     .rtol = rtol,
                                     .atol = rtol,
                                     .max_steps = 2000000 });
}

static void expect_ok(const outcome *o) { ck_assert_msg(!o->status, "%s", o->why.text); }

/* Explicit, implicit, multistep, without dense output. */
static const char *const solvers[] = { "dopri5", "radau_iia", "cvode_bdf", "gsl_rk8pd" };
enum { SOLVERS = sizeof solvers / sizeof *solvers };

/* The floor has a direction, the same equations on either side of it, and 0 in p; a neuron
 * has +1 or -1. */
START_TEST(directions_fire_one_way)
{
    const outcome ball = run("t_bounce", "", solvers[_i], 1e-6);
    expect_ok(&ball);
    ck_assert_int_eq(ball.seen.n, 6);
    ck_assert_double_eq(ball.seen.side, 0);
    const outcome neuron = run("t_neuron", "", solvers[_i], 1e-6);
    expect_ok(&neuron);
    ck_assert_double_eq(neuron.seen.side, 1);
}
END_TEST

/* Guards of time that are zero at the start and at the end. */
START_TEST(ends_of_the_interval_are_no_events)
{
    const outcome last = run("t_two_resets", "early=-3 late=-1", solvers[_i], 1e-6);
    expect_ok(&last);
    ck_assert_int_eq(last.seen.n, 1);
    ck_assert_double_eq_tol(last.y[0], 8, 1e-9);
    const outcome first = run("t_two_resets", "early=-4 late=-2", solvers[_i], 1e-6);
    expect_ok(&first);
    ck_assert_int_eq(first.seen.n, 1);
    ck_assert_double_eq_tol(first.y[0], 9, 1e-9);
}
END_TEST

/* Of solvers with dense output; the others make steps again to find the zero. */
START_TEST(recording_changes_no_bit)
{
    static const char *const dense[] = { "dopri5", "radau_iia", "cvode_bdf", "ida", "gauss" };
    evolve_setup setup = {
        .formulation = "ode", .solver = dense[_i], .rtol = 1e-6, .atol = 1e-6
    };
    const outcome with = run_with("t_cubic", "", &setup);
    setup.no_events = true;
    const outcome without = run_with("t_cubic", "", &setup);
    expect_ok(&with);
    ck_assert_int_eq(with.seen.n, 3);
    ck_assert_int_eq(without.seen.n, 0);
    ck_assert(with.y[0] == without.y[0]);
    ck_assert_int_eq(with.counters[IVP_N_F], without.counters[IVP_N_F]);
    ck_assert_int_eq(with.counters[IVP_N_ACCEPTED], without.counters[IVP_N_ACCEPTED]);
}
END_TEST

/* Sixteen roundings of 100 are 3.6e-13: within them both fire, in the order of the
 * descriptor; 1e-12 apart the earlier one is first, also in an interval of 1e8. */
START_TEST(same_times_are_measured_by_t)
{
    const outcome together =
        run("t_two_resets", "early=100 late=100.0000000000002 rate=0 T=1e8", solvers[_i], 1e-6);
    expect_ok(&together);
    ck_assert_int_eq(together.seen.n, 2);
    ck_assert_double_eq(together.seen.t[0], together.seen.t[1]);
    ck_assert_double_eq(together.y[0], (1 + 5) * 3);
    const outcome apart =
        run("t_two_resets", "early=100 late=100.000000000001 rate=0 T=1e8", solvers[_i], 1e-6);
    expect_ok(&apart);
    ck_assert(apart.seen.t[0] < apart.seen.t[1]);
    ck_assert_double_eq(apart.y[0], 1 * 3 + 5);
}
END_TEST

START_TEST(breaks_without_a_count_are_refused_around_0)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_int_eq(instance_open(&i, "t_uncounted", "", &why), IVP_E_INVALID);
    ck_assert_ptr_null(i);
    ck_assert_msg(strstr(why.text, "IVP_BREAKS") != NULL, "%s", why.text);
}
END_TEST

/* The same physics without a mode is refused (t_friction); with one the mass sticks as the
 * closed form says. */
START_TEST(a_declared_mode_sticks)
{
    reason why = { "" };
    double exact[2];
    instance *i;
    ck_assert_msg(!instance_open(&i, "stick_slip", "", &why), "%s", why.text);
    ck_assert_int_eq(i->problem->exact(i->t1, exact, i->p), IVP_OK);
    instance_close(i);
    const outcome o = run("stick_slip", "", solvers[_i], 1e-8);
    expect_ok(&o);
    ck_assert_int_eq(o.seen.n, 5);
    for (int k = 0; k < o.seen.n; k++) ck_assert_int_eq(o.seen.event[k], k % 2);
    for (int k = 0; k < 2; k++) ck_assert_double_eq_tol(o.y[k], exact[k], 1e-5);
}
END_TEST

/* Without dense output a step may be longer than the time between two zeros: the cubic through
 * its ends does not fit there, and shorter steps are looked at. Where it fits, they are not:
 * nothing is restarted but events. */
START_TEST(a_long_step_hides_no_zero)
{
    static const struct {
        const char *problem;
        int first, last, events; /* 1e-first .. */
    } cases[] = { { "stick_slip", 2, 10, 5 }, { "bouncing_balls", 3, 10, 24 } };
    for (int d = cases[_i].first; d <= cases[_i].last; d++) {
        const outcome o = run(cases[_i].problem, "", "gsl_bsimp", pow(10, -d));
        expect_ok(&o);
        ck_assert_msg(o.seen.n == cases[_i].events, "1e-%d: %d events", d, o.seen.n);
        const outcome fits = run(cases[_i].problem, "", "gsl_rk8pd", pow(10, -d));
        expect_ok(&fits);
        if (d > 4) ck_assert_int_eq(fits.counters[IVP_N_RESTART], fits.seen.n);
    }
}
END_TEST

/* Wherever in a step they lie: between its first and its last samples too. */
START_TEST(two_zeros_in_one_step_are_found)
{
    for (int k = 0; k < 40; k++) {
        char settings[40];
        snprintf(settings, sizeof settings, "at=%g", 0.5 + 0.2237 * k);
        const outcome o = run("t_pair", settings, solvers[_i], 1e-6);
        expect_ok(&o);
        ck_assert_msg(o.seen.n == 2, "%s: %d events", settings, o.seen.n);
        ck_assert_double_eq_tol(o.y[0], 3, 1e-12);
    }
}
END_TEST

/* A ball that comes to rest, by methods of every order: all nets are needed, and each says
 * what it caught. */
START_TEST(each_way_of_no_way_on_says_so)
{
    static const char *const words[] = { "ever shorter pauses", "thrown back",
                                         "only grazes zero", "is on the other" };
    static const char *const methods[] = {
        "dopri5", "cvode_bdf", "cvode_adams", "ida", "gsl_msbdf", "bdf", "ndf", "petsc_bdf"
    };
    enum {
        METHODS = sizeof methods / sizeof *methods - SANITIZED
    }; /* MPI does not run there */
    bool said[4] = { false };
    for (int m = 0; m < METHODS; m++)
        for (int digits = 2; digits <= 6; digits++) {
            const outcome o = run("t_bounce", "e=0.4", methods[m], pow(10, -digits));
            ck_assert_int_eq(o.status, IVP_E_EVENT_LOST);
            ck_assert_msg(strstr(o.why.text, "guard floor at t = 1.") != NULL, "%s",
                          o.why.text);
            for (int w = 0; w < 4; w++) said[w] = said[w] || strstr(o.why.text, words[w]);
        }
    for (int w = 0; w < 4; w++) ck_assert_msg(said[w], "nobody said '%s'", words[w]);
}
END_TEST

/* Pauses of 1, 1/2, 1/4, ... end at t = 2. Where they tend to 2e-6 there are 500 more to
 * t = 2.001. */
START_TEST(shorter_pauses_may_go_on)
{
    const outcome ends = run("t_pauses", "", solvers[_i], 1e-6);
    ck_assert_int_eq(ends.status, IVP_E_EVENT_LOST);
    ck_assert_msg(strstr(ends.why.text, "which end at t = 2:") != NULL, "%s", ends.why.text);
    const outcome on = run("t_pauses", "least=2e-6", solvers[_i], 1e-6);
    expect_ok(&on);
    ck_assert_int_gt(on.counters[IVP_N_EVENT], 400);
}
END_TEST

/* Velocity 0 at the start: differences that reach over the guard would say that the
 * derivative is wrong. */
START_TEST(a_start_on_a_guard_keeps_the_contract)
{
    reason why = { "" };
    instance *i;
    ck_assert_msg(!instance_open(&i, "t_friction", "", &why), "%s", why.text);
    for (const problem_promise *promise = problem_promises; promise->text; promise++)
        ck_assert_msg(problem_check(promise, i, &why) != CONTRACT_BROKEN, "%s: %s",
                      promise->text, why.text);
    instance_close(i);
}
END_TEST

/* Both guards are noted; the reset of the stop is applied, sides stay. */
START_TEST(a_stop_ends_the_run)
{
    const outcome o = run("t_stop_reset", "", solvers[_i], 1e-8);
    expect_ok(&o);
    ck_assert_double_eq_tol(o.t, 1, 1e-6);
    ck_assert_int_ge(o.seen.n, 1);
    ck_assert_int_eq(o.seen.event[0], 0);
    ck_assert_double_eq_tol(o.y[0], 1, 1e-6);
    ck_assert_double_eq(o.y[1], 4);
    ck_assert_double_eq(o.side, -1);
}
END_TEST

/* A train of 20,000: none is lost, none comes twice, no pause looks like an accumulation. */
START_TEST(a_dense_train_is_counted)
{
    const outcome o = run("t_neuron", "I=2000.5 T=10.0002", solvers[_i], 1e-8);
    expect_ok(&o);
    ck_assert_int_eq(o.counters[IVP_N_EVENT], 20000);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("rules");
    tcase_add_loop_test(tc, directions_fire_one_way, 0, SOLVERS);
    tcase_add_loop_test(tc, ends_of_the_interval_are_no_events, 0, SOLVERS);
    tcase_add_loop_test(tc, recording_changes_no_bit, 0, 5);
    tcase_add_loop_test(tc, same_times_are_measured_by_t, 0, SOLVERS);
    tcase_add_test(tc, breaks_without_a_count_are_refused_around_0);
    tcase_add_loop_test(tc, a_declared_mode_sticks, 0, SOLVERS);
    tcase_add_loop_test(tc, a_long_step_hides_no_zero, 0, 2);
    tcase_add_loop_test(tc, two_zeros_in_one_step_are_found, 0, SOLVERS);
    tcase_add_test(tc, each_way_of_no_way_on_says_so);
    tcase_add_loop_test(tc, shorter_pauses_may_go_on, 0, SOLVERS);
    tcase_add_loop_test(tc, a_stop_ends_the_run, 0, SOLVERS);
    tcase_add_test(tc, a_start_on_a_guard_keeps_the_contract);
    tcase_add_loop_test(tc, a_dense_train_is_counted, 0, SOLVERS);
    return suite_run("rules of events", tc);
}
