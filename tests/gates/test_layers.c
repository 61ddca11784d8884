/* test_layers.c -- layers 1 to 3 of a gate on made-up results: each trips on what it is for,
 * in both directions, and stays silent below its limit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/gates/layers_case.h"

static void spoil(swing *rows, int first, int n, double error)
{
    for (int i = first; i < first + n; i++) rows[i].extra_error = error;
}

START_TEST(unchanged_results_hold)
{
    swing rows[ROWS];
    fill_rows(rows);
    char *said = judged(rows, ROWS, CLI_OK);
    says(said, "layer 1: 1 of 1 solvers hold\n");
    says(said, "layer 2: 2 of 2 solvers on problems hold\n");
    says(said, "layer 3: 32 of 32 cells hold\n");
    free(said);
}
END_TEST

/* A factor of 1.25 is 0.10 digits, one of 1.1 is 0.04, and takes 2.4 % fewer steps. */
START_TEST(layer_1_hears_a_tenth_of_a_digit)
{
    swing rows[ROWS];
    fill_rows(rows);
    spoil(rows, 0, MANY, 1.25);
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 1: many lost 0.10 digits over 24 cells (limit 0.05)\n");
    says(said, "reproduce: ivpbench run --cell '{");
    says_not(said, "layer 2: many");
    free(said);
    spoil(rows, 0, MANY, 1.08);
    said = judged(rows, ROWS, CLI_OK);
    free(said);
}
END_TEST

START_TEST(an_improvement_trips_it_too)
{
    swing rows[ROWS];
    fill_rows(rows);
    spoil(rows, 0, MANY, 0.8);
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 1: many gained 0.10 digits over 24 cells (limit 0.05)\n");
    free(said);
}
END_TEST

/* A tenth at either end is left out: two cells of 24, but not three. */
START_TEST(single_cells_do_not_move_a_solver)
{
    swing rows[ROWS];
    fill_rows(rows);
    spoil(rows, 3, 2, 20);
    free(judged(rows, ROWS, CLI_OK));
    spoil(rows, 3, 3, 20);
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 1: many lost 0.06 digits");
    free(said);
}
END_TEST

START_TEST(layer_1_hears_work)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < MANY; i++)
        rows[i].extra_f = (long)(0.03 * 240 / pow(swing_error(&rows[i]), 0.25));
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 1: many took 3.0 % more evaluations over 24 cells (limit 2 %)\n");
    says_not(said, "digits over");
    free(said);
    for (int i = 0; i < MANY; i++) rows[i].extra_f /= 2;
    free(judged(rows, ROWS, CLI_OK));
}
END_TEST

START_TEST(layer_2_hears_a_problem_alone)
{
    swing rows[ROWS];
    fill_rows(rows);
    spoil(rows, MANY, SOME, 4);
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 2: some on swing lost 0.60 digits over 5 cells (limit 0.5)\n");
    says(said, "layer 1: 1 of 1 solvers hold\n");
    free(said);
    spoil(rows, MANY, SOME, 1);
    spoil(rows, MANY + SOME, FEW, 4);
    free(judged(rows, ROWS, CLI_OK));
}
END_TEST

static const char failing[] =
    "exceptions = ( { solver = \"many\"; outcomes = [ \"diverged\" ]; reason = \"r\";"
    " experiment = \"e\"; shows = \"s\"; } );";

START_TEST(a_failure_needs_an_exception)
{
    swing rows[ROWS];
    fill_rows(rows);
    rows[0].outcome = OUTCOME_DIVERGED;
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said,
         "layer 3: swing many@ggl rtol=0.001: outcome: diverged, which no exception names");
    free(said);
    write_rules(failing);
    said = judged(rows, ROWS, CLI_OK);
    says_not(said, "excused nothing");
    free(said);
    rows[0].outcome = OUTCOME_OK;
    said = judged(rows, ROWS, CLI_OK);
    says(said, "rules.cfg:5: the exception \"r\" excused nothing");
    free(said);
}
END_TEST

/* One may change; more than one are heard, although each is allowed. */
START_TEST(outcomes_that_change_are_counted)
{
    swing rows[ROWS];
    fill_rows(rows);
    write_rules(failing);
    rows[0].outcome = rows[7].outcome = OUTCOME_DIVERGED;
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 1: many ends well no more in 2 and newly in 0 of 24 cells (limit 1)\n");
    free(said);
}
END_TEST

/* A time limit says nothing; when too many cells reach one, that is said. */
START_TEST(a_time_limit_is_no_verdict)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < 4; i++) rows[i].outcome = OUTCOME_TIMEOUT;
    char *said = judged(rows, ROWS, CLI_OK);
    says(said, "4 of 32 cells were not judged: a time limit was reached\n");
    free(said);
    rows[4].outcome = OUTCOME_TIMEOUT;
    said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 3: many: 5 of 24 cells reached a time limit");
    free(said);
}
END_TEST

START_TEST(missing_cells_fail_and_new_ones_are_told)
{
    swing rows[ROWS];
    fill_rows(rows);
    char *said = judged(rows, ROWS - 1, CLI_CHECK);
    says(said,
         "layer 3: swing few@ggl rtol=0.000398: cell: expected a result in the store, found "
         "none (");
    free(said);
    make_store(rows, ROWS - 1);
    ck_assert_int_eq(run_gate(&said, "--partial", NULL, NULL), CLI_OK);
    free(said);
    rows[ROWS - 1].rtol = 1e-9;
    said = judged(rows, ROWS, CLI_CHECK);
    says(said, "new: swing few@ggl rtol=1e-09\n");
    free(said);
}
END_TEST

START_TEST(drift_is_asked_of_projected_forms)
{
    swing rows[ROWS];
    fill_rows(rows);
    write_rules("drift = { formulation = \"ggl\"; };");
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "g: expected at most 1e-10, found ");
    says(said, "v: expected at most 1e-09, found ");
    free(said);
    write_rules("drift = { formulation = \"ggl\"; };\nexceptions = ( { g = 1.0; v = 1.0;"
                "reason = \"r\"; experiment = \"e\"; shows = \"s\"; } );");
    free(judged(rows, ROWS, CLI_OK));
}
END_TEST

START_TEST(events_are_asked_of_all)
{
    swing rows[ROWS];
    fill_rows(rows);
    write_rules("events = { time_error = 0.01; };");
    write_file(rules_path, "layers = { base = \"rules.base\"; events = { time_error = 0.01; };"
                           "digits = { unknown = 2.0; }; };");
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "time_error: expected at most 0.01, found 0.1\n");
    free(said);
}
END_TEST

/* 10 e / (10 + 0.5) of lambda1 decides: 0.02 digits above -log10(rtol). */
START_TEST(digits_follow_the_tolerance_within_constants)
{
    swing rows[ROWS];
    fill_rows(rows);
    write_rules("");
    write_file(rules_path, "layers = { base = \"rules.base\"; events = { time_error = 1e9; };"
                           "digits = { slack = 0.0; problems = ( (\"swing\", 0.5) );"
                           "solvers = ( (\"few\", -0.6) ); }; };");
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 3: swing few@ggl rtol=0.001: digits: expected at least 3.10, found ");
    says(said, "layer 3: 29 of 32 cells hold\n");
    free(said);
}
END_TEST

/* What the base just has may fall by its last bits, a digit at most; what it has not may
 * not. */
START_TEST(digits_near_the_law_may_fall_by_noise)
{
    static const char rules[] =
        "layers = { base = \"rules.base\"; events = { time_error = 1e9; };"
        "digits = { slack = 0.0; problems = ( (\"swing\", %s) ); noise = %s; }; };";
    const struct {
        const char *constant, *noise;
        double spoilt;
        int code;
    } cases[] = { { "0.5", "1.0", 8, CLI_OK },
                  { "0.5", "0.8", 8, CLI_CHECK },
                  { "0.5", "1.0", 12, CLI_CHECK },
                  { "-0.9", "1.0", 1, CLI_CHECK } };
    swing rows[ROWS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = text_of(rules, cases[i].constant, cases[i].noise);
        fill_rows(rows);
        spoil(rows, MANY + SOME, 1, cases[i].spoilt);
        write_file(rules_path, text);
        char *said = judged(rows, ROWS, cases[i].code);
        if (cases[i].code != CLI_OK)
            says(said, "few@ggl rtol=0.001: digits: expected at least");
        free(said);
        free(text);
    }
}
END_TEST

/* Of four cells the least and the largest change are left out: one cell is noise, two are
 * not. */
START_TEST(single_cells_do_not_move_a_problem)
{
    swing rows[ROWS];
    fill_rows(rows);
    spoil(rows, MANY, 1, 80);
    free(judged(rows, ROWS, CLI_OK));
    spoil(rows, MANY, 3, 80);
    char *said = judged(rows, ROWS, CLI_CHECK);
    says(said, "layer 2: some on swing lost 1.27 digits over 5 cells");
    free(said);
}
END_TEST

START_TEST(machines_get_all_layers)
{
    swing rows[ROWS];
    fill_rows(rows);
    spoil(rows, 0, MANY, 1.25);
    make_store(rows, ROWS);
    char *said, *path = text_of("%s/out", folder);
    ck_assert_int_eq(run_gate(&said, "--junit", path, NULL), CLI_CHECK);
    free(said);
    said = file_text(path);
    says(said, "tests=\"35\" failures=\"1\"");
    says(said,
         "<testcase classname=\"layer 1\" name=\"many\">\n    <failure message=\"lost 0.10 "
         "digits");
    free(said);
    ck_assert_int_eq(run_gate(&said, "--tap", path, NULL), CLI_CHECK);
    free(said);
    said = file_text(path);
    says(said, "1..35\nnot ok 1 - layer 1: many\n# lost 0.10 digits");
    free(said);
    ck_assert_int_eq(run_gate(&said, "--markdown", path, NULL), CLI_CHECK);
    free(said);
    said = file_text(path);
    says(said, "| layer 1: change of digits |");
    free(said);
    free(path);
}
END_TEST

START_TEST(sets_are_judged_apart)
{
    swing rows[ROWS];
    char *said;
    fill_rows(rows);
    write_rules("sets = ( { name = \"a\"; solver = \"many\"; }, { name = \"b\"; } );");
    unlink(base_path);
    ck_assert_int_eq(run_gate(&said, "--accept", NULL, NULL), CLI_OK);
    free(said);
    make_store(rows, MANY);
    ck_assert_int_eq(run_gate(&said, "--sets", "a", NULL), CLI_OK);
    says(said, "layer 3: 24 of 24 cells hold\n");
    free(said);
    ck_assert_int_eq(run_gate(&said, "--sets", "a,b", NULL), CLI_CHECK);
    free(said);
    ck_assert_int_eq(run_gate(&said, "--sets", "c", NULL), CLI_USAGE);
    free(said);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        unchanged_results_hold,
        layer_1_hears_a_tenth_of_a_digit,
        an_improvement_trips_it_too,
        single_cells_do_not_move_a_solver,
        layer_1_hears_work,
        layer_2_hears_a_problem_alone,
        a_failure_needs_an_exception,
        outcomes_that_change_are_counted,
        a_time_limit_is_no_verdict,
        missing_cells_fail_and_new_ones_are_told,
        drift_is_asked_of_projected_forms,
        events_are_asked_of_all,
        digits_follow_the_tolerance_within_constants,
        digits_near_the_law_may_fall_by_noise,
        single_cells_do_not_move_a_problem,
        machines_get_all_layers,
        sets_are_judged_apart,
    };
    TCase *c = tcase_create("layers");
    tcase_add_checked_fixture(c, setup_layers, remove_layers);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("layers", c);
}
