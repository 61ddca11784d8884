/* test_reference_pieces.c -- trajectories: Chebyshev pieces against functions known exactly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/chebyshev_case.h"
#include "reference/file/ref.h"

#include "tests/suite.h"
#include <stdlib.h>

enum { PIECES = 6, WIDTH = 2, POINTS = 4001 };
static const double end = 3.5;

static long double wave(long double t) { return sinl(3 * t) + 2; }
static long double decay(long double t) { return expl(-t); }
/* the second half of the interval has another function */
static long double jumped(long double t) { return -5 * cosl(2 * t); }

static double times[PIECES + 1], series[PIECES][WIDTH][CHEBYSHEV_DEGREE + 1], bars[WIDTH];
static bool seams[PIECES];
static char names[WIDTH][32] = { "q1", "u1" };

static ref example(void)
{
    for (int i = 0; i <= PIECES; i++) times[i] = end * i / PIECES;
    for (int i = 0; i < PIECES; i++) {
        const bool second = i >= PIECES / 2;
        seams[i] = i == PIECES / 2;
        chebyshev_case(second ? jumped : wave, times[i], times[i + 1], series[i][0]);
        chebyshev_case(decay, times[i], times[i + 1], series[i][1]);
    }
    return (ref){ .t0 = 0,
                  .t1 = end,
                  .pieces = { PIECES, CHEBYSHEV_DEGREE, WIDTH, times, seams, &series[0][0][0],
                              names, bars } };
}

static long double expected(double t, int side)
{
    const double seam = times[PIECES / 2];
    return t > seam || (t == seam && side > 0) ? jumped(t) : wave(t);
}

START_TEST(values_are_right_to_1e_minus_15_of_the_size)
{
    const ref r = example();
    for (int i = 0; i < POINTS; i++) {
        const double t = end * i / (POINTS - 1);
        ck_assert_msg(fabsl(ref_value_at(&r, 0, t, 0) - expected(t, 0)) < 5e-15L, "q1 at %.17g",
                      t);
        ck_assert_msg(fabsl(ref_value_at(&r, 1, t, 0) - decay(t)) < 1e-15L, "u1 at %.17g", t);
    }
}
END_TEST

START_TEST(a_seam_has_two_sides)
{
    const ref r = example();
    const double seam = times[PIECES / 2];
    for (int side = -1; side <= 1; side++)
        ck_assert(fabsl(ref_value_at(&r, 0, seam, side) - expected(seam, side)) < 5e-15L);
    ck_assert(fabs(ref_value_at(&r, 0, seam, 1) - ref_value_at(&r, 0, seam, -1)) > 1);
    ck_assert(ref_value_at(&r, 0, seam, 0) == ref_value_at(&r, 0, seam, -1));
    const double after = nextafter(seam, end); /* no side is asked for beside it */
    ck_assert(fabsl(ref_value_at(&r, 0, after, -1) - expected(after, -1)) < 5e-15L);
}
END_TEST

START_TEST(smooth_joints_have_one_value)
{
    const ref r = example();
    for (int i = 1; i < PIECES; i++) {
        const double before = ref_value_at(&r, 1, times[i], -1);
        ck_assert(fabs(ref_value_at(&r, 1, times[i], 1) - before) < 3e-16);
    }
}
END_TEST

START_TEST(outside_there_is_nothing)
{
    const ref r = example(), none = { .t1 = 1 };
    ck_assert(isnan(ref_value_at(&r, 0, nextafter(end, 9), 0)));
    ck_assert(isnan(ref_value_at(&r, 0, -1e-300, 0)) && isnan(ref_value_at(&r, 0, NAN, 0)));
    ck_assert(isnan(ref_value_at(&none, 0, 0, 0)));
    ck_assert(isnan(ref_value_at(&r, 0, -1, 0)) && isnan(ref_value_at(&r, 2, 1, 0)));
    ck_assert(isnan(ref_value_at(&r, -1, 1, 0)));
    ck_assert_int_eq(ref_column(&r, "u1"), 1);
    ck_assert_int_eq(ref_column(&r, "a1"), -1);
}
END_TEST

/* The plane coordinates of a star are components y1, y8; what is looked at is called x1, y1. */
START_TEST(an_observable_may_be_called_like_a_component)
{
    char called[3][32] = { "y1", "x1", "y1" };
    ref_value values[3] = { { .name = "y1", .bar = 1 },
                            { .name = "x1" },
                            { .name = "y1", .bar = 3 } };
    const ref r = { .pieces = { .width = 3, .names = called } };
    const ref_state s = { .n = 3, .v = values };
    ck_assert_int_eq(ref_column(&r, "y1"), 0);
    ck_assert_int_eq(ref_column(&r, "obs:y1"), 2);
    ck_assert_int_eq(ref_column(&r, "obs:x1"), 1);
    ck_assert_int_eq(ref_column(&r, "obs:z1"), -1);
    ck_assert_ptr_eq(ref_find(&s, "y1"), &values[0]);
    ck_assert_ptr_eq(ref_find(&s, "obs:y1"), &values[2]);
    ck_assert_ptr_null(ref_find(&s, "obs:z1"));
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("evaluation");
    tcase_add_test(tc, values_are_right_to_1e_minus_15_of_the_size);
    tcase_add_test(tc, a_seam_has_two_sides);
    tcase_add_test(tc, smooth_joints_have_one_value);
    tcase_add_test(tc, outside_there_is_nothing);
    tcase_add_test(tc, an_observable_may_be_called_like_a_component);
    return suite_run("reference pieces", tc);
}
