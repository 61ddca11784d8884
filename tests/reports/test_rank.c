/* test_rank.c -- who is cheapest at so many digits: order, ratios, ties, and nobody.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "reports/tables/rank.h"
#include "tests/reports/swing_stores.h"

static char *ranked_by(const char *metric, const char *path, double level, rank_by by)
{
    const rank_request q = { level, "CPU [s]", by };
    board *b = open_board(path);
    board_judge_by(b, metric);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    rank_print(b, &b->groups[0], &q, f);
    fclose(f);
    board_close(b);
    return text;
}

static char *ranked(const char *path, double level, rank_by by)
{
    return ranked_by("scd", path, level, by);
}

static void holds(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is missing in\n%s", words, text);
}

static void before(const char *text, const char *first, const char *second)
{
    holds(text, first);
    holds(text, second);
    ck_assert_msg(strstr(text, first) < strstr(text, second), "%s", text);
}

/* At equal error p3 costs twice what p4 costs; p8 has one rung, with 3.8 digits. */
START_TEST(the_cheapest_comes_first)
{
    char *text = ranked(base_path, 5, RANK_BY_CONFIGURATION);
    holds(text, "swing, 5 digits (scd)\nrank  configuration");
    before(text, "\n1     p4@ggl ", "\n2     p3@projected ");
    holds(text, " 2 [");
    holds(text, "not asked: p8@index3, constant steps: the only rung asked, h = 0.0125, gave "
                "3.8 digits");
    free(text);
    text = ranked(base_path, 3.5, RANK_BY_CONFIGURATION);
    holds(text, "p8@index3"); /* more digits than asked for cost what they cost */
    holds(text, "\n1 did not arrive\n");
    free(text);
    text = ranked(base_path, 1, RANK_BY_CONFIGURATION);
    holds(text, " 0.00316  1.19 ["); /* the first of five with more than one digit */
    free(text);
}
END_TEST

START_TEST(nobody_arrives)
{
    char *text = ranked_by("mescd", base_path, 12, RANK_BY_CONFIGURATION);
    holds(text, "not asked: p4@ggl: the finest rung asked, rtol = 1e-07, gave 7.0 digits");
    free(text);
}
END_TEST

/* Equal work under two names. */
START_TEST(ties_are_ties)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < RUNGS; i++) {
        rows[RUNGS + i] = rows[i];
        rows[RUNGS + i].solver = "p5";
        rows[RUNGS + i].formulation = "index2";
    }
    make_store(head_path, rows, 2 * RUNGS);
    char *text = ranked(head_path, 5, RANK_BY_CONFIGURATION);
    holds(text, "\n1~    p");
    ck_assert_ptr_nonnull(strstr(strstr(text, "\n1~") + 1, "\n1~"));
    free(text);
}
END_TEST

/* Of a formulation the cheapest configuration stands. */
START_TEST(formulations_and_solvers_compete)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < RUNGS; i++) rows[i].formulation = "projected";
    make_store(head_path, rows, 2 * RUNGS);
    char *text = ranked(head_path, 5, RANK_BY_FORMULATION);
    holds(text, "rank  formulation");
    holds(text, "\n1     projected ");
    holds(text, "p4@projected\n");
    ck_assert_ptr_null(strstr(text, "p3@projected"));
    free(text);
    text = ranked(head_path, 5, RANK_BY_SOLVER);
    before(text, "\n1     p4 ", "\n2     p3 ");
    free(text);
}
END_TEST

/* At five digits a solve of p4 takes 0.03 s. */
static char *ranked_with_setup(double s)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < RUNGS; i++) rows[i].setup_s = s;
    make_store(head_path, rows, 2 * RUNGS);
    return ranked(head_path, 5, RANK_BY_CONFIGURATION);
}

START_TEST(a_long_setup_is_ranked_apart)
{
    char *text = ranked_with_setup(1);
    holds(text, "\n1     p3@projected ");
    holds(text, "ranked apart: p4@ggl: 0.03");
    holds(text, ", behind a set-up of 1 s\n");
    ck_assert_ptr_null(strstr(text, "\n2 "));
    ck_assert_ptr_null(strstr(text, "do not get there"));
    free(text);
    text = ranked_with_setup(0.1); /* three solves */
    before(text, "\n1     p4@ggl ", "\n2     p3@projected ");
    ck_assert_ptr_null(strstr(text, "apart"));
    free(text);
}
END_TEST

/* p3 declines the problem: that is no failure. */
START_TEST(who_declines_has_not_failed)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows[i].outcome = OUTCOME_DECLINED;
    make_store(head_path, rows, 2 * RUNGS);
    char *text = ranked(head_path, 5, RANK_BY_CONFIGURATION);
    holds(text, "1 declined the problem\n");
    ck_assert_ptr_null(strstr(text, "did not arrive"));
    free(text);
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows[i].outcome = OUTCOME_DIVERGED;
    make_store(head_path, rows, 2 * RUNGS);
    text = ranked(head_path, 5, RANK_BY_CONFIGURATION);
    holds(text, "1 did not arrive\n");
    ck_assert_ptr_null(strstr(text, "decline"));
    free(text);
}
END_TEST

START_TEST(a_problem_that_is_not_there)
{
    char words[][80] = { "rank", "swinge", "--store", "" };
    char *argv[] = { words[0], words[1], words[2], words[3], NULL };
    snprintf(words[3], 80, "%s", base_path);
    ck_assert_int_eq(verb_rank.run(4, argv), CLI_INFRA);
    snprintf(words[1], 80, "sw*");
    ck_assert_int_eq(verb_rank.run(4, argv), CLI_OK);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_cheapest_comes_first,
        nobody_arrives,
        ties_are_ties,
        formulations_and_solvers_compete,
        a_long_setup_is_ranked_apart,
        who_declines_has_not_failed,
        a_problem_that_is_not_there,
    };
    TCase *c = tcase_create("rank");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("rank", c);
}
