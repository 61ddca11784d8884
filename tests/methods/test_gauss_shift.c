/* test_gauss_shift.c -- the number that stands for a Jacobian: its matrices, when it is believed. */
#include "tests/method.h"

#include <math.h>
#include <stdlib.h>

#include "kernel/gauss/gauss_shift.h"

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

/* B (I + z A) = I to rounding, for every z that there is a matrix for. */
START_TEST(matrices_are_inverses_without_pivots)
{
    gauss_table g;
    gauss_table_make(&g);
    const double *A = g.A;
    gauss_shift *s = calloc(1, sizeof *s);
    gauss_shift_reset(s);
    s->lambda = -1;
    ck_assert_ptr_null(gauss_shift_matrix(s, A, 0.2));
    for (int k = 0; k < GAUSS_SHIFTS; k++) {
        const double z = pow(2, k / 4.0 - 2) * 1.01, *B = gauss_shift_matrix(s, A, z);
        ck_assert_ptr_eq(B, s->B[k]);
        ck_assert_double_lt(off_identity(B, A, z / 1.01), 1e-12);
    }
    ck_assert_ptr_eq(gauss_shift_matrix(s, A, 1e9), s->B[GAUSS_SHIFTS - 1]);
    free(s);
}
END_TEST

/* (dY, dY), (dY, df), (df, df) where df = slope dY, and a part of df that is orthogonal to dY */
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

int main(void)
{
    TCase *t = tcase_create("gauss shift");
    tcase_add_test(t, matrices_are_inverses_without_pivots);
    tcase_add_test(t, a_number_that_is_steady_is_believed_from_the_second_time_on);
    tcase_add_loop_test(t, what_is_no_number_is_not_believed, 0, 4);
    return suite_run("gauss shift", t);
}
