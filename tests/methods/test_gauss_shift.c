/* test_gauss_shift.c -- numbers that stand for a Jacobian: their matrices, when they are
 * believed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include <math.h>
#include <stdlib.h>

#include "kernel/methods/gauss/gauss_diagonal.h"
#include "kernel/methods/gauss/gauss_shift.h"

enum { S = GAUSS_STAGES };

static double off_identity(const double *B, const double *A, double z)
{
    double worst = 0;
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            double sum = B[j * S + i] - (i == j);
            for (int k = 0; k < S; k++) sum += z * A[k * S + i] * B[j * S + k];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

/* B (I + z A) = I to rounding, for A and A A and every z that there is a matrix for. */
START_TEST(matrices_are_inverses_without_pivots)
{
    gauss_table g;
    gauss_table_make(&g);
    const double *A = _i ? g.AA : g.A;
    gauss_inverses *all = calloc(1, sizeof *all);
    ck_assert_ptr_null(gauss_inverse_at(all, A, 0.2));
    for (int k = 0; k < GAUSS_INVERSES; k++) {
        const double z = pow(2, k / 4.0 - 2);
        const gauss_inverse *i = gauss_inverse_at(all, A, 1.01 * z);
        ck_assert_ptr_eq(i, &all->of[k]);
        ck_assert_double_eq_tol(i->z, z, 1e-12 * z);
        ck_assert_double_lt(off_identity(i->B, A, i->z), 1e-12);
    }
    ck_assert_ptr_eq(gauss_inverse_at(all, A, 1e9), &all->of[GAUSS_INVERSES - 1]);
    free(all);
}
END_TEST

/* (dY, dY), (dY, df), (df, df) where df = slope dY, and a part of df that is orthogonal to
 * dY */
static void learn(gauss_shift *s, double slope, double orthogonal)
{
    gauss_shift_learn(s, (double[]){ 1, slope, slope * slope + orthogonal * orthogonal });
}

START_TEST(a_number_that_is_steady_is_believed_from_the_second_time_on)
{
    gauss_shift *s = calloc(1, sizeof *s);
    gauss_shift_reset(s);
    learn(s, -10, 0);
    ck_assert_double_eq(s->lambda, 0);
    learn(s, -10, 0);
    ck_assert_double_eq_tol(s->lambda, -5, 1e-12);
    for (int k = 0; k < 20; k++) learn(s, -10, 0); /* all that is left is at the far end */
    ck_assert_double_eq_tol(s->lambda, -6, 1e-12);
    ck_assert_double_eq_tol(gauss_shift_z(s, 0.5), 3, 1e-12);
    ck_assert_double_eq(gauss_shift_z(s, 100), 32); /* that of the last matrix */
    for (int k = 0; k < 20; k++)
        learn(s, -0.1, 1); /* all is at zero, and tells nothing of it */
    ck_assert_double_eq_tol(s->lambda, -3.5, 1e-12);
    gauss_shift_fail(s);
    learn(s, -10, 0);
    ck_assert_double_eq(s->lambda, 0);
    free(s);
}
END_TEST

/* Growth, one sign after the other, directions that f turns. */
START_TEST(what_is_no_number_is_not_believed)
{
    static const double slopes[][2] = { { 10, 10 }, { 10, -10 }, { -1, -50 }, { -1, -1 } };
    gauss_shift *s = calloc(1, sizeof *s);
    gauss_shift_reset(s);
    for (int k = 0; k < 20; k++) {
        learn(s, slopes[_i][k % 2], _i == 3 ? 2 : 0);
        ck_assert_double_eq(s->lambda, 0);
    }
    free(s);
}
END_TEST

/* ---- a number for each component --------------------------------------------------------- */

enum { N = 3 };

typedef struct scene {
    double lambda[N], used[N], weight[N], Y[N * S], f[N * S], zero[N * S];
    const double *B[N];
    gauss_diagonal d;
} scene;

/* What f does along a change of all stages: J dY, with the diagonal (-100, -400, 5) and
 * `beside` it. */
static scene *scene_of(double beside)
{
    static const double diagonal[N] = { -100, -400, 5 };
    scene *s = calloc(1, sizeof *s);
    s->d = (gauss_diagonal){ .n = N, .lambda = s->lambda, .used = s->used };
    gauss_diagonal_reset(&s->d);
    for (int k = 0; k < N; k++) {
        s->lambda[k] = fmin(diagonal[k], 0);
        s->weight[k] = 1;
        for (int j = 0; j < S; j++) s->Y[k * S + j] = cos(1 + k * S + j);
    }
    for (int k = 0; k < N; k++)
        for (int j = 0; j < S; j++)
            s->f[k * S + j] =
                diagonal[k] * s->Y[k * S + j] + beside * s->Y[(k + 1) % N * S + j];
    return s;
}

static bool believed(scene *s, double h)
{
    s->d.requested = true;
    const double *Y[] = { s->Y, s->zero }, *f[] = { s->f, s->zero };
    gauss_diagonal_learn(&s->d, 3, h, s->weight, Y, f);
    return s->d.on;
}

/* Of use as long as little stands beside the diagonal; what is positive is left alone. */
START_TEST(a_diagonal_is_believed_where_little_is_beside_it)
{
    static const double beside[] = { 0, 50, 400 };
    scene *s = scene_of(beside[_i]);
    gauss_inverses *all = calloc(1, sizeof *all);
    gauss_table g;
    gauss_table_make(&g);
    ck_assert_int_eq(believed(s, 0.1), _i < 2);
    ck_assert_int_eq(gauss_diagonal_take(&s->d, all, g.AA, 0.1, s->B), _i < 2);
    for (int k = 0; k < N; k++) {
        ck_assert_double_eq_tol(s->used[k], _i < 2 ? s->lambda[k] : 0.0,
                                0.1 * fabs(s->lambda[k]) + 1e-9);
    }
    ck_assert(!gauss_diagonal_take(&s->d, all, g.AA, 0.02, s->B)); /* a short step needs none */
    free(all);
    free(s);
}
END_TEST

/* No answer, and the same one, is waited for longer; another one shorter. */
START_TEST(a_diagonal_of_no_use_is_asked_for_ever_more_rarely)
{
    scene *s = scene_of(400);
    const long first = s->d.pause;
    for (int k = 0; k < 9; k++) {
        const long before = s->d.pause;
        ck_assert(!believed(s, 0.1));
        ck_assert_int_ge(s->d.pause, before);
    }
    ck_assert_int_eq(s->d.pause, 64 * first);
    for (int k = 0; k < N * S; k++) s->f[k] = s->lambda[k / S] * s->Y[k];
    ck_assert(believed(s, 0.1));
    ck_assert_int_eq(s->d.pause, first);
    gauss_diagonal_fail(&s->d, 2);
    ck_assert_int_ge(s->d.since, s->d.pause); /* at once */
    free(s);
}
END_TEST

/* Many components cost many evaluations: as many steps have to fail with them. */
START_TEST(a_failure_costs_one_evaluation_of_eight)
{
    gauss_diagonal d = { .n = 50 };
    gauss_diagonal_reset(&d);
    d.on = true;
    int failures = 0;
    for (; d.since < d.pause; failures++) gauss_diagonal_fail(&d, 2);
    ck_assert_int_eq(failures, (50 + S - 2) / (S - 1));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("gauss shift");
    tcase_add_loop_test(t, matrices_are_inverses_without_pivots, 0, 2);
    tcase_add_test(t, a_number_that_is_steady_is_believed_from_the_second_time_on);
    tcase_add_loop_test(t, what_is_no_number_is_not_believed, 0, 4);
    tcase_add_loop_test(t, a_diagonal_is_believed_where_little_is_beside_it, 0, 3);
    tcase_add_test(t, a_diagonal_of_no_use_is_asked_for_ever_more_rarely);
    tcase_add_test(t, a_failure_costs_one_evaluation_of_eight);
    return suite_run("gauss shift", t);
}
