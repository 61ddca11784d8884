/* test_metrics.c -- scores, trajectory errors on numbers done by hand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "reports/metrics/metrics.h"
#include "reports/metrics/trajectory.h"
#include "tests/chebyshev_case.h"

#define ASSERT_NEAR(a, b, tolerance) ck_assert_double_eq_tol(a, b, tolerance)

/* ---- scores ------------------------------------------------------------------------------ */

START_TEST(scd_takes_the_worst_component)
{
    const compared c[] = { { 2.002, 2, 1e-12, -1, 1 }, { -50.5, -50, 1e-12, -1, 1 } };
    const digits d = metrics_scd(c, 2, false);
    ck_assert(d.known && !d.capped);
    ck_assert_int_eq(d.worst, 1);
    ASSERT_NEAR(d.value, 2, 1e-12);
}
END_TEST

START_TEST(scd_is_absolute_where_the_reference_is_zero_or_the_problem_says_so)
{
    const compared zero[] = { { 1e-3, 0, 1e-9, -1, 1 } };
    const compared large[] = { { 1001, 1000, 1e-9, -1, 1 } };
    ASSERT_NEAR(metrics_scd(zero, 1, false).value, 3, 1e-12);
    ASSERT_NEAR(metrics_scd(large, 1, true).value, 0, 1e-12);
    ASSERT_NEAR(metrics_scd(large, 1, false).value, 3, 1e-12);
}
END_TEST

/* With the signed r the divisor would be 1 - 0.999: three digits worse. */
START_TEST(mescd_uses_the_magnitude_of_the_reference)
{
    const compared c[] = { { -0.998, -0.999, 1e-12, -1, 1 } };
    ASSERT_NEAR(metrics_mescd(c, 1).value, -log10(1e-3 / 1.999), 1e-9);
}
END_TEST

START_TEST(mescd_weighs_with_atol_over_rtol)
{
    const compared c[] = { { 1e-3, 0, 1e-12, -1, 100 } };
    ASSERT_NEAR(metrics_mescd(c, 1).value, 5, 1e-12);
}
END_TEST

START_TEST(scores_are_capped_at_the_digits_of_the_reference)
{
    const compared c[] = { { 1 + 1e-12, 1, 1e-8, -1, 1 } };
    const digits d = metrics_scd(c, 1, false);
    ck_assert(d.known && d.capped);
    ASSERT_NEAR(d.value, 8, 1e-12);
    const compared exact[] = { { 1, 1, 0, -1, 1 } };
    const digits e = metrics_scd(exact, 1, false);
    ck_assert(e.capped && isfinite(e.value));
    ASSERT_NEAR(e.value, -log10(DBL_EPSILON / 2), 1e-12);
}
END_TEST

/* Bars 1e-8: an error of 9e-8 is hollow, one of 11e-8 is not; neither is capped. */
START_TEST(scores_are_hollow_within_a_factor_ten_of_the_bar)
{
    const compared near[] = { { 1 + 9e-8, 1, 1e-8, -1, 1 } };
    const compared far[] = { { 1 + 11e-8, 1, 1e-8, -1, 1 } };
    const digits d = metrics_scd(near, 1, false), e = metrics_scd(far, 1, false);
    ck_assert(d.hollow && !d.capped && !e.hollow);
    ASSERT_NEAR(d.value, -log10(9e-8), 1e-6);
}
END_TEST

/* The shift of constants is told, and punishes nobody. */
START_TEST(the_shift_of_constants_stands_beside_the_score)
{
    const compared c[] = { { 1 + 1e-12, 1, 1e-20, 2e-13, 1 }, { 2, 2, 1e-20, 1e-14, 1 } };
    const compared unknown[] = { { 1 + 1e-12, 1, 1e-20, -1, 1 } };
    const digits d = metrics_scd(c, 2, false), e = metrics_scd(unknown, 1, false);
    ASSERT_NEAR(d.shift, -log10(2e-13), 1e-12);
    ck_assert(metrics_near_shift(&d) && !d.hollow && !d.capped);
    ASSERT_NEAR(d.value, 12, 1e-3);
    ck_assert(isnan(e.shift) && !metrics_near_shift(&e));
}
END_TEST

/* Exactly 0, and found: that is what a double can say, not 308 digits. */
START_TEST(a_zero_of_the_reference_has_no_more_digits_than_doubles)
{
    const compared c[] = { { .y = 0, .r = 0, .bar = 0, .shift = -1, .scale = 1e-3 } };
    const digits scd = metrics_scd(c, 1, false), mescd = metrics_mescd(c, 1);
    ck_assert(scd.capped && mescd.capped);
    ASSERT_NEAR(scd.value, -log10(0.5 * DBL_EPSILON), 1e-12);
    ASSERT_NEAR(mescd.value, -log10(0.5 * DBL_EPSILON), 1e-12);
}
END_TEST

START_TEST(nan_never_becomes_a_score)
{
    const compared c[] = { { 1, 1, 1e-9, -1, 1 }, { NAN, 2, 1e-9, -1, 1 } };
    const compared r[] = { { 1, NAN, 1e-9, -1, 1 } };
    ck_assert(!metrics_scd(c, 2, false).known);
    ck_assert(!metrics_mescd(c, 2).known);
    ck_assert(!metrics_scd(r, 1, false).known);
    ck_assert(!metrics_scd(c, 0, false).known);
}
END_TEST

START_TEST(printed_digits_give_a_bar)
{
    ASSERT_NEAR(metrics_printed_bar("15.81"), 0.005, 1e-15);
    ASSERT_NEAR(metrics_printed_bar("-0.1581077e2"), 5e-6, 1e-18);
    ASSERT_NEAR(metrics_printed_bar("3"), 0.5, 1e-15);
    ck_assert(isnan(metrics_printed_bar("3 m")));
}
END_TEST

START_TEST(drift_is_relative_to_the_start_unless_that_is_zero)
{
    const double v[] = { -2, -2.5, -1.9 }, z[] = { 0, 0.25, -0.5 }, bad[] = { 1, NAN };
    ASSERT_NEAR(metrics_drift(v, 3), 0.25, 1e-15);
    ASSERT_NEAR(metrics_drift(z, 3), 0.5, 1e-15);
    ck_assert(isnan(metrics_drift(bad, 2)) && isnan(metrics_drift(v, 0)));
    ASSERT_NEAR(metrics_max_abs(v, 3), 2.5, 1e-15);
    ck_assert(isnan(metrics_max_abs(bad, 2)));
}
END_TEST

START_TEST(honesty_sees_slope_overshoot_and_reversal)
{
    double tolerance[8], error[8];
    for (int i = 0; i < 8; i++) {
        tolerance[i] = pow(10, -2 - i);
        error[i] = 30 * pow(tolerance[i], 0.9);
    }
    honesty h = metrics_honesty(tolerance, error, 8);
    ASSERT_NEAR(h.slope, 0.9, 1e-9);
    ASSERT_NEAR(h.overshoot, 30 * pow(1e-9, -0.1), 1e-6);
    error[4] = error[3] * 2;
    error[6] = NAN;
    h = metrics_honesty(tolerance, error, 8);
    ck_assert_int_eq(h.reversals, 1);
    ck_assert_int_eq(h.n, 7);
}
END_TEST

/* ---- trajectories ------------------------------------------------------------------------ */

enum { GRID = 201, OWN = 57 };

static void fill_sine(double *t, double *v, int n, double from, double to)
{
    for (int i = 0; i < n; i++) {
        t[i] = from + (to - from) * i / (n - 1);
        v[i] = sin(t[i]);
    }
}

/* sin, by pieces between 0, 2, 4 and 6 and on a grid of n points. */
enum { PARTS = 3 };
static double part_t[PARTS + 1], part_c[PARTS][CHEBYSHEV_DEGREE + 1];
static bool part_seam[PARTS];
static ref sine = { .pieces = { PARTS, CHEBYSHEV_DEGREE, 1, part_t, part_seam, part_c[0], NULL,
                                NULL } };

static trajectory_reference sine_reference(double *t, double *v, int n)
{
    for (int i = 0; i < PARTS; i++) {
        part_t[i] = 2 * i;
        part_t[i + 1] = 2 * (i + 1);
        chebyshev_case(sinl, part_t[i], part_t[i + 1], part_c[i]);
    }
    fill_sine(t, v, n, 0, 6);
    return (trajectory_reference){ &sine, 0, 1e-14, { n, t, v } };
}

/* Through the four values of 0, 1, 4, 9 = t^2 at 0..3 the natural spline has the second
 * derivatives 0, 2.4, 2.4, 0, hence 2.2 at t = 1.5 (and not 2.25, as the cubic polynomial
 * would). */
START_TEST(paper_rule_is_the_natural_spline_through_four_points)
{
    const double T[] = { 0, 1, 2, 3 }, E[] = { 0, 1, 4, 9 }, t[] = { 1.5 }, e[] = { 0 };
    const trajectory_reference grid = { .column = -1, .bar = -1, .grid = { 4, T, E } };
    const trajectory_error d =
        trajectory_compare((curve){ 1, t, e }, &grid, NULL, TRAJECTORY_PAPER);
    ASSERT_NEAR(d.max, 2.2, 1e-12);
    ck_assert(isnan(d.bar) && d.marked); /* nothing says how good the spline is */
    ck_assert_int_eq(trajectory_compare((curve){ 1, t, e }, &grid, NULL, TRAJECTORY_EXACT).n,
                     0);
}
END_TEST

START_TEST(a_seeded_trajectory_error_is_found_with_its_time)
{
    double T[GRID], E[GRID], t[OWN], e[OWN];
    const trajectory_reference reference = sine_reference(T, E, GRID);
    fill_sine(t, e, OWN, 0, 6);
    e[20] += 1e-3;
    const curve computed = { OWN, t, e };
    const trajectory_error d = trajectory_compare(computed, &reference, NULL, TRAJECTORY_EXACT);
    ck_assert_int_eq(d.n, OWN);
    ASSERT_NEAR(d.max, 1e-3, 1e-14);
    ck_assert_double_eq(d.t_star, t[20]);
    ASSERT_NEAR(d.rms, 1e-3 / sqrt(OWN), 1e-14);
    ASSERT_NEAR(d.percent, 0.1 / fabs(sin(t[20])), 1e-10);
    ck_assert(!d.marked);
}
END_TEST

/* What the spline makes wrong is measured: h^2 |f''| / 40 or so, twice that near the ends. */
START_TEST(an_error_below_the_grid_is_marked)
{
    double T[GRID], E[GRID], t[OWN], e[OWN];
    const trajectory_reference reference = sine_reference(T, E, 21);
    fill_sine(t, e, OWN, 0, 6);
    const curve computed = { OWN, t, e };
    const trajectory_error d = trajectory_compare(computed, &reference, NULL, TRAJECTORY_PAPER);
    ck_assert(d.marked);
    ASSERT_NEAR(d.bar, d.max, 1e-14); /* the run is exact, all error is the spline's */
    ck_assert_double_gt(d.bar, 1e-5);
    e[30] += 20 * d.bar;
    ck_assert(!trajectory_compare(computed, &reference, NULL, TRAJECTORY_PAPER).marked);
}
END_TEST

START_TEST(an_error_within_ten_bars_of_the_reference_is_marked)
{
    double T[GRID], E[GRID], t[OWN], e[OWN];
    trajectory_reference reference = sine_reference(T, E, GRID);
    fill_sine(t, e, OWN, 0, 6);
    e[30] += 1e-9;
    const curve computed = { OWN, t, e };
    ck_assert(!trajectory_compare(computed, &reference, NULL, TRAJECTORY_EXACT).marked);
    reference.bar = 1.1e-10;
    ck_assert(trajectory_compare(computed, &reference, NULL, TRAJECTORY_EXACT).marked);
    reference.bar = -1; /* not known */
    ck_assert(trajectory_compare(computed, &reference, NULL, TRAJECTORY_EXACT).marked);
}
END_TEST

/* A sawtooth that jumps at 1 and 2; the run jumps at 1 + 1e-6 and 2 - 1e-6. */
enum { PIECE = 11, PIECES = 3 };

static int fill_sawtooth(double *t, double *v, const double *at)
{
    int n = 0;
    for (int p = 0; p < PIECES; p++)
        for (int i = 0; i < PIECE; i++) {
            const double w = (double)i / (PIECE - 1);
            t[n] = i == PIECE - 1 ? at[p + 1] : at[p] + w * (at[p + 1] - at[p]);
            v[n++] = w;
        }
    return n;
}

/* w from 0 to 1 on each piece: 1/2 + s/2. */
static ref sawtooth(double *t, bool *seam, double c[PIECES][2])
{
    for (int p = 0; p <= PIECES; p++) t[p] = p;
    for (int p = 0; p < PIECES; p++) {
        c[p][0] = c[p][1] = 0.5;
        seam[p] = p > 0;
    }
    return (ref){ .pieces = { PIECES, 1, 1, t, seam, c[0], NULL, NULL } };
}

START_TEST(a_shift_of_an_event_is_no_error_of_the_state)
{
    const double shifted[] = { 0, 1 + 1e-6, 2 - 1e-6, 3 };
    double at[PIECES + 1], c[PIECES][2], t[64], e[64];
    bool seam[PIECES];
    const ref r = sawtooth(at, seam, c);
    const int n = fill_sawtooth(t, e, shifted);
    const time_map map = { 2, shifted + 1, at + 1 };
    const curve computed = { n, t, e };
    const trajectory_reference E = { .r = &r, .bar = 0 };
    const trajectory_error a = trajectory_compare(computed, &E, &map, TRAJECTORY_EXACT);
    const trajectory_error b = trajectory_compare(computed, &E, NULL, TRAJECTORY_EXACT);
    ck_assert_int_eq(a.n, n);
    ck_assert_double_lt(a.max, 1e-12);
    ck_assert_double_gt(b.max, 0.9);
}
END_TEST

START_TEST(times_outside_the_reference_do_not_count)
{
    const double T[] = { 0, 1, 2, 3 }, E[] = { 0, 1, 2, 3 }, t[] = { 1, 9 }, e[] = { 1, 99 };
    const trajectory_reference grid = { .column = -1, .bar = -1, .grid = { 4, T, E } };
    const curve computed = { 2, t, e };
    const trajectory_error d = trajectory_compare(computed, &grid, NULL, TRAJECTORY_PAPER);
    ck_assert_int_eq(d.n, 1);
    ASSERT_NEAR(d.max, 0, 1e-15);
    double sines[GRID], times[GRID];
    const trajectory_reference pieces = sine_reference(times, sines, GRID);
    ck_assert_int_eq(trajectory_compare(computed, &pieces, NULL, TRAJECTORY_EXACT).n, 1);
    const trajectory_reference none = { .column = -1, .bar = -1 };
    ck_assert_int_eq(trajectory_compare(computed, &none, NULL, TRAJECTORY_PAPER).n, 0);
}
END_TEST

static void quiet(void) { gsl_set_error_handler_off(); }

int main(void)
{
    const TTest *const tests[] = {
        scd_takes_the_worst_component,
        scd_is_absolute_where_the_reference_is_zero_or_the_problem_says_so,
        mescd_uses_the_magnitude_of_the_reference,
        mescd_weighs_with_atol_over_rtol,
        scores_are_capped_at_the_digits_of_the_reference,
        scores_are_hollow_within_a_factor_ten_of_the_bar,
        the_shift_of_constants_stands_beside_the_score,
        nan_never_becomes_a_score,
        printed_digits_give_a_bar,
        drift_is_relative_to_the_start_unless_that_is_zero,
        honesty_sees_slope_overshoot_and_reversal,
        paper_rule_is_the_natural_spline_through_four_points,
        a_seeded_trajectory_error_is_found_with_its_time,
        an_error_below_the_grid_is_marked,
        an_error_within_ten_bars_of_the_reference_is_marked,
        a_shift_of_an_event_is_no_error_of_the_state,
        times_outside_the_reference_do_not_count,
        a_zero_of_the_reference_has_no_more_digits_than_doubles,
    };
    TCase *c = tcase_create("metrics");
    tcase_add_checked_fixture(c, quiet, NULL);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("metrics", c);
}
