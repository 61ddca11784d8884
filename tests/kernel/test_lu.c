/* test_lu.c -- LU factorisation against products with known matrices; singular ones refused. */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>

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
    tcase_add_test(t, tells_singular_matrices);
    return suite_run("lu", t);
}
