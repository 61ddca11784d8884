/* test_jitter.c -- several runs a rung: their mean, the band, how often an order holds.
 *
 * The swing costs c / sqrt(e) at the error e, so its digits and costs are known: p4 makes
 * e = rtol of the rung times a factor a run, p3 the same at twice the cost.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/rungs.h"
#include "reports/tables/rank.h"
#include "tests/reports/swing_stores.h"

enum { STEPS = 4, RUNS = 2, ONE = STEPS * RUNS };
static const double factor[RUNS] = { 4, 0.25 };

/* Rungs 1e-3 .. 1e-6; of each run e = rung * factor^luck. */
static void fill(swing *rows, const char *solver, double seconds, double luck)
{
    for (int i = 0; i < ONE; i++) {
        const int decade = -3 - i / RUNS;
        const double rung = pow(10, decade), rtol = i % RUNS ? rung * 1.1 : rung;
        rows[i] = (swing){ .solver = solver,
                           .formulation = "ggl",
                           .rtol = rtol,
                           .rung = i % RUNS ? rung : 0,
                           .order = 1,
                           .cost = seconds,
                           .extra_error = rung / rtol * pow(factor[i % RUNS], luck) };
    }
}

static bool point(const void *context, const entry *e, double *at, double *spent)
{
    (void)context;
    *at = e->scd.value;
    *spent = e->cpu.median;
    return e->scd.known;
}

static void is_near(double a, double b)
{
    ck_assert_msg(fabs(a / b - 1) < 0.01, "%.6g is not %.6g", a, b);
}

/* Factors 4 and 1/4 leave the mean of digits and of log cost where the rung is. */
START_TEST(a_rung_is_the_mean_of_its_runs)
{
    swing rows[ONE];
    double x[ONE], y[ONE];
    fill(rows, "p4", 1e-4, 1);
    make_store(head_path, rows, ONE);
    board *b = open_board(head_path);
    ck_assert_int_eq(b->nladders, 1);
    ck_assert(ladder_is_jittered(b, &b->ladders[0]));
    ck_assert_int_eq(rung_means(b, &b->ladders[0], point, NULL, x, y), STEPS);
    for (int i = 0; i < STEPS; i++) {
        ck_assert(fabs(x[i] - (3 + i)) < 1e-6);
        is_near(y[i], 1e-4 * pow(10, (3 + i) / 2.0));
    }
    cost_curve *c = curves_new(b, &b->ladders[0]);
    is_near(cost_at(c, 4.5), 1e-4 * pow(10, 4.5 / 2));
    ck_assert(isnan(cost_at(c, 6.3))); /* one lucky run has as many digits, the rung has not */
    cost_curve_free(c);
    board_close(b);
}
END_TEST

/* A rung most of whose runs fail has no mean. */
START_TEST(half_of_the_runs_must_arrive)
{
    swing rows[ONE + 1];
    double x[ONE + 1], y[ONE + 1];
    fill(rows, "p4", 1e-4, 1);
    rows[ONE] = rows[1];
    rows[ONE].rtol = 0.9e-3;
    rows[0].outcome = rows[ONE].outcome = OUTCOME_DIVERGED;
    make_store(head_path, rows, ONE + 1);
    board *b = open_board(head_path);
    ck_assert_int_eq(rung_means(b, &b->ladders[0], point, NULL, x, y), STEPS - 1);
    ck_assert(fabs(x[0] - 4) < 1e-6);
    board_close(b);
}
END_TEST

/* Cost follows from the error alone, so that all runs lie on one line, and a band of one solver
 * with luck in its errors is that line; where one run of each rung costs thrice as much, the
 * band is a factor of three wide at the rungs. */
START_TEST(the_band_holds_every_draw)
{
    swing rows[ONE];
    fill(rows, "p4", 1e-4, 1);
    make_store(head_path, rows, ONE);
    board *b = open_board(head_path);
    rung_band band = rung_band_of(b, &b->ladders[0], point, NULL);
    ck_assert_int_gt(band.n, 90);
    for (int i = 0; i < band.n; i++) {
        is_near(band.low[i], band.high[i]);
        is_near(band.low[i], 1e-4 * pow(10, band.x[i] / 2));
    }
    rung_band_free(&band);
    board_close(b);
    fill(rows, "p4", 1e-4, 1e-6);
    for (int i = 1; i < ONE; i += RUNS) rows[i].slower = 3;
    make_store(head_path, rows, ONE);
    b = open_board(head_path);
    band = rung_band_of(b, &b->ladders[0], point, NULL);
    for (int i = 1; i + 1 < band.n; i++) is_near(band.high[i] / band.low[i], 3);
    rung_band_free(&band);
    board_close(b);
}
END_TEST

/* Without jitter nothing is drawn and no band is there. */
START_TEST(single_runs_have_neither)
{
    board *b = open_board(base_path);
    rung_band band = rung_band_of(b, &b->ladders[0], point, NULL);
    ck_assert_int_eq(band.n, 0);
    ck_assert(isnan(curves_stability(b, &b->ladders[0], &b->ladders[1], 5)));
    rung_band_free(&band);
    board_close(b);
}
END_TEST

/* p3 costs twice what p4 costs, whatever is drawn: the order always holds. Where p4's second
 * run of a rung costs four times the first, it holds at a rung, where no other takes part, in
 * half of the draws. */
START_TEST(how_often_an_order_holds)
{
    swing rows[2 * ONE];
    const int sure = 100, even = 50, slack = 8;
    fill(rows, "p4", 1e-4, 1e-6);
    fill(rows + ONE, "p3", 2e-4, 1e-6);
    make_store(head_path, rows, 2 * ONE);
    board *b = open_board(head_path);
    const ladder *p3 = &b->ladders[0], *p4 = &b->ladders[1];
    ck_assert_int_eq((int)(100 * curves_stability(b, p4, p3, 4.5)), sure);
    ck_assert_int_eq((int)(100 * curves_stability(b, p3, p4, 4.5)), 0);
    board_close(b);
    for (int i = 1; i < ONE; i += RUNS) rows[i].slower = 4;
    make_store(head_path, rows, 2 * ONE);
    b = open_board(head_path);
    p3 = &b->ladders[0], p4 = &b->ladders[1];
    const int share = (int)(100 * curves_stability(b, p4, p3, 5.999));
    ck_assert_msg(abs(share - even) <= slack, "%d %%", share);
    ck_assert_int_eq(share, (int)(100 * curves_stability(b, p4, p3, 5.999)));
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    const rank_request q = { 4.5, "CPU [s]", RANK_BY_CONFIGURATION };
    rank_print(b, &b->groups[0], &q, f);
    fclose(f);
    ck_assert_msg(strstr(text, "order holds") && strstr(text, " %"), "%s", text);
    free(text);
    board_close(b);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { a_rung_is_the_mean_of_its_runs, half_of_the_runs_must_arrive,
                                   the_band_holds_every_draw, single_runs_have_neither,
                                   how_often_an_order_holds };
    TCase *c = tcase_create("jitter");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("jitter", c);
}
