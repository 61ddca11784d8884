/* test_solver_contract.c -- contract of every solver that is found: it keeps the kernel's list
 * of promises, declines with a sentence what it does not take, repeats itself to the bit, and
 * every word of its options works. The test knows the rules, not the solvers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/formulation.h"
#include "kernel/contract/contract.h"
#include "kernel/problem/status.h"
#include "tests/solver_cases.h"

/* ---- the promises of the kernel's own list ----------------------------------------------- */

START_TEST(promises_are_kept)
{
    const ivp_solver *s = solver_at(_i);
    reason why = { "" };
    for (const solver_promise *promise = solver_promises; promise->text; promise++) {
        if (promise->feature) continue; /* test_battery, test_battery_libraries */
        REQUIRE(solver_check(promise, s, &why) != CONTRACT_BROKEN, "%s: %s: %s", s->name,
                promise->text, why.text);
    }
}
END_TEST

START_TEST(descriptor_is_sound)
{
    const ivp_solver *s = solver_at(_i);
    REQUIRE(!!s->attempt + !!s->advance + !!s->drive == 1,
            "%s: one of attempt, advance and drive", s->name);
    REQUIRE(s->create && s->destroy && s->restart, "%s: a function is missing", s->name);
    REQUIRE(s->adaptive || s->fixed_step, "%s: neither tolerances nor steps", s->name);
    REQUIRE(s->views, "%s: takes nothing", s->name);
    s->destroy(NULL);
}
END_TEST

/* ---- what it takes
 * ------------------------------------------------------------------------ */

static char problems[MOST][PLUGIN_NAME_MAX];

static bool takes(instance *i, const char *solver, const char *formulation)
{
    reason why = { "" };
    const ivp_status st = evolve_fits(i, solver, formulation, &why);
    REQUIRE(st == IVP_OK || st == IVP_E_DECLINED, "%s on %s@%s: %s", solver, i->problem->name,
            formulation, status_name(st));
    REQUIRE(st == IVP_OK || strchr(why.text, ' '), "%s on %s@%s: no reason given", solver,
            i->problem->name, formulation);
    return st == IVP_OK;
}

/* Every formulation of every problem is taken, or declined with a sentence. A problem is opened
 * once for all solvers. */
START_TEST(what_is_declined_is_declined_in_words)
{
    instance *i = opened(problems[_i]);
    int taken = 0;
    for (int s = 0; s < nsolvers; s++)
        for (int f = 0; formulation_name(f); f++)
            taken += takes(i, solvers[s], formulation_name(f));
    REQUIRE(taken > 0, "no solver takes %s", problems[_i]);
    instance_close(i);
}
END_TEST

START_TEST(something_is_taken)
{
    bool taken = false;
    const int nproblems = own_plugins("problems", problems);
    for (int p = 0; p < nproblems && !taken; p++) {
        instance *i = opened(problems[p]);
        for (int f = 0; formulation_name(f); f++)
            taken |= takes(i, solvers[_i], formulation_name(f));
        instance_close(i);
    }
    REQUIRE(taken, "%s takes no problem at all", solvers[_i]);
}
END_TEST

/* ---- repetition -------------------------------------------------------------------------- */

static const struct {
    const char *problem;
    double t1;
} short_runs[] = {
    { "circular_track", 1 },
    { "bouncing_balls", 0.5 },
    { "andrews", 0.002 },
    { "car_axle", 0.1 },
    { "hires", 5 },
    { "van_der_pol", 0.1 },
    { "transistor_amplifier", 5e-3 },
    { "wheelset", 0.05 },
};
enum { SHORT_RUNS = sizeof short_runs / sizeof *short_runs };

static bool same_bits(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void expect_same(const result *a, const result *b, const char *whose, const char *what)
{
    REQUIRE(a->status == b->status && a->t == b->t,
            "%s: %s ends with %s at t = %g, not %s at %g", whose, what, status_name(b->status),
            b->t, status_name(a->status), a->t);
    REQUIRE(same_bits(a->state, b->state, sizeof a->state), "%s: %s ends elsewhere", whose,
            what);
    for (int k = 0; k < IVP_NCOUNTERS; k++)
        REQUIRE(a->counters[k] == b->counters[k], "%s: %s has %s = %ld, not %ld", whose, what,
                ivp_counter_name((ivp_counter)k), b->counters[k], a->counters[k]);
}

/* Twice by one object, once by another. */
static void expect_repetition(instance *i, const evolve_setup *setup)
{
    char whose[200];
    reason why;
    snprintf(whose, sizeof whose, "%s %s@%s %s", i->problem->name, setup->solver,
             setup->formulation, setup->options ? setup->options : "");
    evolve *e;
    result first, second, fresh;
    REQUIRE(evolve_create(&e, i, setup, &why) == IVP_OK, "%s: %s", whose, why.text);
    run_again(e, &first);
    run_again(e, &second);
    evolve_destroy(e);
    fresh = run(i, setup);
    expect_same(&first, &second, whose, "a second run");
    expect_same(&first, &fresh, whose, "a new object");
}

static void repeat_in_all_formulations(const ivp_solver *s, const char *problem, double t1)
{
    instance *i = opened(problem);
    for (int k = 0; formulation_name(k); k++) {
        if (!fits(i, s->name, formulation_name(k))) continue;
        evolve_setup setup = setup_for(s, formulation_name(k), t1, 1e-5);
        setup.max_steps = 2000;
        expect_repetition(i, &setup);
    }
    instance_close(i);
}

START_TEST(runs_repeat_to_the_bit)
{
    const ivp_solver *s = solver_at(_i);
    for (int k = 0; k < SHORT_RUNS; k++)
        repeat_in_all_formulations(s, short_runs[k].problem, short_runs[k].t1);
}
END_TEST

/* ---- a right-hand side that ends --------------------------------------------------------- */

/* t_wall cannot be evaluated after t = 1: no step size helps, and nobody may loop for ever. */
static void meet_the_wall(const ivp_solver *s, bool fatal)
{
    reason why;
    instance *i;
    REQUIRE(instance_open(&i, "t_wall", fatal ? "beyond=fatal" : "beyond=domain", &why) ==
                IVP_OK,
            "%s", why.text);
    const char *formulation = easiest_fit(i, s->name);
    if (formulation) {
        evolve_setup setup = setup_for(s, formulation, 0, 1e-5);
        if (!s->adaptive) setup.h = 0.01;
        const result r = run(i, &setup);
        REQUIRE(r.status < 0 && strchr(r.why.text, ' '), "%s: %s: %s", s->name,
                status_name(r.status), r.why.text);
        /* a method that looks only at the beginning of its step may end one beyond; Gauss' last
         * node lies a fiftieth of a step before the end */
        const double beyond = strcmp(s->name, "gauss") ? setup.h : 0.005;
        REQUIRE((r.t > 0.4 || fatal) && r.t <= 1 + beyond,
                "%s: stopped at t = %g, not at the wall", s->name, r.t);
    }
    instance_close(i);
}

START_TEST(the_end_of_the_domain_is_a_status)
{
    meet_the_wall(solver_at(_i), false);
    meet_the_wall(solver_at(_i), true);
}
END_TEST

/* ---- options ----------------------------------------------------------------------------- */

static void use_option(instance *i, const ivp_solver *s, const char *option)
{
    reason why = { "" };
    evolve_setup setup = setup_for(s, easiest_fit(i, s->name), 1, 1e-5);
    setup.options = option;
    evolve *e;
    const ivp_status st = evolve_create(&e, i, &setup, &why);
    REQUIRE(st == IVP_OK || strchr(why.text, ' '), "%s %s: refused without a reason", s->name,
            option);
    if (st) return;
    evolve_destroy(e);
    const result r = run(i, &setup);
    REQUIRE(r.status == IVP_OK, "%s %s: %s", s->name, option, r.why.text);
    REQUIRE(error_at(i, 1, r.state) < 0.05, "%s %s: error %.3g", s->name, option,
            error_at(i, 1, r.state));
    expect_repetition(i, &setup);
}

/* Every word of every option is refused with a reason, or solves the problem. */
START_TEST(every_word_of_an_option_works)
{
    const ivp_solver *s = solver_at(_i);
    instance *i = opened("circular_track");
    for (const ivp_param *o = s->options; o && o->name; o++)
        for (const char *word = o->choices; word && *word; word += strspn(word, " ")) {
            char option[2 * PLUGIN_NAME_MAX];
            const size_t length = strcspn(word, " ");
            snprintf(option, sizeof option, "%s=%.*s", o->name, (int)length, word);
            use_option(i, s, option);
            word += length;
        }
    instance_close(i);
}
END_TEST

int main(void)
{
    const loop_test tests[] = {
        { promises_are_kept, 1, 0 },
        { descriptor_is_sound, 1, 0 },
        { what_is_declined_is_declined_in_words, 0, own_plugins("problems", problems) },
        { something_is_taken, 1, 0 },
        { runs_repeat_to_the_bit, 1, 0 },
        { the_end_of_the_domain_is_a_status, 1, 0 },
        { every_word_of_an_option_works, 1, 0 },
        { NULL, 0, 0 },
    };
    return run_on_all_solvers("solver contract", tests);
}
