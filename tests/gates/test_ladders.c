/* test_ladders.c -- the rules of ladders: a ladder that is climbed passes, a fall and a failure
 * do not unless an exception says so; every exception of ours is explained in docs/.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <unistd.h>

#include "bench/base/util.h"
#include "reports/gates/gate.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_ladders_XXXXXX";
static char store_path[64], gate_path[64];
static reason why;

enum { RUNGS = 7 };

static void setup(void)
{
    snprintf(folder, sizeof folder, "/tmp/test_ladders_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/store.db", folder);
    snprintf(gate_path, sizeof gate_path, "%s/gate.cfg", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
}

static void teardown(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

/* One ladder, a digit per rung from one on. */
static void fill(swing *rows)
{
    for (int k = 0; k < RUNGS; k++)
        rows[k] = (swing){ .solver = "p4",
                           .formulation = "ggl",
                           .rtol = pow(10, -1 - k),
                           .order = 1,
                           .cost = 1e-4 };
}

static gate *read_rules(const char *text)
{
    FILE *f = fopen(gate_path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    return gate_read(gate_path, &why);
}

static int failures(const swing *rows, const char *rules)
{
    unlink(store_path);
    ck_assert_msg(swing_store(store_path, rows, RUNGS, &why), "%s", why.text);
    gate *g = read_rules(rules);
    ck_assert_msg(g != NULL, "%s", why.text);
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    FILE *away = fopen("/dev/null", "w");
    const int n = ladders_check(g->ladders, b, away);
    fclose(away);
    board_close(b);
    gate_free(g);
    return n;
}

#define RULES(exceptions)                                                                      \
    "ladders = { fall = 1.0; floor = 5.5; fall_at_floor = 3.0; exceptions = (" exceptions      \
    "); };"

START_TEST(a_ladder_that_is_climbed_passes)
{
    swing rows[RUNGS];
    fill(rows);
    ck_assert_int_eq(failures(rows, RULES("")), 0);
    rows[1].extra_error = 1e-4; /* luck: better than three rungs after it */
    ck_assert_int_eq(failures(rows, RULES("")), 0);
}
END_TEST

START_TEST(a_fall_is_found)
{
    swing rows[RUNGS];
    fill(rows);
    rows[4].extra_error = 1e4; /* one digit, where 4 and 3 were reached */
    ck_assert_int_eq(failures(rows, RULES("")), 1);
    ck_assert_int_eq(failures(rows, RULES("{ fall = 2.5; reason = \"luck\"; }")), 0);
    ck_assert_int_eq(failures(rows, RULES("{ fall = 1.5; reason = \"luck\"; }")), 1);
    ck_assert_int_eq(
        failures(rows, RULES("{ solver = \"p[56]\"; fall = 2.5; reason = \"luck\"; }")), 1);
}
END_TEST

/* At 6.0 and 5.0 digits below the floor, at 7.0 and 6.0 above it. */
START_TEST(the_floor_forgives_more)
{
    swing rows[RUNGS];
    fill(rows);
    rows[0].extra_error = 1e-5;
    rows[1].extra_error = 1e-5; /* 6 and 7 digits: the second best is at the floor */
    rows[2].extra_error = 0.1;  /* 4: two lost */
    ck_assert_int_eq(failures(rows, RULES("")), 0);
    rows[2].extra_error = 10; /* 2: four lost */
    ck_assert_int_eq(failures(rows, RULES("")), 1);
}
END_TEST

START_TEST(a_failure_needs_a_reason)
{
    swing rows[RUNGS];
    fill(rows);
    rows[0].outcome = OUTCOME_DIVERGED;
    ck_assert_int_eq(failures(rows, RULES("")), 1);
    ck_assert_int_eq(
        failures(rows, RULES("{ outcomes = [ \"timeout\" ]; reason = \"slow\"; }")), 1);
    ck_assert_int_eq(failures(rows, RULES("{ problem = \"swing\"; formulation = \"ggl\";"
                                          " outcomes = [ \"diverged\" ]; reason = \"x\"; }")),
                     0);
    rows[0].outcome = OUTCOME_CRASH;
    ck_assert_int_eq(failures(rows, RULES("{ outcomes = [ \"diverged\" ]; reason = \"x\"; }")),
                     1);
}
END_TEST

static const struct {
    const char *text, *says;
} wrong[] = {
    { "ladders = 1;", "a group" },
    { "ladders = { fal = 1; };", "fal: unknown setting; did you mean fall?" },
    { "ladders = { fall = -1; };", "must not be negative" },
    { RULES("{ fall = 1.0; }"), "has a reason" },
    { RULES("{ reason = \"x\"; }"), "outcomes, or the fall" },
    { RULES("{ outcomes = [ \"crash\" ]; reason = \"x\"; }"), "have no excuse" },
    { RULES("{ outcomes = [ \"bad\" ]; reason = \"x\"; }"), "are expected" },
    { RULES("{ solvr = \"x\"; reason = \"x\"; }"), "solvr: unknown setting" },
};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(malformed_rules_are_refused)
{
    ck_assert_ptr_null(read_rules(wrong[_i].text));
    ck_assert_msg(strstr(why.text, wrong[_i].says) && strstr(why.text, "gate.cfg:1"), "%s",
                  why.text);
}
END_TEST

START_TEST(our_exceptions_are_explained)
{
    char own[1024];
    program_folder(own, sizeof own);
    char *path = text_of("%s/../tree/reports/gates/ladders.cfg", own);
    char *manual = text_of("%s/../tree/docs/exceptions.md", own);
    gate *g = gate_read(path, &why);
    char *text = file_text(manual);
    ck_assert_msg(g && g->ladders, "%s", why.text);
    ck_assert_msg(text != NULL, "%s cannot be read", manual);
    for (int k = 0; k < g->ladders->n; k++) {
        char *heading = text_of("\n## %s\n", g->ladders->exceptions[k].reason);
        ck_assert_msg(strstr(text, heading) != NULL, "docs/exceptions.md has no heading %s",
                      g->ladders->exceptions[k].reason);
        free(heading);
    }
    gate_free(g);
    free(text);
    free(path);
    free(manual);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("ladders");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_ladder_that_is_climbed_passes);
    tcase_add_test(t, a_fall_is_found);
    tcase_add_test(t, the_floor_forgives_more);
    tcase_add_test(t, a_failure_needs_a_reason);
    tcase_add_loop_test(t, malformed_rules_are_refused, 0, WRONG);
    tcase_add_test(t, our_exceptions_are_explained);
    return suite_run("ladders", t);
}
