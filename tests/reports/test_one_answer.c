/* test_one_answer.c -- one question, one answer: rank, the page and compare give the same
 * numbers, by either metric; and a ladder that ends while it climbs has not failed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/rungs.h"
#include "reports/page/answers.h"
#include "reports/tables/compare.h"
#include "reports/tables/rank.h"
#include "tests/reports/swing_stores.h"

enum { FEW = 3 }; /* rungs: of so few cells each store takes the same spread */

/* Solver `name` at 1e-4, 1e-5, 1e-6. */
static void add_rungs(swing *rows, const char *name, double seconds)
{
    for (int i = 0; i < FEW; i++)
        rows[i] = (swing){ .solver = name,
                           .formulation = "ggl",
                           .rtol = pow(10, -4 - i),
                           .order = 1,
                           .cost = seconds };
}

static board *board_of(const swing *rows, int n, const char *path, const char *metric)
{
    make_store(path, rows, n);
    board *b = open_board(path);
    board_judge_by(b, metric);
    return b;
}

static char *printed(const board *b, double level)
{
    const rank_request q = { level, "CPU [s]", RANK_BY_CONFIGURATION };
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    rank_print(b, &b->groups[0], &q, f);
    fclose(f);
    return text;
}

/* Answers of the page: [machine][problem][level - 1][place], [ladder, s, tie, ratio, low
 * ...] */
static json_t *page_answers(const board *b)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    json_out o = { .f = f };
    json_open(&o, NULL, '{');
    answers_json(b, &o);
    json_close(&o, '}');
    fclose(f);
    json_t *all = json_loads(text, 0, NULL);
    ck_assert_msg(all != NULL, "%s", text);
    free(text);
    return all;
}

static double number_at(const json_t *row, size_t i)
{
    return json_number_value(json_array_get(row, i));
}

/* The ratio of two solvers at the digits that both have at 1e-5, moved to whole ones, which the
 * page knows. */
static void ask_all(const char *metric)
{
    swing rows[2 * FEW];
    add_rungs(rows, "p", 1e-4);
    add_rungs(rows + FEW, "q", 1.3e-4);
    board *both = board_of(rows, 2 * FEW, base_path, metric);
    const double has = both->entries[1].digits.value, level = floor(has);
    for (int i = 0; i < both->n; i++) both->entries[i].digits.value += level - has;
    char *text = printed(both, level), expected[200];
    json_t *all = page_answers(both);
    const json_t *row = json_array_get(
        json_array_get(json_array_get(json_array_get(json_object_get(all, "answers"), 0), 0),
                       (size_t)level - 1),
        1);
    snprintf(expected, sizeof expected, "%.3g [%.3g, %.3g]", number_at(row, 3),
             number_at(row, 4), number_at(row, 5));
    ck_assert_msg(strstr(text, expected) != NULL, "the page has %s:\n%s", expected, text);
    ck_assert_msg(strstr(text, metric) != NULL, "%s", text);
    add_rungs(rows + FEW, "p", 1.3e-4);
    board *p = board_of(rows, FEW, base_path, metric),
          *q = board_of(rows + FEW, FEW, head_path, metric);
    const compare_limits limits = { .slower = 0.05, .digits = 0.2 };
    comparison c = compare_boards(p, q, &limits);
    const cost_ratio *r = &c.cell[1].ratio;
    ck_assert_double_eq_tol(r->ratio, number_at(row, 3), 1e-12);
    ck_assert_double_eq_tol(r->sure_low, number_at(row, 4), 1e-12);
    ck_assert_double_eq_tol(r->sure_high, number_at(row, 5), 1e-12);
    ck_assert_int_eq(r->verdict == COST_SAME, (int)number_at(row, 2));
    ck_assert_str_eq(c.metric, metric);
    free(c.cell);
    json_decref(all);
    free(text);
    board_close(both);
    board_close(p);
    board_close(q);
}

START_TEST(rank_page_and_compare_agree)
{
    ask_all("scd");
    ask_all("mescd");
}
END_TEST

/* A tie is a tie by the interval that is shown: it contains 1. */
START_TEST(the_interval_that_decides_is_shown)
{
    swing rows[2 * FEW];
    for (double more = 1.01; more < 2; more *= 1.05) {
        add_rungs(rows, "p", 1e-4);
        add_rungs(rows + FEW, "q", more * 1e-4);
        board *b = board_of(rows, 2 * FEW, base_path, "scd");
        char *text = printed(b, 5);
        const cost_ratio r = cost_compare_costs(&b->entries[FEW].cpu, &b->entries[0].cpu);
        ck_assert_int_eq(strstr(text, "\n1~") != NULL, r.sure_low <= 1 || r.ratio <= 1.02);
        ck_assert(r.sure_low < r.low && r.high < r.sure_high);
        free(text);
        board_close(b);
    }
}
END_TEST

static ladder_end end_of(swing *rows, int n)
{
    board *b = board_of(rows, n, base_path, "scd");
    ladder_end end = ladder_ended(b, &b->ladders[0]);
    if (end.open) ck_assert_double_eq(end.finest->r.cell.rtol, rows[n - 1].rtol);
    end.finest = NULL;
    board_close(b);
    return end;
}

START_TEST(not_asked_is_not_failed)
{
    swing rows[FEW];
    add_rungs(rows, "p", 1e-4);
    ck_assert(end_of(rows, FEW).open);
    rows[FEW - 1].extra_error = 200; /* the finest rung loses digits */
    ck_assert(!end_of(rows, FEW).open);
    add_rungs(rows, "p", 1e-4);
    rows[FEW - 1].outcome = OUTCOME_DIVERGED; /* or fails */
    ck_assert(!end_of(rows, FEW).open);
    rows[FEW - 1].outcome = OUTCOME_DECLINED; /* or was not run: 1e-5 is the finest */
    ck_assert_int_eq(end_of(rows, FEW - 1).rungs, FEW - 1);
    add_rungs(rows, "p", 1e-4);
    rows[FEW - 1].rtol = 1e-13; /* nobody is asked for less */
    ck_assert(!end_of(rows, FEW).open);
}
END_TEST

START_TEST(the_finest_rung_is_told)
{
    swing rows[2 * FEW];
    add_rungs(rows, "p", 1e-4);
    add_rungs(rows + FEW, "q", 1e-4);
    rows[2 * FEW - 1].outcome = OUTCOME_TIMEOUT;
    board *b = board_of(rows, 2 * FEW, base_path, "scd");
    char *text = printed(b, 8);
    ck_assert_msg(strstr(text,
                         "not asked: p@ggl: the finest rung asked, rtol = 1e-06, gave 6.0 "
                         "digits, still climbing\n") != NULL,
                  "%s", text);
    ck_assert_msg(strstr(text, "1 do not get there; the nearest: q@ggl with 5.00") != NULL,
                  "%s", text);
    free(text);
    board_close(b);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("one answer");
    tcase_add_unchecked_fixture(t, make_base, remove_folder);
    tcase_add_test(t, rank_page_and_compare_agree);
    tcase_add_test(t, the_interval_that_decides_is_shown);
    tcase_add_test(t, not_asked_is_not_failed);
    tcase_add_test(t, the_finest_rung_is_told);
    return suite_run("one answer", t);
}
