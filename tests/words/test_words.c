/* test_words.c -- words of a problem's descriptor, each from `run` through the store to the
 * report.
 *
 * Every word is declared in bench/, kernel/ and reports/ by somebody else: one run of each
 * word by solvers of several kinds shows that all of them know it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#include <math.h>

static void begin_words(void)
{
    begin();
    char *path = text_of("%s/tests:%s", build, build);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

/* ---- one word ---------------------------------------------------------------------------- */

typedef struct word {
    const char *says;              /* the words */
    const char *problem, *solvers; /* as `try` takes them */
    double t;                      /* where the run ends */
    int events;                    /* in the store */
    const char *component;         /* at the end, and its value */
    double value, tolerance;
    const char *judge;     /* of the scores; "" */
    const char *in_report; /* a sentence of index.md */
} word;

static const word words[] = {
    { "IVP_RECORD, IVP_RESTART, IVP_STOP, direction, spacing, reset", "t_guards",
      "dopri5,gauss,ida", 9, 11, "y1", 10, 1e-6, "", "nothing is scored" },
    { "IVP_STOP, exact", "t_stop", "dopri5,gauss,ida,radau_iia,gsl_rk8pd", 2.772589, 2, "y1", 1,
      1e-5, "closed form", "the closed form of the problem stands in" },
    { "IVP_STOP of a mechanical problem", "t_bounce(net=2)", "dopri5,gauss", 0.750872, 3, "q1",
      2, 1e-6, "", "2 finished" },
    { "IVP_KINK", "t_kink", "dopri5,gauss,ida", 1, 0, "y1", 5.0 / 3, 1e-3, "", "3 finished" },
    { "IVP_KINK, kinks=located", "t_kink", "dopri5@ode(kinks=located),gauss@ode(kinks=located)",
      1, 1, "y1", 5.0 / 3, 1e-9, "", "2 finished" },
    { "breaks, index, mass", "t_pulse", "radau_iia@lin,bdf@lin", 1, 0, "y2", 3, 1e-4, "",
      "2 finished" },
    { "prepare, parameters that a reset changes", "t_prepared", "dopri5,gauss,ida", 1, 1, "y1",
      0.11987, 1e-4, "", "3 finished" },
    { "needs_a", "t_swing", "ida@ggl,gauss@projected", 2, 5, NULL, 0, 0, "", "2 finished" },
    { "exact of y' = f", "t_linear", "dopri5,rodas", 2, 0, "y5", 5, 1e-4, "closed form",
      "the closed form of the problem stands in" },
    { "exact of M y' = f", "t_mass(kind=singular)", "radau_iia@lin,rodas@lin", 2, 0, "y1", NAN,
      0, "closed form", "the closed form of the problem stands in" },
    { "exact of F(t, y, y') = 0", "t_implicit(kind=straight)", "ida@dae", 1, 0, "y1", 0.75,
      1e-4, "closed form", "the closed form of the problem stands in" },
};
enum { WORDS = sizeof words / sizeof *words };

static int results;

static bool check_result(void *context, const record *r, const char *machine)
{
    const word *w = context;
    char title[1024];
    (void)machine;
    cell_title(&r->cell, title, sizeof title);
    ck_assert_msg(r->outcome == OUTCOME_OK, "%s: %s: %s", title, r->status, r->detail);
    if (!isnan(w->t))
        ck_assert_msg(fabs(r->t_reached - w->t) < 1e-4, "%s: %g", title, r->t_reached);
    ck_assert_msg(r->nevents == w->events, "%s: %d events", title, r->nevents);
    for (int i = 0; w->component && i < r->ncomponents; i++)
        if (!strcmp(r->components[i], w->component) && !isnan(w->value))
            ck_assert_msg(fabs(r->end_state[i] - w->value) < w->tolerance, "%s: %s = %.9g",
                          title, w->component, r->end_state[i]);
    results++;
    return true;
}

static void check_store(const char *path, const word *w)
{
    reason why;
    store *s = store_open(path, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    results = 0;
    ck_assert(store_each(s, true, check_result, (void *)w));
    store_close(s);
}

static int solvers_of(const word *w)
{
    int n = 1;
    for (const char *at = w->solvers; (at = strchr(at, ',')); at++) n++;
    return n;
}

START_TEST(words_work_from_run_to_report)
{
    const word *w = &words[_i];
    char *line = text_of("$BUILD/ivpbench try '%s' -S '%s' --rtol 1e-6 --workers 0 -o %s",
                         w->problem, w->solvers, file);
    ck_assert_msg(shell(line) == 0, "%s: %s", w->says, said);
    check_store(file, w);
    ck_assert_msg(results >= solvers_of(w), "%s: %d results: %s", w->says, results, said);
    free(line);
    line = text_of("$BUILD/ivpbench export --store %s --format jsonl", file);
    ck_assert_int_eq(shell(line), 0);
    char *judge = text_of("\"judged_by\":\"%s\"", w->judge);
    says(judge);
    if (*w->judge) says("\"scd\":");
    free(judge);
    free(line);
    line = text_of("$BUILD/ivpbench report --store %s --output $HERE/out && "
                   "cat $HERE/out/index.md",
                   file);
    ck_assert_msg(shell(line) == 0, "%s: %s", w->says, said);
    says(w->in_report);
    says_not("finished, inaccurate: ");
    free(line);
}
END_TEST

/* ---- a run that stops -------------------------------------------------------------------- */

START_TEST(a_run_that_stops_is_timed_and_ranked)
{
    ck_assert_int_eq(
        shell("$BUILD/ivpbench try t_stop -S dopri5,gauss --workers 1 -o $HERE/s.db"), 0);
    says("level stopped 2 runs at t = 2.77259 .. 2.77259");
    says("scored by the closed form: no reference of t_stop is on file");
    ck_assert_int_eq(shell("$BUILD/ivpbench rank t_stop --digits 3 --store $HERE/s.db"), 0);
    says("\n1");
    says_not("do not get there");
}
END_TEST

/* It goes on to the end of the interval, where the solution has long stopped. */
START_TEST(without_events_nothing_stops)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench try t_stop -S dopri5 --workers 0 --no-events -o "
                           "$HERE/s.db"),
                     0);
    says_not("stopped");
    ck_assert_int_eq(
        shell("$BUILD/ivpbench export --format jsonl --store $HERE/s.db | "
              "grep '\"t_reached\":7.0' | grep '\"scd\":0.0' | grep -c '\"events_found\":0'"),
        0);
}
END_TEST

/* ---- a problem that does not open -------------------------------------------------------- */

START_TEST(one_cause_is_told_once)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench try 't_starts(off_position=0.1)' -S "
                           "ida,dopri5,gauss,bdf --workers 0"),
                     0);
    says(" and 3 more: inconsistent_start at t = 0: ");
    says("no formulation was tried");
    int told = 0;
    for (const char *at = said; (at = strstr(at, "inconsistent_start")); at++) told++;
    ck_assert_int_eq(told, 1);
}
END_TEST

START_TEST(the_end_of_a_domain_is_named)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench try t_wall -S dopri5,radau_iia --workers 0"), 0);
    says("no step behind t = 1 has a finite result");
    says_not("the error test asks");
}
END_TEST

/* ---- more rows than a store keeps -------------------------------------------------------- */

typedef struct train {
    const char *problem;
    int events;
} train;

/* Zeros that are recorded, jumps of the state. */
static const train trains[] = {
    { "t_train(w=2000)", 6366 },
    { "t_train(w=6284)", 20002 },
    { "t_train(w=1,step=0.0017)", 5885 },
};

static bool check_train(void *context, const record *r, const char *machine)
{
    const train *w = context;
    (void)machine;
    ck_assert_msg(r->outcome == OUTCOME_OK, "%s: %s", r->status, r->detail);
    ck_assert_int_eq(r->nevents, w->events);
    ck_assert_int_gt(r->nseries, 0);
    for (int i = 0; i < r->nseries; i++) {
        ck_assert_int_le(r->series[i].n, RECORD_ROWS);
        ck_assert_int_ge(r->series[i].n, RECORD_ROWS / 4);
    }
    const record_series *t = &r->series[0]; /* all along, and evenly */
    const double end = t->v[t->n - 1], middle = t->v[t->n / 2];
    ck_assert_double_eq_tol(end, 10, 1e-9);
    ck_assert_double_eq_tol(middle, 5, 2.5);
    for (int i = 1; i < r->nevents; i++) ck_assert(r->events[i].t >= r->events[i - 1].t);
    results++;
    return true;
}

static bool check_long_rows(void *context, const record *r, const char *machine)
{
    (void)context, (void)machine;
    ck_assert_msg(r->outcome == OUTCOME_OK, "%s: %s", r->status, r->detail);
    ck_assert_int_gt(r->nseries, 40000);
    ck_assert_int_le(r->series[0].n, RECORD_NUMBERS / 40000);
    ck_assert_int_ge(r->series[0].n, RECORD_LEAST / 2);
    ck_assert_double_eq_tol(r->series[0].v[r->series[0].n - 1], 10, 1e-9);
    results++;
    return true;
}

/* More steps of 40,000 unknowns than a record has room for */
START_TEST(rows_of_large_systems_fit_into_a_store)
{
    reason why;
    char *line =
        text_of("$BUILD/ivpbench try brusselator_1d -p N=20000 -S cvode_bdf --rtol 1e-3 "
                "--workers 0 -o %s",
                file);
    ck_assert_msg(shell(line) == 0, "%s", said);
    free(line);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s, "%s", why.text);
    results = 0;
    ck_assert(store_each(s, true, check_long_rows, NULL));
    ck_assert_int_eq(results, 1);
    store_close(s);
}
END_TEST

START_TEST(trains_of_events_fit_into_a_store)
{
    const train *w = &trains[_i];
    reason why;
    char *line =
        text_of("$BUILD/ivpbench try '%s' -S gauss,gsl_rk8pd --rtol 1e-5 --workers 0 -o "
                "%s && $BUILD/ivpbench export --table series --store %s >$HERE/s.csv "
                "&& $BUILD/ivpbench report --store %s --output $HERE/out",
                w->problem, file, file, file);
    ck_assert_msg(shell(line) == 0, "%s", said);
    free(line);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    results = 0;
    ck_assert(store_each(s, true, check_train, (void *)w));
    store_close(s);
    ck_assert_int_eq(results, 2);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("words");
    tcase_add_checked_fixture(t, begin_words, end);
    tcase_add_loop_test(t, words_work_from_run_to_report, 0, WORDS);
    tcase_add_test(t, a_run_that_stops_is_timed_and_ranked);
    tcase_add_test(t, without_events_nothing_stops);
    tcase_add_test(t, one_cause_is_told_once);
    tcase_add_test(t, the_end_of_a_domain_is_named);
    tcase_add_test(t, rows_of_large_systems_fit_into_a_store);
    tcase_add_loop_test(t, trains_of_events_fit_into_a_store, 0,
                        (int)(sizeof trains / sizeof *trains));
    return suite_run("words", t);
}
