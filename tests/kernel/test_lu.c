/* test_lu.c -- LU factorisation against products with known matrices; its order of operations;
 * singular ones refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"

enum { N = 12 };

/* Deterministic numbers in [-1, 1], with small leading entries so that pivoting matters. */
static double number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1u << 23) - 1;
}

static void fill(double *a, double *x, unsigned seed, int n)
{
    for (int k = 0; k < n * n; k++) a[k] = number(&seed) * (k % (n + 1) ? 1 : 1e-14);
    for (int k = 0; k < n; k++) x[k] = number(&seed);
}

START_TEST(solves_what_it_factored)
{
    const int n = 1 + _i % N;
    double a[N * N] = { 0 }, x[N] = { 0 }, b[N] = { 0 };
    int pivots[N];
    fill(a, x, 7u + (unsigned)_i, n);
    const ivp_mat A = { n, n, n, a };
    if (n == 1) a[0] = 3;
    mat_multiply_add(A, x, b);
    ck_assert_int_eq(lu_factor(A, pivots), IVP_OK);
    lu_solve(A, pivots, b);
    for (int k = 0; k < n; k++) ck_assert_double_eq_tol(b[k], x[k], 1e-11);
}
END_TEST

/* Columns that are taken together round as one after the other, for every n and a spacing of
 * columns that is larger. */
START_TEST(order_of_operations_is_by_columns)
{
    enum { LD = N + 3 };
    const int n = 1 + _i % N;
    double a[N * N], packed[LD * N] = { 0 }, b[N], x[N];
    int pivots[N];
    fill(a, b, 31u + (unsigned)_i, n);
    if (n == 1) a[0] = 3;
    const ivp_mat A = { n, n, LD, packed };
    for (int j = 0; j < n; j++) memcpy(ivp_at(A, 0, j), a + j * n, (size_t)n * sizeof *a);
    ck_assert_int_eq(lu_factor(A, pivots), IVP_OK);
    memcpy(x, b, sizeof x);
    lu_solve(A, pivots, x);
    for (int k = 0; k < n; k++) {
        const double y = b[pivots[k]];
        b[pivots[k]] = b[k];
        b[k] = y;
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) b[i] -= *ivp_at(A, i, k) * b[k];
    for (int k = n - 1; k >= 0; k--) {
        b[k] /= *ivp_at(A, k, k);
        for (int i = 0; i < k; i++) b[i] -= *ivp_at(A, i, k) * b[k];
    }
    for (int k = 0; k < n; k++) ck_assert_double_eq(x[k], b[k]);
}
END_TEST

START_TEST(tells_singular_matrices)
{
    double zero_column[9] = { 1, 2, 3, 0, 0, 0, 4, 5, 7 };
    double rank_two[9] = { 1, 2, 3, 2, 4, 6, 1, 0, 1 };
    double nan[9] = { 1, 0, 0, 0, NAN, 0, 0, 0, 1 };
    int pivots[3];
    ck_assert_int_eq(lu_factor((ivp_mat){ 3, 3, 3, zero_column }, pivots), IVP_SINGULAR);
    ck_assert_int_eq(lu_factor((ivp_mat){ 3, 3, 3, rank_two }, pivots), IVP_SINGULAR);
    ck_assert_int_eq(lu_factor((ivp_mat){ 3, 3, 3, nan }, pivots), IVP_SINGULAR);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("lu");
    tcase_add_loop_test(t, solves_what_it_factored, 0, 5 * N);
    tcase_add_loop_test(t, order_of_operations_is_by_columns, 0, 3 * N);
    tcase_add_test(t, tells_singular_matrices);
    return suite_run("lu", t);
}
