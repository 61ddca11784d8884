/* test_cost.c -- observed orders, and costs with their intervals, on numbers done by hand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>

#include "reports/metrics/cost.h"
#include "reports/metrics/order.h"

#include "tests/suite.h"

#define ASSERT_NEAR(a, b, tolerance) ck_assert_double_eq_tol(a, b, tolerance)

/* ---- observed order ---------------------------------------------------------------------- */

START_TEST(order_comes_from_the_asymptotic_window)
{
    double h[14], e[14];
    for (int k = 0; k < 14; k++) {
        h[k] = pow(2, -k);
        e[k] = 0.3 * h[k] * h[k];
        if (k < 3) e[k] = 1;            /* pre-asymptotic */
        if (k > 10) e[k] = e[10] * 0.9; /* round-off floor */
    }
    const observed_order o = order_observe(h, e, 14);
    ck_assert(o.known);
    ASSERT_NEAR(o.order, 2, 1e-9);
    ASSERT_NEAR(o.h_from, h[3], 1e-12);
    ASSERT_NEAR(o.h_to, h[10], 1e-12);
    ck_assert(o.low <= o.order && o.order <= o.high);
}
END_TEST

START_TEST(no_order_is_claimed_from_a_floor_or_two_rungs)
{
    const double h[] = { 1, 0.5, 0.25, 0.125 }, floor[] = { 1e-13, 2e-13, 1e-13, 3e-13 };
    const double e[] = { 1, 0.25, NAN, NAN };
    ck_assert(!order_observe(h, floor, 4).known);
    ck_assert(!order_observe(h, e, 4).known);
}
END_TEST

/* ---- cost -------------------------------------------------------------------------------- */

/* Samples around s with a spread of one per cent, three workers. */
static int fill_samples(timing *t, double s, int n)
{
    for (int i = 0; i < n; i++) t[i] = (timing){ s * (1 + 0.01 * sin(12.9898 * i)), 3 * i / n };
    return n;
}

START_TEST(cost_and_interval_come_from_the_medians_of_the_workers)
{
    const noise none = { 0, 0 };
    const timing t[] = { { 1.00, 0 }, { 1.0, 0 }, { 9.0, 0 }, { 1.10, 1 }, { 1.21, 2 } };
    const cost c = cost_of(t, 5, &none);
    ck_assert_int_eq(c.workers, 3);
    ASSERT_NEAR(c.median, 1.1, 1e-12); /* logs are 0, l, 2 l: their spread is l */
    ASSERT_NEAR(log(c.high / c.median), 4.30265 * log(1.1) / sqrt(3), 1e-5);
    ASSERT_NEAR(log(c.median / c.low), 4.30265 * log(1.1) / sqrt(3), 1e-5);
    ck_assert_double_eq(c.min, 1);
    ck_assert(isnan(cost_of(t, 0, &none).median));
}
END_TEST

START_TEST(other_cells_vouch_for_a_lone_worker)
{
    const noise prior = { 0.01 * 0.01, 10 };
    const timing t[] = { { 1, 0 } };
    const cost c = cost_of(t, 1, &prior);
    ASSERT_NEAR(log(c.high), 2.22814 * 0.01, 1e-6);
    ASSERT_NEAR(log(c.low), -2.22814 * 0.01, 1e-6);
}
END_TEST

static const noise quiet = { 0.01 * 0.01, 10 };

static cost filled(double s, int n)
{
    timing t[60];
    return cost_of(t, n ? fill_samples(t, s, n) : 0, &quiet);
}

START_TEST(ten_per_cent_is_resolved_and_one_half_is_not)
{
    const cost a = filled(1e-3, 60), b = filled(1.1e-3, 60), c = filled(1.005e-3, 60);
    const cost one = filled(1e-3, 1), other = filled(1.05e-3, 1), none = filled(1, 0);
    ck_assert_int_eq(cost_compare_costs(&b, &a).verdict, COST_MORE);
    ck_assert_int_eq(cost_compare_costs(&a, &b).verdict, COST_LESS);
    ck_assert_int_eq(cost_compare_costs(&c, &a).verdict, COST_SAME);
    ck_assert_int_eq(cost_compare_costs(&a, &a).verdict, COST_SAME);
    ck_assert_int_eq(cost_compare_costs(&one, &other).verdict, COST_SAME);
    ck_assert_int_eq(cost_compare_costs(&none, &b).verdict, COST_NO_OVERLAP);
    ck_assert(isnan(cost_compare_costs(&none, &b).ratio));
}
END_TEST

START_TEST(cost_at_equal_accuracy_follows_the_pareto_front)
{
    cost t[4];
    for (int i = 0; i < 4; i++) t[i] = filled(pow(10, i - 4), 30);
    /* the third rung costs more and gives less than the fourth: it is off the front */
    const cost_point a[] = { { 2, &t[0] }, { 4, &t[1] }, { 3, &t[2] } };
    const cost_point b[] = { { 2, &t[1] }, { 4, &t[2] } };
    const cost_point c[] = { { 6, &t[1] }, { 8, &t[2] } };
    cost_curve *A = cost_curve_new(a, 3), *B = cost_curve_new(b, 2), *C = cost_curve_new(c, 2);
    ASSERT_NEAR(log10(cost_at(A, 3)), -3.5, 0.01);
    ck_assert(isnan(cost_at(A, 5)));
    const cost_ratio r = cost_compare(A, B, 3);
    ASSERT_NEAR(r.ratio, 0.1, 0.002);
    ck_assert_int_eq(r.verdict, COST_LESS);
    ck_assert(r.low < r.ratio && r.ratio < r.high);
    /* half way between two points the errors average out; their ends have all of it */
    const cost_ratio end = cost_compare(A, B, 4);
    ck_assert_double_gt(log(end.high / end.low), 1.1 * log(r.high / r.low));
    ck_assert_int_eq(cost_compare(A, C, 5).verdict, COST_NO_OVERLAP);
    cost_curve_free(A);
    cost_curve_free(B);
    cost_curve_free(C);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        order_comes_from_the_asymptotic_window,
        no_order_is_claimed_from_a_floor_or_two_rungs,
        cost_and_interval_come_from_the_medians_of_the_workers,
        other_cells_vouch_for_a_lone_worker,
        ten_per_cent_is_resolved_and_one_half_is_not,
        cost_at_equal_accuracy_follows_the_pareto_front,
    };
    TCase *c = tcase_create("cost");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("cost", c);
}
