/* test_differences.c -- backward differences: what they reproduce, another distance, further
 * points.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/differences.h"
#include "tests/method.h"

enum { N = 2, REALS = N * (DIFFERENCES_MAX + 1) };

/* Two polynomials of degree 5. */
static void curve(double t, double *y)
{
    y[0] = 1 + t * (2 - t * (1 + t * (0.5 - t * (0.25 + 0.125 * t))));
    y[1] = pow(1 - t, 5);
}

static double gap(const differences *x, int degree, double s, double t)
{
    double y[N], exact[N];
    differences_at(x, degree, s, y);
    curve(t, exact);
    return distance(y, exact, N);
}

/* Points 0, h, ..., `last` h, each added by its distance from the prediction. */
static void sample(differences *x, double *store, double h, int last, int degree)
{
    double top[N], predicted[N];
    memset(x, 0, sizeof *x);
    memset(store, 0, REALS * sizeof *store);
    ck_assert(differences_carve(x, N, store) == store + REALS);
    x->h = h;
    curve(0, x->d[0]);
    for (int i = 1; i <= last; i++) {
        const int k = x->known < degree ? x->known : degree;
        curve(i * h, top);
        differences_at(x, k, 1, predicted);
        for (int j = 0; j < N; j++) top[j] -= predicted[j];
        differences_add(x, k, top);
    }
}

START_TEST(polynomials_are_reproduced)
{
    differences x;
    double store[REALS];
    sample(&x, store, 0.1, 9, 5);
    ck_assert_int_eq(x.known, 7);
    ck_assert_int_eq(x.steps, 9);
    for (int k = -12; k <= 12; k++)
        ck_assert_double_lt(gap(&x, 5, k / 4.0, 0.9 + k / 40.0), 1e-12);
    for (int j = 0; j < N; j++) { /* differences beyond the degree vanish */
        ck_assert_double_lt(fabs(x.d[6][j]), 1e-13);
        ck_assert_double_lt(fabs(x.d[7][j]), 1e-13);
    }
}
END_TEST

START_TEST(another_distance_is_the_same_polynomial)
{
    static const double ratios[] = { 0.05, 0.5, 0.9, 1.1, 2, 10 };
    const double ratio = ratios[_i];
    differences x, y;
    double store[REALS], other[REALS];
    sample(&x, store, 0.05, 9, 5);
    y = x;
    differences_carve(&y, N, other);
    differences_rescale(&x, 0.05 * ratio, 5, &y);
    ck_assert_int_eq(y.known, 5);
    ck_assert_int_eq(y.steps, 0);
    ck_assert_double_eq(y.h, 0.05 * ratio);
    for (int k = -4; k <= 4; k++)
        ck_assert_double_lt(gap(&y, 5, k / 4.0, 0.45 + k / 4.0 * y.h), 1e-10);
    /* ... by points at the new distance: their first difference */
    double here[N], before[N];
    curve(0.45, here);
    curve(0.45 - y.h, before);
    for (int j = 0; j < N; j++) ck_assert_double_eq_tol(y.d[1][j], here[j] - before[j], 1e-12);
}
END_TEST

/* Of lower degree: the polynomial through the latest points. */
START_TEST(lower_degrees_pass_through_the_latest_points)
{
    differences x, y;
    double store[REALS], other[REALS];
    sample(&x, store, 0.1, 8, 5);
    y = x;
    differences_carve(&y, N, other);
    for (int k = 1; k <= 4; k++) {
        differences_rescale(&x, 0.07, k, &y);
        for (int i = 0; i <= k; i++)
            ck_assert_double_lt(gap(&y, k, -i / 0.7, 0.8 - 0.1 * i), 1e-12);
    }
}
END_TEST

START_TEST(same_distance_is_a_copy)
{
    differences x, y;
    double store[REALS], other[REALS];
    sample(&x, store, 0.1, 8, 4);
    y = x;
    differences_carve(&y, N, other);
    differences_rescale(&x, 0.1, 2, &y);
    ck_assert_int_eq(y.known, x.known);
    ck_assert_int_eq(y.steps, x.steps);
    for (int l = 0; l <= x.known; l++) ck_assert_mem_eq(y.d[l], x.d[l], N * sizeof(double));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("differences");
    tcase_add_test(t, polynomials_are_reproduced);
    tcase_add_loop_test(t, another_distance_is_the_same_polynomial, 0, 6);
    tcase_add_test(t, lower_degrees_pass_through_the_latest_points);
    tcase_add_test(t, same_distance_is_a_copy);
    return suite_run("differences", t);
}
