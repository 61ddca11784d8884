/* test_series.c -- what is kept of a run's series: all, what is drawn, or points; what is
 * judged is the same for all of them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

static void run_plan(const char *series, const char *name)
{
    char *plan =
        text_of("defaults = { workers = 0; series = \"%s\"; };\n"
                "groups = { a = { problems = [ \"andrews\", \"hires\", \"bouncing_balls\" ];\n"
                "solvers = [ \"ida\", \"dopri5@ode\", \"dopri5@projected\" ];\n"
                "tolerances = { from = 4; to = 8; per_decade = 1; }; }; };\n",
                series);
    write_plan(plan);
    char *line = text_of("$BUILD/ivpbench run $HERE/plan.cfg -qo $HERE/%s", name);
    const int code = shell(line);
    ck_assert_msg(code == 0 || code == 4, "%s", said);
    free(line);
    free(plan);
}

static char *exported(const char *name, const char *what)
{
    char *line = text_of("$BUILD/ivpbench export --store $HERE/%s %s", name, what);
    ck_assert_msg(shell(line) == 0, "%s", said);
    free(line);
    return copied(said);
}

/* Errors along trajectories, drifts, digits: of the whole run, whatever is kept of it. */
START_TEST(what_is_kept_does_not_change_what_is_judged)
{
    static const char *const what[] = { "--table errors",
                                        "--format jsonl | sed 's/\"[a-z]*_s\": *[^,}]*//g'" };
    run_plan("all", "all.db");
    run_plan("drawn", "drawn.db");
    run_plan("none", "none.db");
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        char *all = exported("all.db", what[i]), *drawn = exported("drawn.db", what[i]),
             *none = exported("none.db", what[i]);
        ck_assert_msg(strlen(all) > 5000, "%s", all);
        ck_assert_str_eq(all, drawn);
        ck_assert_str_eq(all, none);
        free(all);
        free(drawn);
        free(none);
    }
}
END_TEST

typedef struct seen {
    int runs, longest, whole, states;
} seen;

static bool look(void *context, const record *r, const char *machine)
{
    seen *s = context;
    (void)machine;
    s->runs++;
    for (int i = 0; i < r->nseries; i++) {
        const bool special = strchr(r->series[i].name, ':') ||
                             !strcmp(r->series[i].name, "t") || !strcmp(r->series[i].name, "h");
        s->states += !special;
        s->longest = r->series[i].n > s->longest ? r->series[i].n : s->longest;
        s->whole += !strcmp(r->series[i].name, "t") && r->series[i].n > RECORD_POINTS;
    }
    return true;
}

static seen look_at(const char *name)
{
    char *path = text_of("%s/%s", folder, name);
    reason why;
    seen s = { 0 };
    store *opened = store_open(path, false, &why);
    ck_assert_msg(opened && store_each(opened, true, look, &s), "%s", why.text);
    store_close(opened);
    free(path);
    return s;
}

/* Of a ladder one rung is drawn at length; no more than so many points are kept of the
 * others. */
START_TEST(stores_keep_what_they_are_asked_for)
{
    run_plan("all", "all.db");
    run_plan("drawn", "drawn.db");
    run_plan("none", "none.db");
    const seen all = look_at("all.db"), drawn = look_at("drawn.db"), none = look_at("none.db");
    ck_assert_int_eq(all.runs, drawn.runs);
    ck_assert_int_gt(all.longest, RECORD_DRAWN);
    ck_assert_int_le(drawn.longest, RECORD_DRAWN);
    ck_assert_int_le(none.longest, RECORD_POINTS);
    ck_assert_int_gt(drawn.whole, 0);
    ck_assert_int_lt(drawn.whole, drawn.runs / 3);
    ck_assert_int_gt(all.states, 10 * drawn.states);
}
END_TEST

START_TEST(a_wrong_word_is_refused)
{
    write_plan("defaults = { series = \"some\"; };\ngroups = { };\n");
    ck_assert_int_eq(shell("$BUILD/ivpbench plan $HERE/plan.cfg"), 2);
    says("plan.cfg:1");
    says("\"all\", \"drawn\" or \"none\" is expected");
}
END_TEST

/* Without an acceleration there is no violation, and none is not 0. */
START_TEST(a_singular_mass_matrix_has_no_drift_of_accelerations)
{
    write_plan(
        "defaults = { workers = 0; series = \"all\"; };\n"
        "groups = { a = { problems = [ \"hmmwv\", \"andrews\" ]; solvers = [ \"ida@ggl\" ];\n"
        "tolerances = { from = 3; to = 3; per_decade = 1; }; }; };\n");
    ck_assert_msg(shell("$BUILD/ivpbench run $HERE/plan.cfg -qo $HERE/drift.db") == 0, "%s",
                  said);
    ck_assert_msg(
        shell("rows=$($BUILD/ivpbench export --store $HERE/drift.db --format jsonl) && "
              "echo \"$rows\" && of() { echo \"$rows\" | grep $1; } && "
              "of hmmwv | grep drift_v | grep -qv drift_a && of andrews | grep -q drift_a") ==
            0,
        "%s", said);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("series");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, what_is_kept_does_not_change_what_is_judged);
    tcase_add_test(t, stores_keep_what_they_are_asked_for);
    tcase_add_test(t, a_wrong_word_is_refused);
    tcase_add_test(t, a_singular_mass_matrix_has_no_drift_of_accelerations);
    return suite_run("series", t);
}
