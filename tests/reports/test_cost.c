/* test_cost.c -- observed orders, and costs with their intervals, on numbers done by hand. */
#include <math.h>

#include "reports/metrics/cost.h"
#include "reports/metrics/order.h"

#include <check.h>

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

START_TEST(median_has_the_interval_of_order_statistics)
{
    timing t[25];
    for (int i = 0; i < 25; i++) t[i] = (timing){ (i * 7) % 25 + 1, 0 };
    const cost c = cost_of(t, 25);
    ck_assert_double_eq(c.median, 13);
    ck_assert_double_eq(c.low, 8); /* the classical table: 8th and 18th of 25 */
    ck_assert_double_eq(c.high, 18);
    ck_assert_double_eq(c.min, 1);
    ck_assert(isnan(cost_of(t, 0).median));
}
END_TEST

START_TEST(interval_holds_every_worker)
{
    timing t[40];
    for (int i = 0; i < 40; i++) t[i] = (timing){ i < 30 ? 1 + 1e-6 * i : 1.3, i < 30 ? 0 : 1 };
    ck_assert_double_ge(cost_of(t, 40).high, 1.3);
}
END_TEST

START_TEST(ten_per_cent_is_resolved_and_one_half_is_not)
{
    timing a[60], b[60], c[60];
    fill_samples(a, 1e-3, 60);
    fill_samples(b, 1.1e-3, 60);
    fill_samples(c, 1.005e-3, 60);
    ck_assert_int_eq(cost_compare_samples(b, 60, a, 60).verdict, COST_MORE);
    ck_assert_int_eq(cost_compare_samples(a, 60, b, 60).verdict, COST_LESS);
    ck_assert_int_eq(cost_compare_samples(c, 60, a, 60).verdict, COST_SAME);
    ck_assert_int_eq(cost_compare_samples(a, 60, a, 60).verdict, COST_SAME);
    ck_assert_int_eq(cost_compare_samples(a, 1, b, 1).verdict, COST_SAME);
    ck_assert_int_eq(cost_compare_samples(a, 0, b, 60).verdict, COST_NO_OVERLAP);
}
END_TEST

START_TEST(cost_at_equal_accuracy_follows_the_pareto_front)
{
    timing t[4][30];
    for (int i = 0; i < 4; i++) fill_samples(t[i], pow(10, i - 4), 30);
    /* the third rung costs more and gives less than the fourth: it is off the front */
    const cost_point a[] = { { 2, t[0], 30 }, { 4, t[1], 30 }, { 3, t[2], 30 } };
    const cost_point b[] = { { 2, t[1], 30 }, { 4, t[2], 30 } };
    const cost_point c[] = { { 6, t[1], 30 }, { 8, t[2], 30 } };
    cost_curve *A = cost_curve_new(a, 3), *B = cost_curve_new(b, 2), *C = cost_curve_new(c, 2);
    ASSERT_NEAR(log10(cost_at(A, 3)), -3.5, 0.01);
    ck_assert(isnan(cost_at(A, 5)));
    const cost_ratio r = cost_compare(A, B, 3);
    ASSERT_NEAR(r.ratio, 0.1, 0.002);
    ck_assert_int_eq(r.verdict, COST_LESS);
    ck_assert(r.low <= r.ratio && r.ratio <= r.high);
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
        median_has_the_interval_of_order_statistics,
        interval_holds_every_worker,
        ten_per_cent_is_resolved_and_one_half_is_not,
        cost_at_equal_accuracy_follows_the_pareto_front,
    };
    Suite *s = suite_create("cost");
    TCase *c = tcase_create("cost");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed;
}
