/* test_fortran_header.c -- where the functions of ivp/fortran.h put the diagonals of a matrix:
 * LINPACK's storage, with room for its factors above them where DASSL factors in place.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include <ivp/fortran.h>

#include "kernel/formulation/model_inner.h"

/* Every entry of the full matrix A inside the band is found `above` rows below the top of J,
 * and nothing is written elsewhere. */
static void assert_band(const double *A, const double *J, int ld, int above)
{
    const int n = ivp_now.n;
    int seen = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            if (i > j + ivp_now.lower || j > i + ivp_now.upper) continue;
            const double a = A[i + j * n];
            ck_assert_double_eq(J[i - j + ivp_now.upper + above + j * ld], a);
            seen += a != 0;
        }
    for (int k = 0; k < n * ld; k++) seen -= J[k] != 0;
    ck_assert_int_eq(seen, 0);
}

START_TEST(diagonals_are_where_the_codes_look)
{
    reason why;
    const ivp_tol tol = { .rtol = 1e-4 };
    const double c = 1e3;
    ivp_model *m;
    instance *i = open_problem("medical_akzo", "N=20");
    ck_assert_msg(!model_open(&m, i, IVP_AS_ODE, NULL, IVP_RES, &why), "%s", why.text);
    ck_assert(!ivp_fortran_open(m, &tol));
    const int n = ivp_now.n, lower = ivp_now.lower, upper = ivp_now.upper;
    ck_assert_int_lt(lower + upper + 1, n);
    const size_t size = (size_t)(n * (2 * lower + upper + 1));
    double *J = calloc(size, sizeof *J), *y = calloc((size_t)n, sizeof *y);
    double *A = calloc((size_t)(n * n), sizeof *A);
    for (int k = 0; k < n; k++) y[k] = 0.1 + 0.01 * k;
    ivp_jac_dassl(&i->t0, y, y, J, &c, NULL, NULL);
    ck_assert(!ivp_res_jac(m, i->t0, y, y, c, (ivp_mat){ n, n, n, A }));
    assert_band(A, J, 2 * lower + upper + 1, lower);
    model_close(m);
    ck_assert_msg(!model_open(&m, i, IVP_AS_ODE, NULL, IVP_FIRST, &why), "%s", why.text);
    ck_assert(!ivp_fortran_open(m, &tol));
    memset(J, 0, size * sizeof *J);
    const int ld = lower + upper + 1;
    ivp_jac(&n, &i->t0, y, J, &ld, NULL, NULL);
    ck_assert(!ivp_rhs_jac(m, i->t0, y, (ivp_mat){ n, n, n, A }));
    assert_band(A, J, ld, 0);
    ivp_fortran_close();
    model_close(m);
    free(J);
    free(A);
    free(y);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("fortran.h");
    tcase_add_test(t, diagonals_are_where_the_codes_look);
    return suite_run("fortran header", t);
}
