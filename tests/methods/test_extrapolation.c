/* test_extrapolation.c -- Newton's form through the latest points reproduces polynomials.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/extrapolation/extrapolation.h"

#include "tests/suite.h"
#include <math.h>

enum { N = 2, POINTS = 7 };

/* Unequal distances, as steps under control have. */
static const double times[POINTS] = { 0, 0.1, 0.15, 0.4, 0.41, 0.9, 1 };

typedef struct fixture {
    extrapolation e;
    real store[EXTRAPOLATION_MAX + 1][N];
} fixture;

/* Components of degree 3 and 1. */
static void sample(double t, real z[N])
{
    z[0] = 1 - 2 * t + 3 * t * t - 4 * t * t * t;
    z[1] = 5 + 7 * t;
}

static void feed(fixture *f, int points)
{
    f->e = (extrapolation){ .n = N };
    for (int j = 0; j <= EXTRAPOLATION_MAX; j++) f->e.divided[j] = f->store[j];
    for (int k = 0; k < points; k++) {
        real z[N];
        sample(times[k], z);
        extrapolation_add(&f->e, times[k], z);
    }
}

START_TEST(polynomials_are_continued)
{
    for (int points = 4; points <= POINTS; points++) {
        fixture f;
        real z[N], exact[N];
        feed(&f, points);
        sample(1.3, exact);
        extrapolation_at(&f.e, 3, 1.3, z);
        ck_assert_double_eq_tol(z[0], exact[0], 1e-11);
        ck_assert_double_eq_tol(z[1], exact[1], 1e-11);
        extrapolation_at(&f.e, 1, 1.3, z);
        ck_assert_double_eq_tol(z[1], exact[1], 1e-12);
        extrapolation_at(&f.e, 0, 1.3, z);
        sample(times[points - 1], exact);
        ck_assert_double_eq_tol(z[0], exact[0], 1e-15);
    }
}
END_TEST

START_TEST(points_limit_the_degree)
{
    fixture f;
    for (int points = 1; points <= POINTS; points++) {
        feed(&f, points);
        const int most = points <= EXTRAPOLATION_MAX ? points - 1 : EXTRAPOLATION_MAX;
        for (int wanted = 0; wanted <= EXTRAPOLATION_MAX; wanted++)
            ck_assert_int_eq(extrapolation_degree(&f.e, wanted), wanted < most ? wanted : most);
    }
    extrapolation_forget(&f.e);
    real z[N] = { 1, 2 };
    extrapolation_add(&f.e, 2, z);
    ck_assert_int_eq(extrapolation_degree(&f.e, 3), 0);
}
END_TEST

/* Smooth data deserve the highest degree, a sequence that jumps to and fro none. */
START_TEST(degree_follows_smoothness)
{
    fixture f;
    f.e = (extrapolation){ .n = N };
    for (int j = 0; j <= EXTRAPOLATION_MAX; j++) f.e.divided[j] = f.store[j];
    for (int k = 0; k < POINTS; k++) {
        real z[N] = { exp(0.1 * k), 0 };
        extrapolation_add(&f.e, 0.1 * k, z);
    }
    ck_assert_int_eq(extrapolation_smooth_degree(&f.e, 0.1 * POINTS, 1), 3);
    extrapolation_forget(&f.e);
    for (int k = 0; k < POINTS; k++) {
        real z[N] = { k % 2 ? 1 : -1, 0 };
        extrapolation_add(&f.e, 0.1 * k, z);
    }
    ck_assert_int_eq(extrapolation_smooth_degree(&f.e, 0.1 * POINTS, 1), 0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("extrapolation");
    tcase_add_test(t, polynomials_are_continued);
    tcase_add_test(t, points_limit_the_degree);
    tcase_add_test(t, degree_follows_smoothness);
    return suite_run("extrapolation", t);
}
