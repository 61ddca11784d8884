/* test_frontal.c -- factors by UMFPACK, against the matrix and against KLU: real and complex.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/frontal.h"
#include "kernel/linear/sparse.h"

/* Five points on a square of SIDE x SIDE, not symmetric: more operations than where UMFPACK
 * takes over. */
enum { SIDE = 120, N = SIDE * SIDE, ENTRIES = 5 * N };

static int first[N + 1], row[ENTRIES];
static double value[2 * ENTRIES], x[2 * N], b[2 * N];
static const sparse_pattern pattern = { N, first, row };

static double draw(void) { return rand() / (double)RAND_MAX; }

/* parts 2: complex. Some pivots are small: rows are to be exchanged. */
static void fill(int parts)
{
    int e = 0;
    srand(1);
    for (int j = 0; j < N; j++) {
        const int near[] = { j - SIDE, j - 1, j, j + 1, j + SIDE };
        first[j] = e;
        for (int k = 0; k < 5; k++) {
            if (near[k] < 0 || near[k] >= N) continue;
            const double scale = k == 2 ? (j % 97 ? 5 : 1e-9) : 1;
            for (int part = 0; part < parts; part++) value[parts * e + part] = scale * draw();
            row[e++] = near[k];
        }
    }
    first[N] = e;
    for (int i = 0; i < parts * N; i++) x[i] = draw();
}

/* b := A x */
static void multiply(int parts)
{
    memset(b, 0, sizeof b);
    for (int j = 0; j < N; j++)
        for (int e = first[j]; e < first[j + 1]; e++) {
            const double *a = value + parts * e, *of = x + parts * j;
            double *to = b + parts * row[e];
            to[0] += a[0] * of[0] - (parts == 2 ? a[1] * of[1] : 0);
            if (parts == 2) to[1] += a[0] * of[1] + a[1] * of[0];
        }
}

static bool is_here(void)
{
    return dlopen("libumfpack.so.5", RTLD_LAZY) || dlopen("libumfpack.so.6", RTLD_LAZY);
}

static void is_solved(int parts)
{
    for (int i = 0; i < parts * N; i++) ck_assert_double_eq_tol(b[i], x[i], 1e-7);
}

START_TEST(a_product_is_taken_back)
{
    const int parts = _i;
    fill(parts);
    frontal *f = frontal_create(&pattern, parts == 2);
    ck_assert_int_eq(f != NULL, is_here());
    for (int again = 0; f && again < 2; again++) {
        multiply(parts);
        ck_assert_int_eq(frontal_factor(f, value), IVP_OK);
        frontal_solve(f, b);
        is_solved(parts);
        value[0] += 1;
    }
    frontal_destroy(f);
}
END_TEST

START_TEST(a_singular_matrix_is_told)
{
    fill(1);
    frontal *f = frontal_create(&pattern, false);
    for (int e = first[7]; e < first[8]; e++) value[e] = 0;
    if (f) ck_assert_int_eq(frontal_factor(f, value), IVP_SINGULAR);
    for (int e = first[7]; e < first[8]; e++) value[e] = NAN;
    if (f) ck_assert_int_eq(frontal_factor(f, value), IVP_SINGULAR);
    frontal_destroy(f);
}
END_TEST

/* sparse_create_checked() takes it for a matrix of this size, sparse_create() never: the same
 * numbers but for rounding. The order is made once, and outlives the factors. */
START_TEST(many_operations_are_its_own)
{
    bool by_columns = false;
    static double klu[N];
    fill(1);
    multiply(1);
    memcpy(klu, b, sizeof klu);
    sparse_order *order = NULL;
    sparse *large = sparse_create_checked(&pattern, false, &by_columns, &order),
           *other = sparse_create(&pattern);
    const sparse_order *made = order;
    ck_assert_ptr_nonnull(order);
    ck_assert_ptr_nonnull(large);
    ck_assert_ptr_nonnull(other);
    ck_assert_int_eq(sparse_factor(large, value), IVP_OK);
    ck_assert_int_eq(sparse_factor(other, value), IVP_OK);
    sparse_solve(large, b);
    sparse_solve(other, klu);
    is_solved(1);
    for (int i = 0; i < N; i++) ck_assert_double_eq_tol(klu[i], b[i], 1e-7);
    ck_assert_int_eq(memcmp(klu, b, sizeof klu) != 0, is_here());
    sparse_destroy(large);
    sparse_destroy(other);
    large = sparse_create_checked(&pattern, false, &by_columns, &order);
    ck_assert_ptr_eq(order, made);
    sparse_order_release(order);
    ck_assert_int_eq(sparse_factor(large, value), IVP_OK);
    sparse_destroy(large);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("frontal");
    tcase_add_loop_test(t, a_product_is_taken_back, 1, 3);
    tcase_add_test(t, a_singular_matrix_is_told);
    tcase_add_test(t, many_operations_are_its_own);
    return suite_run("frontal", t);
}
