/* test_events_matched.c -- located events against those of a reference, on numbers done by
 * hand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "reports/metrics/events.h"

#define ASSERT_NEAR(a, b, tolerance) ck_assert_double_eq_tol(a, b, tolerance)

static const event_point expected[] = { { 1, "floor", -1 },
                                        { 1.1, "floor", 1 },
                                        { 2, "floor", -1 },
                                        { 2.1, "floor", 1 },
                                        { 2.1, "wall", 1 } };
enum { EXPECTED = 5 };

START_TEST(all_events_found)
{
    const event_point own[] = { { 1 + 1e-9, "floor", -1 },
                                { 1.1, "floor", 1 },
                                { 2 - 3e-9, "floor", -1 },
                                { 2.1, "wall", 1 },
                                { 2.1 + 1e-12, "floor", 1 } };
    event_errors e = events_match(own, 5, expected, EXPECTED);
    ck_assert_int_eq(e.matched, 5);
    ck_assert_int_eq(e.missed + e.spurious + e.duplicated + e.reordered, 0);
    ASSERT_NEAR(e.time_error, 3e-9, 1e-15);
    events_free(&e);
}
END_TEST

START_TEST(missed_spurious_and_duplicated_events_are_told_apart)
{
    const event_point own[] = { { 1, "floor", -1 },  { 1 + 1e-4, "floor", -1 },
                                { 1.1, "floor", 1 }, { 1.5, "wall", -1 },
                                { 1.7, "floor", 1 }, { 2.1, "floor", 1 },
                                { 2.1, "wall", 1 } };
    event_errors e = events_match(own, 7, expected, EXPECTED);
    ck_assert_int_eq(e.matched, 4);
    ck_assert_int_eq(e.missed, 1);
    ck_assert_int_eq(e.duplicated, 1);
    ck_assert_int_eq(e.spurious, 2);
    events_free(&e);
}
END_TEST

/* Twenty thousand of two kinds, some missed, all shifted: pair by pair it would take
 * seconds. */
START_TEST(long_trains_are_matched)
{
    enum { N = 20000 };
    event_point *own = calloc(N, sizeof *own), *right = calloc(N, sizeof *right);
    int n = 0;
    for (int k = 0; k < N; k++) {
        right[k] = (event_point){ k, k % 3 ? "a" : "b", 1 };
        if (k % 100 == 7) continue;
        own[n] = right[k];
        own[n++].t += 0.25;
    }
    const clock_t begin = clock();
    event_errors e = events_match(own, n, right, N);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 0.5);
    ck_assert_int_eq(e.matched, N - N / 100);
    ck_assert_int_eq(e.missed, N / 100);
    ck_assert_int_eq(e.spurious + e.duplicated + e.reordered, 0);
    ASSERT_NEAR(e.time_error, 0.25, 1e-9);
    events_free(&e);
    free(own);
    free(right);
}
END_TEST

START_TEST(events_in_another_order_are_counted)
{
    const event_point right[] = { { 1, "a", 1 }, { 1.01, "b", 1 } };
    const event_point own[] = { { 1.005, "b", 1 }, { 1.006, "a", 1 } };
    event_errors e = events_match(own, 2, right, 2);
    ck_assert_int_eq(e.matched, 2);
    ck_assert_int_eq(e.reordered, 1);
    events_free(&e);
    e = events_match(NULL, 0, right, 2);
    ck_assert_int_eq(e.missed, 2);
    ck_assert(isnan(e.time_error));
    events_free(&e);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("events");
    tcase_add_test(c, all_events_found);
    tcase_add_test(c, missed_spurious_and_duplicated_events_are_told_apart);
    tcase_add_test(c, long_trains_are_matched);
    tcase_add_test(c, events_in_another_order_are_counted);
    return suite_run("events matched", c);
}
