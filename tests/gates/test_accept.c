/* test_accept.c -- results become the base: what is worse needs a reason, what is better none;
 * a gate begins from a store; malformed bases and rules are refused with file and line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/gates/layers_case.h"

static char *accepted(const swing *rows, int n, const char *cause, int code)
{
    char *said;
    make_store(rows, n);
    const int is = run_gate(&said, "--accept", cause ? "--reason" : NULL, cause);
    ck_assert_msg(is == code, "exit code %d, not %d: %s", is, code, said);
    return said;
}

static char *base_text(void) { return need(file_text(base_path)); }

START_TEST(worse_needs_a_reason)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < MANY; i++) rows[i].extra_error = 1.25;
    char *before = base_text();
    char *said = accepted(rows, ROWS, NULL, CLI_CHECK);
    says(said, "worse    many: ");
    says(said, "digits (-0.097)");
    says(said, "refused: 1 are worse or gone; say why with --reason TEXT\n");
    char *after = base_text();
    ck_assert_str_eq(before, after);
    free(said);
    free(after);
    free(before);
    free(accepted(rows, ROWS, "a coefficient\tof old", CLI_OK));
    after = base_text();
    says(after, "\ta coefficient of old\n");
    says(after, "\tthe first base\naccepted\t");
    free(after);
    free(judged(rows, ROWS, CLI_OK));
}
END_TEST

/* 0.03 digits pass layer 1, but not as a base: they would add up. */
START_TEST(small_losses_do_not_add_up_unseen)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < MANY; i++) rows[i].extra_error = 1.07;
    free(judged(rows, ROWS, CLI_OK));
    free(accepted(rows, ROWS, NULL, CLI_CHECK));
}
END_TEST

START_TEST(better_is_accepted_in_one_line)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < MANY; i++)
        rows[i].extra_error = 0.97; /* n_f rises by 0.8 %: also worse */
    char *said = accepted(rows, ROWS, NULL, CLI_CHECK);
    says(said, "worse    many");
    free(said);
    for (int i = 0; i < MANY; i++) {
        rows[i].extra_error = 0.8;
        rows[i].extra_f = -(long)(0.06 * 240 / pow(swing_error(&rows[i]), 0.25));
    }
    free(judged(rows, ROWS, CLI_CHECK));
    said = accepted(rows, ROWS, NULL, CLI_OK);
    says(said, "changed  many: ");
    says(said, "1 of 3 solvers changed\n");
    free(said);
    free(judged(rows, ROWS, CLI_OK));
}
END_TEST

START_TEST(a_cell_that_is_gone_needs_a_reason)
{
    swing rows[ROWS];
    fill_rows(rows);
    char *said = accepted(rows, ROWS - 1, NULL, CLI_CHECK);
    says(said, "gone     swing few@ggl rtol=0.000398\n");
    free(said);
    ck_assert_int_eq(run_gate(&said, "--accept", "--partial", NULL), CLI_OK);
    free(said);
    free(judged(rows, ROWS, CLI_OK)); /* its row is there */
    free(accepted(rows, ROWS - 1, "left out", CLI_OK));
    free(judged(rows, ROWS - 1, CLI_OK));
    said = accepted(rows, ROWS, NULL, CLI_OK);
    says(said, "new      swing few@ggl rtol=0.000398\n");
    free(said);
}
END_TEST

START_TEST(rules_are_not_accepted_away)
{
    swing rows[ROWS];
    fill_rows(rows);
    rows[0].outcome = OUTCOME_DIVERGED;
    char *said = accepted(rows, ROWS, "whatever", CLI_CHECK);
    says(said, "refused: 1 cells do not hold layer 3");
    free(said);
}
END_TEST

/* Nothing follows from a time limit: the row stays. */
START_TEST(a_time_limit_does_not_become_the_base)
{
    swing rows[ROWS];
    char *before = base_text();
    fill_rows(rows);
    rows[0].outcome = OUTCOME_TIMEOUT;
    free(accepted(rows, ROWS, NULL, CLI_OK));
    char *after = base_text();
    ck_assert_ptr_null(strstr(after, "timeout"));
    ck_assert_str_eq(strstr(after, "\nswing"), strstr(before, "\nswing"));
    free(before);
    free(after);
}
END_TEST

static void of_library(swing *rows, const char *library, double error)
{
    fill_rows(rows);
    for (int i = 0; i < MANY; i++) {
        rows[i].library = library;
        rows[i].extra_error = error;
    }
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)); text++) n++;
    return n;
}

/* What another version gives differently stands beside, and both are judged by their own. */
START_TEST(versions_of_a_library_stand_side_by_side)
{
    swing rows[ROWS];
    unlink(base_path);
    of_library(rows, "LIB 1", 1);
    free(accepted(rows, ROWS, NULL, CLI_OK));
    of_library(rows, "LIB 2", 1);
    char *said = judged(rows, ROWS, CLI_OK);
    says(said, "24 cells ran with another version of a library than the base has\n");
    free(said);
    free(accepted(rows, ROWS, NULL, CLI_OK));
    char *text = base_text();
    ck_assert_int_eq(count(text, "LIB 2"), 0);
    free(text);
    of_library(rows, "LIB 2", 2);
    free(judged(rows, ROWS, CLI_CHECK));
    free(accepted(rows, ROWS, "LIB 2 has other steps", CLI_OK));
    text = base_text();
    ck_assert_int_eq(count(text, "LIB 2\n"), MANY);
    ck_assert_int_eq(count(text, "LIB 1\n"), MANY);
    free(text);
    free(judged(rows, ROWS, CLI_OK));
    of_library(rows, "LIB 1", 1);
    free(judged(rows, ROWS, CLI_OK));
}
END_TEST

START_TEST(a_gate_begins_from_a_store)
{
    swing rows[ROWS];
    char *said, path[80];
    fill_rows(rows);
    rows[2].outcome = OUTCOME_DIVERGED;
    make_store(rows, ROWS);
    snprintf(path, sizeof path, "%s/mine.cfg", folder);
    char *argv[] = { (char[]){ "gate" },
                     (char[]){ "--new" },
                     path,
                     (char[]){ "--store" },
                     store_path,
                     (char[]){ "--reference" },
                     folder,
                     (char[]){ "--solvers" },
                     (char[]){ "many" },
                     NULL };
    ck_assert_int_eq(verb_gate.run(9, argv), CLI_OK);
    ck_assert_int_eq(verb_gate.run(9, argv), CLI_USAGE); /* it is there */
    snprintf(rules_path, sizeof rules_path, "%s", path);
    ck_assert_int_eq(run_gate(&said, NULL, NULL, NULL), CLI_OK);
    says(said, "layer 3: 24 of 24 cells hold\n");
    free(said);
    char *rules = need(file_text(path));
    says(rules, "(\"swing\", 0.0)");
    says(rules, "outcomes = [ \"diverged\" ]");
    says_not(rules, "\"few\"");
    free(rules);
}
END_TEST

static const char *const bad_bases[][2] = {
    { "a b@c rtol=1e-06\tok\t1\t2\n", "rules.base:1: cell, outcome, mescd" },
    { "# x\na b@c rtol=1e-06\tok\t1\t2\t-\ta\n", "rules.base:2: cell, outcome, mescd" },
    { "a b@c\tok\t1\t2\t-\n", "rules.base:1: no cell" },
    { "a b@c rtol=1e-6\tok\t1\t2\t-\n", "rules.base:1: no cell" },
    { "a b rtol=1e-06\tok\t1\t2\t-\n", "rules.base:1: no cell" },
    { "a b@c rtol=-1\tok\t1\t2\t-\n", "rules.base:1: no cell" },
    { "a b@c rtol=1e-06\tfine\t1\t2\t-\n", "rules.base:1: an outcome" },
    { "a b@c rtol=1e-06\tok\tx\t2\t-\n", "rules.base:1: mescd and n_f" },
    { "a b@c rtol=1e-06\tok\t1\tnan\t-\n", "rules.base:1: mescd and n_f" },
    { "a b@c rtol=1e-06\tok\t1\t2\t\n", "rules.base:1: the library" },
    { "a b@c rtol=1e-06\tok\t1\t2\t-\n\na b@c rtol=1e-06\tok\t1\t2\t-\n",
      "rules.base:3: a b@c rtol=1e-06 stands here again; it stands in line 1" },
    { "[core\na b@c rtol=1e-06\tok\t1\t2\t-\n", "rules.base:1: a set is named" },
    { "accepted\tnow\n", "rules.base:1: a date" },
};

START_TEST(malformed_bases_are_refused)
{
    write_file(base_path, bad_bases[_i][0]);
    ck_assert_ptr_null(base_read(base_path, &why));
    ck_assert_msg(strstr(why.text, bad_bases[_i][1]) != NULL, "\"%s\" lacks \"%s\"", why.text,
                  bad_bases[_i][1]);
    char *said;
    ck_assert_int_eq(run_gate(&said, NULL, NULL, NULL), CLI_USAGE);
    free(said);
}
END_TEST

START_TEST(a_base_is_read_as_it_is_written)
{
    base *b = base_read(base_path, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_eq(b->n, ROWS);
    char *before = base_text();
    FILE *f = need(fopen(base_path, "w"));
    base_write(b, f);
    fclose(f);
    char *after = base_text();
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    base_free(b);
}
END_TEST

#define REASON "reason = \"r\"; experiment = \"e\"; shows = \"s\"; "
static const char *const bad_rules[][2] = {
    { "layers = 3;", "layers: a group" },
    { "layers = { };", "base, the name of a file" },
    { "layers = { base = \"b\";\nlimit = 3; };", "rules.cfg:2: limit: unknown" },
    { "layers = { base = \"b\";\nsolver = { cells = 0; }; };",
      "rules.cfg:2: cells: must be positive" },
    { "layers = { base = \"b\";\nsolver = { digits = -1.0; }; };",
      "rules.cfg:2: digits: must not be" },
    { "layers = { base = \"b\";\nproblem = { digit = 1.0; }; };",
      "rules.cfg:2: digit: unknown" },
    { "layers = { base = \"b\";\ndrift = { a = 1.0; }; };", "rules.cfg:2: a: unknown" },
    { "layers = { base = \"b\";\ndigits = { problems = ( (\"x\") ); }; };", "a name and its" },
    { "layers = { base = \"b\";\ndigits = { solvers = ( (\"x\", 1), (\"x\", 2) ); }; };",
      "rules.cfg:2: the constant stands here again" },
    { "layers = { base = \"b\";\nsets = ( { solver = \"x\"; } ); };",
      "rules.cfg:2: a set has" },
    { "layers = { base = \"b\";\nexceptions = ( { g = 1.0; } ); };",
      "rules.cfg:2: an exception has" },
    { "layers = { base = \"b\";\nexceptions = ( { " REASON "} ); };",
      "rules.cfg:2: an exception names" },
    { "layers = { base = \"b\";\nexceptions = ( { tags = \"&\"; " REASON "} ); };",
      "tags: a condition" },
    { "layers = { base = \"b\";\nexceptions = ( { outcomes = [ \"crash\" ]; " REASON "} ); };",
      "have no excuse" },
};

START_TEST(malformed_rules_are_refused)
{
    write_file(rules_path, bad_rules[_i][0]);
    ck_assert_ptr_null(gate_read(rules_path, &why));
    ck_assert_msg(strstr(why.text, bad_rules[_i][1]) != NULL, "\"%s\" lacks \"%s\"", why.text,
                  bad_rules[_i][1]);
}
END_TEST

static const char *const titles[] = {
    "belt(T=0.02 dim=3) hht@index3 rtol=0.0001",
    "a b(c=1 d=word)@projected(newton=1) h=0.00025",
    "bouncing_balls(case=B) llm@ode rtol=1e-10 without events",
};

START_TEST(a_title_names_its_cell)
{
    cell c;
    char again[4 * CELL_TEXT];
    ck_assert(cell_from_title(&c, titles[_i]));
    cell_title(&c, again, sizeof again);
    ck_assert_str_eq(again, titles[_i]);
}
END_TEST

#define LOOP(test, list) tcase_add_loop_test(c, test, 0, (int)(sizeof list / sizeof *list))

int main(void)
{
    const TTest *const tests[] = {
        worse_needs_a_reason,
        small_losses_do_not_add_up_unseen,
        better_is_accepted_in_one_line,
        a_cell_that_is_gone_needs_a_reason,
        rules_are_not_accepted_away,
        a_time_limit_does_not_become_the_base,
        versions_of_a_library_stand_side_by_side,
        a_gate_begins_from_a_store,
        a_base_is_read_as_it_is_written,
    };
    TCase *c = tcase_create("accept");
    tcase_add_checked_fixture(c, setup_layers, remove_layers);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    LOOP(malformed_bases_are_refused, bad_bases);
    LOOP(malformed_rules_are_refused, bad_rules);
    LOOP(a_title_names_its_cell, titles);
    return suite_run("accept", c);
}
