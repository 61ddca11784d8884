/* test_agreement.c -- the rule of references in double, on ladders made by hand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/double/agreement.h"

enum { N = 2, RUNGS = 6 };

/* Errors 100 rtol, and round-off below 1e-9: what a method does. */
typedef struct made {
    double rtol[RUNGS], y[RUNGS][N];
    const double *rows[RUNGS];
    agreement_ladder ladder;
} made;

static const double truth[N] = { 1.5, -2e-7 }, scale[N] = { 1.5, 1 }, quiet[N] = { 0, 0 };

static void make(made *m, const char *name, const char *family, double error, double bias)
{
    for (int j = 0; j < RUNGS; j++) {
        m->rtol[j] = pow(10, -5 - j);
        for (int k = 0; k < N; k++)
            m->y[j][k] = truth[k] + bias + error * m->rtol[j] + (j % 2 ? 1e-12 : -1e-12);
        m->rows[j] = m->y[j];
    }
    m->ladder = (agreement_ladder){ name, family, RUNGS, m->rtol, m->rows };
}

typedef struct result {
    bool good;
    agreement_choice choice;
    double half[AGREEMENT_HALVES][N], bar[N];
    reason why;
} result;

static void judge_beside(result *r, const agreement_ladder *l, int n, const double *unit,
                         const double *noise)
{
    double *half[] = { r->half[0], r->half[1] };
    r->good = agreement_choose(l, n, N, scale, &r->choice, &r->why) &&
              agreement_value(l, &r->choice, N, scale, unit, noise, half, r->bar, &r->why);
}

static void judge(result *r, const agreement_ladder *l, int n, const double *noise)
{
    static const double own_sizes[N] = { 0, 0 };
    judge_beside(r, l, n, own_sizes, noise);
}

START_TEST(two_families_that_agree_give_digits)
{
    made a, b;
    result r;
    make(&a, "a", "radau", 100, 0);
    make(&b, "b", "bdf", -50, 0);
    const agreement_ladder l[] = { a.ladder, b.ladder };
    judge(&r, l, 2, quiet);
    ck_assert_msg(r.good, "%s", r.why.text);
    ck_assert_int_eq(r.choice.first[0],
                     RUNGS - AGREEMENT_WINDOW); /* the tightest are nearest to each other */
    for (int k = 0; k < N; k++) {
        ck_assert_double_le(fabs(r.half[0][k] - truth[k]), r.bar[k]);
        ck_assert_double_le(fabs(r.half[0][k] - r.half[1][k]), r.bar[k]);
        ck_assert_double_le(r.bar[k], 1e-5);
    }
}
END_TEST

START_TEST(one_family_is_not_enough)
{
    made a, b;
    result r;
    make(&a, "a", "bdf", 100, 0);
    make(&b, "b", "bdf", -50, 0);
    const agreement_ladder l[] = { a.ladder, b.ladder };
    judge(&r, l, 2, quiet);
    ck_assert(!r.good);
    ck_assert_ptr_nonnull(strstr(r.why.text, "family bdf"));
}
END_TEST

/* A method that converges to something else: the bar holds both, or nothing is told. */
START_TEST(families_that_disagree_are_told)
{
    static const double biases[] = { 1e-8, 1e-4, 1e-2 };
    made a, b;
    result r;
    make(&a, "a", "radau", 100, 0);
    make(&b, "b", "bdf", 100, biases[_i]);
    const agreement_ladder l[] = { a.ladder, b.ladder };
    judge(&r, l, 2, quiet);
    if (!r.good) {
        ck_assert_ptr_nonnull(strstr(r.why.text, "agree to"));
        ck_assert_double_ge(biases[_i], 1e-4);
        return;
    }
    ck_assert_double_lt(biases[_i], 1e-3);
    ck_assert_double_le(fabs(r.half[0][0] - truth[0]), r.bar[0]);
}
END_TEST

/* A bar that no score sees is written; one that a score sees refuses the file. */
START_TEST(bars_are_judged_beside_what_scores_see)
{
    static const double units[][N] = { { 0, 0 }, { 0, 30 }, { 20, INFINITY }, { INFINITY, 0 } };
    static const bool good[] = { false, false, true, false };
    made a, b;
    result r;
    make(&a, "a", "radau", 100, 0);
    make(&b, "b", "bdf", 100, 5e-3);
    const agreement_ladder l[] = { a.ladder, b.ladder };
    judge_beside(&r, l, 2, units[_i], quiet);
    ck_assert_msg(r.good == good[_i], "%d: %s", _i, r.why.text);
    if (r.good) ck_assert_double_ge(r.bar[1], 5e-3);
}
END_TEST

START_TEST(tolerances_must_follow_one_another)
{
    made a, b;
    result r;
    make(&a, "a", "radau", 100, 0);
    make(&b, "b", "bdf", 100, 0);
    for (int j = 0; j < RUNGS; j++) b.rtol[j] = pow(10, -5 - 2 * j);
    const agreement_ladder l[] = { a.ladder, b.ladder };
    judge(&r, l, 2, quiet);
    ck_assert(!r.good);
}
END_TEST

START_TEST(noise_is_part_of_the_bar)
{
    static const double noise[N] = { 1e-5, 0 };
    made a, b;
    result r, before;
    make(&a, "a", "radau", 100, 0);
    make(&b, "b", "bdf", 100, 0);
    const agreement_ladder l[] = { a.ladder, b.ladder };
    judge(&before, l, 2, quiet);
    judge(&r, l, 2, noise);
    ck_assert_double_eq_tol(r.bar[0] - before.bar[0], 1e-5, 1e-15);
    ck_assert_double_eq(r.bar[1], before.bar[1]);
}
END_TEST

/* What is rounding alone takes the size of rounding in its kind; all else is as it was. */
START_TEST(zero_by_symmetry_has_the_size_of_rounding)
{
    static const char *const names[] = { "q1", "q2", "q3", "u1", "u2", "lambda1" };
    double least[6], size[] = { 2, 1e-26, 1e-10, 1e-3, 0, 0 };
    agreement_floor(names, 6, size, least);
    const double eps = 2.220446049250313e-16;
    const double expected[] = { 2, 2e5 * eps, 1e-10, 1e-3, 1e2 * eps, 1 };
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq_tol(size[k], expected[k], 1e-6 * expected[k]);
    ck_assert_double_eq_tol(least[1], 32 * eps, eps);
    ck_assert_double_eq(least[0] + least[2] + least[3] + least[5], 0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("agreement");
    tcase_add_test(t, two_families_that_agree_give_digits);
    tcase_add_test(t, one_family_is_not_enough);
    tcase_add_loop_test(t, families_that_disagree_are_told, 0, 3);
    tcase_add_loop_test(t, bars_are_judged_beside_what_scores_see, 0, 4);
    tcase_add_test(t, tolerances_must_follow_one_another);
    tcase_add_test(t, noise_is_part_of_the_bar);
    tcase_add_test(t, zero_by_symmetry_has_the_size_of_rounding);
    return suite_run("agreement", t);
}
