/* test_progress.c -- what a campaign says of itself where there is no terminal: lines in the
 * order of time, and the time left.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/progress.h"

#include "bench/base/util.h"

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *log_file;
static int usual;

static void set_up(void)
{
    log_file = tmpfile();
    ck_assert_ptr_nonnull(log_file);
    fflush(stderr);
    usual = dup(STDERR_FILENO);
    dup2(fileno(log_file), STDERR_FILENO);
}

static void give_back(void)
{
    fflush(stderr);
    dup2(usual, STDERR_FILENO);
}

static void tear_down(void)
{
    give_back();
    close(usual);
    fclose(log_file);
}

/* What was said so far; caller frees */
static char *said(void)
{
    fflush(stderr);
    char *path = text_of("/proc/self/fd/%d", fileno(log_file)), *text = file_text(path);
    free(path);
    ck_assert_ptr_nonnull(text);
    return text;
}

static void nap(double s)
{
    const struct timespec t = { .tv_nsec = lround(1e9 * s) };
    nanosleep(&t, NULL);
}

static void finish_cell(progress *p, outcome o)
{
    char none[] = "";
    const record r = { .cell = { .problem = "p", .solver = "s", .formulation = "f" },
                       .outcome = o,
                       .detail = none };
    progress_run(p, PROGRESS_ACCURACY);
    progress_cell(p, &r);
}

/* Of each line "CELLS of 40 cells, TIMINGS of 40 timings": neither falls, the seconds before
 * them do not either, and there are several. */
static void assert_in_order(char *text, int least)
{
    char *rest = text, *line;
    long cells = -1, timings = -1, now[2];
    int n = 0;
    while ((line = strsep(&rest, "\n")) && *line) {
        const char *at = strstr(line, ": ");
        ck_assert_msg(at != NULL, "%s", line);
        ck_assert_msg(sscanf(at, ": %ld of 40 cells, %ld of", &now[0], &now[1]) == 2, "%s",
                      line);
        ck_assert_int_ge(now[0], cells);
        ck_assert_int_ge(now[1], timings);
        cells = now[0];
        timings = now[1];
        n++;
    }
    ck_assert_int_ge(n, least);
}

/* Every third cell fails, at once; lines come all the time, and hold how many. */
START_TEST(a_log_has_lines_in_the_order_of_time)
{
    progress p = { .every_s = 0.02 };
    progress_begin(&p, 40);
    progress_expect(&p, PROGRESS_ACCURACY, 40, 4);
    progress_expect(&p, PROGRESS_TIMING, 40, 4);
    for (progress_kind k = PROGRESS_ACCURACY; k < PROGRESS_KINDS; k++) {
        progress_turn(&p, k);
        for (int i = 0; i < 40; i++) {
            nap(0.005);
            if (k == PROGRESS_ACCURACY)
                finish_cell(&p, i % 3 ? OUTCOME_OK : OUTCOME_DIVERGED);
            else
                progress_run(&p, k);
        }
        progress_rest(&p);
    }
    progress_end(&p);
    char *text = said();
    ck_assert_ptr_nonnull(strstr(text, "14 failed; about "));
    ck_assert_ptr_null(strstr(text, "diverged"));
    assert_in_order(text, 8);
    free(text);
}
END_TEST

START_TEST(nothing_is_said_before_it_is_time)
{
    progress p = { 0 };
    progress_begin(&p, 1);
    progress_expect(&p, PROGRESS_ACCURACY, 1, 1);
    progress_turn(&p, PROGRESS_ACCURACY);
    finish_cell(&p, OUTCOME_CRASH);
    progress_end(&p);
    char *text = said();
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(a_fault_of_the_harness_is_always_told)
{
    progress p = { 0 };
    progress_begin(&p, 1);
    progress_expect(&p, PROGRESS_ACCURACY, 1, 1);
    finish_cell(&p, OUTCOME_INFRASTRUCTURE);
    char *text = said();
    ck_assert_ptr_nonnull(strstr(text, "infrastructure"));
    free(text);
}
END_TEST

/* Ten runs of one kind in 0.1 s leave 30 of 0.01 s; of the other the guess stands, without
 * what is not needed or was done before. */
START_TEST(time_left_is_by_kind)
{
    progress p = { .quiet = true };
    progress_begin(&p, 40);
    progress_expect(&p, PROGRESS_ACCURACY, 40, 1000);
    progress_expect(&p, PROGRESS_TIMING, 200, 100);
    progress_known(&p, PROGRESS_TIMING, 20);
    progress_drop(&p, PROGRESS_TIMING, 50);
    ck_assert_double_eq_tol(progress_left_s(&p), 1000 + 130 * 0.5, 1e-9);
    progress_turn(&p, PROGRESS_ACCURACY);
    for (int i = 0; i < 10; i++) progress_run(&p, PROGRESS_ACCURACY);
    progress_rest(&p);
    p.work[PROGRESS_ACCURACY].spent_s = 0.1;
    ck_assert_double_eq_tol(progress_left_s(&p), 30 * 0.01 + 130 * 0.5, 1e-9);
}
END_TEST

START_TEST(a_terminal_has_a_bar_with_the_time_left)
{
    progress p = { .terminal = true };
    progress_begin(&p, 4);
    progress_expect(&p, PROGRESS_ACCURACY, 4, 200);
    progress_tick(&p);
    char *text = said();
    ck_assert_ptr_nonnull(strstr(text, "\r\033[K"));
    ck_assert_ptr_nonnull(strstr(text, ".... 0 of 4 cells; about 3 min 20 s left"));
    free(text);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("progress");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, a_log_has_lines_in_the_order_of_time);
    tcase_add_test(t, nothing_is_said_before_it_is_time);
    tcase_add_test(t, a_fault_of_the_harness_is_always_told);
    tcase_add_test(t, time_left_is_by_kind);
    tcase_add_test(t, a_terminal_has_a_bar_with_the_time_left);
    return suite_run("progress", t);
}
