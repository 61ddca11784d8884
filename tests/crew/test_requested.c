/* test_requested.c -- ladders with `until`: a campaign goes on to the digits, the limit of the
 * reference, the budget or the first failure, and not beyond.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

#include "reports/board/rungs.h"

#include <math.h>

enum { TO = 1 }; /* the place of the last rung that is asked anyway */

static void plan_until(const char *problem, const char *defaults, const char *until)
{
    char *text = text_of("defaults = { timeout_s = 20.0; min_time_s = 0.001; %s };\n"
                         "groups = { g = { problems = [ \"%s\" ]; solvers = [ \"dop853\", "
                         "\"rodas5p\" ];\n tolerances = { from = 4; to = 5; until = { %s }; }; "
                         "}; };\n",
                         defaults, problem, until);
    write_plan(text);
    free(text);
}

static board *results(void)
{
    reason why;
    board *b = board_open(file, NULL, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    return b;
}

/* Nothing is planned that was not run: reports would wait for it. */
static void check_plan(int cells)
{
    ck_assert_int_eq(count_of("SELECT count(*) FROM result"), cells);
    ck_assert_int_eq(count_of("SELECT count(*) FROM planned WHERE run = 1"), cells);
}

static double most_of(const board *b, const ladder *l, int k)
{
    double most = -INFINITY;
    for (int i = 0; i <= k; i++) {
        const digits *d = &b->entries[l->first + i].digits;
        if (d->known) most = fmax(most, d->value);
    }
    return most;
}

/* May rung k be followed? */
static bool goes_on(const board *b, const ladder *l, int k, double wanted)
{
    const entry *e = &b->entries[l->first + k];
    return e->r.outcome == OUTCOME_OK && e->digits.known && !e->digits.hollow &&
           most_of(b, l, k) < wanted && e->r.cell.rtol > 1.5e-13;
}

/* Each ladder ends where the rule says, neither before nor behind. Rungs beyond `to`. */
static int check_ends(double wanted)
{
    board *b = results();
    int beyond = 0;
    ck_assert_int_eq(b->nladders, 2);
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        for (int k = TO; k < l->n; k++)
            ck_assert_msg(goes_on(b, l, k, wanted) == (k < l->n - 1), "%s, rung %d of %d",
                          b->entries[l->first].r.cell.solver, k, l->n);
        beyond += l->n - 1 - TO;
    }
    check_plan(b->n);
    board_close(b);
    return beyond;
}

START_TEST(to_the_digits)
{
    plan_until("hires", "workers = 0;", "digits = 6;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    const int six = check_ends(6);
    ck_assert_int_gt(six, 0);
    plan_until("hires", "workers = 0;", "digits = 7;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    board *b = results();
    ck_assert_int_gt(b->n, six + 2 * (TO + 1));
    board_close(b);
}
END_TEST

/* Down to 1e-13, past rungs that have fewer digits than a coarser one. */
START_TEST(as_far_as_it_goes)
{
    plan_until("brusselator", "workers = 0;", "digits = 16;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    ck_assert_int_eq(check_ends(16), 2 * (13 - 5));
}
END_TEST

/* dop853 has 6.6 digits at 1e-4 and 6.1 at 1e-5. */
START_TEST(a_coarser_rung_has_the_digits)
{
    plan_until("brusselator", "workers = 0;", "digits = 6.3;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    ck_assert_int_gt(check_ends(6.3), 0);
}
END_TEST

/* The same reference with error bars of 1e-11. */
START_TEST(to_the_limit_of_the_reference)
{
    char *line = text_of("mkdir %s/ref; cd %s/ref; "
                         "sed '/^sha256/d; s/^\\(c [^ ]* [^ ]* [^ ]*\\) [^ ]*/\\1 1e-11/' "
                         "$OLDPWD/reference/data/hires.ref >hires.ref; "
                         "echo sha256 $(sha256sum <hires.ref | cut -c1-64) >>hires.ref",
                         folder, folder),
         *place = text_of("%s/ref", folder);
    ck_assert_int_eq(system(line), 0);
    setenv("IVPBENCH_REFERENCE", place, 1);
    plan_until("hires", "workers = 0;", "digits = 16;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    const int beyond = check_ends(16);
    ck_assert_int_gt(beyond, 0);
    ck_assert_int_lt(beyond, 2 * (13 - 5));
    free(line);
    free(place);
}
END_TEST

/* One rung has failed, and no finer one is asked. */
START_TEST(to_the_first_failure)
{
    plan_until("arenstorf", "workers = 0; max_steps = 250;", "digits = 16;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    ck_assert_int_gt(check_ends(16), 2);
    ck_assert_int_eq(count_of("SELECT count(*) FROM result WHERE outcome <> 'ok'"), 2);
}
END_TEST

/* No solve takes so little; any takes less than an hour. */
START_TEST(to_the_budget)
{
    plan_until("hires", "workers = 0;", "digits = 6; seconds = 1e-9;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    check_plan(2 * (TO + 1));
    plan_until("hires", "workers = 0;", "digits = 4; seconds = 3600;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    board *b = results();
    ck_assert_int_gt(b->n, 2 * (TO + 1));
    board_close(b);
}
END_TEST

START_TEST(not_without_a_reference)
{
    plan_until("van_der_pol(mu=7)", "workers = 0;", "digits = 6;");
    ck_assert_int_eq(run_plan_file("-q"), 0);
    check_plan(2 * (TO + 1));
}
END_TEST

/* The rungs beyond are timed as the others. The same command finds all, also where the first
 * one has only begun. */
START_TEST(the_same_command_goes_on)
{
    plan_until("hires", "workers = 1;", "digits = 6;");
    ck_assert_int_eq(run_plan_file("--only-accuracy"), 0);
    const int beyond = check_ends(6), cells = beyond + 2 * (TO + 1);
    ck_assert_int_eq(run_plan_file("-q"), 0);
    ck_assert_int_eq(count_of("SELECT count(*) FROM result"), cells);
    ck_assert_int_eq(
        count_of("SELECT count(*) FROM (SELECT DISTINCT result, worker FROM sample)"), cells);
    ck_assert_int_eq(run_plan_file("-v"), 0);
    char *says = text_of("bench.db: %d finished before", cells);
    ck_assert(log_says(says));
    free(says);
    ck_assert_int_eq(count_of("SELECT count(*) FROM result"), cells);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("requested");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, to_the_digits);
    tcase_add_test(t, as_far_as_it_goes);
    tcase_add_test(t, a_coarser_rung_has_the_digits);
    tcase_add_test(t, to_the_limit_of_the_reference);
    tcase_add_test(t, to_the_first_failure);
    tcase_add_test(t, to_the_budget);
    tcase_add_test(t, not_without_a_reference);
    tcase_add_test(t, the_same_command_goes_on);
    return suite_run("requested", t);
}
