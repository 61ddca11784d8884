/* test_phi.c -- phi functions against closed forms and against series, at any time of one
 * preparation; Krylov against Pade; what cannot be computed is a status.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/phi_cases.h"

#include <math.h>

#include "kernel/methods/phi/phi_krylov.h"
#include "kernel/problem/status.h"

static const double spectrum[] = { -2000, -300, -30, -5, -1, -0.1, 0, 1e-3, 0.5, 2, 4 };
enum { SPECTRUM = sizeof spectrum / sizeof *spectrum };

static const phi_way ways[] = { PHI_PADE, PHI_KRYLOV };
static const char *const way_names[] = { "Pade", "Krylov" };
static const double way_accuracy[] = { 0, 1e-11 }; /* Krylov is content with 2e-12 a substep */

static void expect_small(double error, double allowed, int way, double h)
{
    ck_assert_msg(error <= allowed + way_accuracy[way], "%s at h = %g: error %.3g",
                  way_names[way], h, error);
}

/* ---- closed forms ------------------------------------------------------------------------ */

/* Rounding of z = h A leaves eps |z| in the slow modes. */
START_TEST(reflected_spectra)
{
    phi_case c;
    for (int k = 0; k < 9; k++) {
        const double h = 1e-6 * pow(7, k);
        spectrum_case(&c, SPECTRUM, spectrum, true, h);
        expect_small(case_error(&c, ways[_i], h, h), 1e-13 + 3e-16 * 2000 * h, _i, h);
    }
}
END_TEST

/* What does not mix is exact in every component, however far the scales are apart. */
START_TEST(diagonals_are_exact)
{
    static const double z[] = { -1e12, -1e8, -1e4, -1, -1e-4, 0, 1e-8, 1, 30 };
    const int n = sizeof z / sizeof *z;
    phi_case c;
    spectrum_case(&c, n, z, false, 1);
    for (int i = 0; i < n; i++) {
        phi_case one;
        spectrum_case(&one, 1, &z[i], false, 1);
        for (int k = 0; k < PHI_COLUMNS; k++) one.w[k][0] = c.w[k][i];
        one.u[0] = c.u[i];
        expect_small(case_error(&one, PHI_PADE, 1, 1), 1e-14, 0, z[i]);
    }
    phi *p = phi_create(n, PHI_PADE);
    double u[CASE_MOST];
    ck_assert_int_eq(phi_matrix(p, case_matrix(&c), 1), IVP_OK);
    phi_load(p, 1, PHI_COLUMNS, (const double *const[]){ c.w[0], c.w[1], c.w[2] });
    ck_assert_int_eq(phi_at(p, 1, 1, u), IVP_OK);
    for (int i = 0; i < n; i++) ck_assert_double_eq_tol(u[i], c.u[i], 1e-14 * fabs(c.u[i]));
    phi_destroy(p);
}
END_TEST

/* A stiff spring keeps its phase, and asks for squarings by s h = 300 and not by s^2 h. */
START_TEST(springs_keep_their_phase)
{
    phi_case c;
    for (int k = 0; k < 7; k++) {
        const double h = 1e-3 * pow(3, k);
        oscillator_case(&c, 300, h);
        expect_small(case_error(&c, ways[_i], h, h), 2e-15 + 1e-15 * 300 * h, _i, h);
    }
    phi *p = phi_create(2, PHI_PADE);
    oscillator_case(&c, 300, 1);
    ck_assert_int_eq(phi_matrix(p, case_matrix(&c), 1), IVP_OK);
    ck_assert_int_le(phi_squarings(p), 9); /* log2 300 = 8.2 */
    phi_destroy(p);
}
END_TEST

START_TEST(nilpotent_matrices_need_no_squarings)
{
    phi_case c;
    chain_case(&c, 4, 50);
    expect_small(case_error(&c, ways[_i], 50, 50), 2e-14, _i, 50);
    phi *p = phi_create(4, PHI_PADE);
    ck_assert_int_eq(phi_matrix(p, case_matrix(&c), 50), IVP_OK);
    ck_assert_int_eq(phi_squarings(p), 0);
    phi_destroy(p);
}
END_TEST

/* ---- any time of one preparation --------------------------------------------------------- */

START_TEST(one_preparation_serves_all_times)
{
    static const double parts[] = { 1, 0.5, 0.9999, 1.0 / 3, 0.75, 0.1, 1e-3, 1e-9 };
    phi_case c;
    for (int decade = -3; decade <= 0; decade++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            const double reach = pow(10, decade), h = parts[k] * reach;
            spectrum_case(&c, SPECTRUM, spectrum, true, h);
            expect_small(case_error(&c, ways[_i], h, reach), 1e-13 + 6e-13 * reach, _i, h);
        }
}
END_TEST

START_TEST(nothing_happens_in_no_time)
{
    phi_case c;
    double u[CASE_MOST] = { 1, 1 };
    oscillator_case(&c, 10, 1);
    phi *p = phi_create(2, ways[_i]);
    ck_assert_int_eq(phi_matrix(p, case_matrix(&c), 1), IVP_OK);
    phi_load(p, 0, 1, (const double *const[]){ c.w[0] });
    ck_assert_int_eq(phi_at(p, 0, 0, u), IVP_OK);
    ck_assert(u[0] == 0 && u[1] == 0);
    phi_load(p, 0, 2, (const double *const[]){ NULL, NULL });
    ck_assert_int_eq(phi_at(p, 0, 1, u), IVP_OK);
    ck_assert(u[0] == 0 && u[1] == 0);
    phi_destroy(p);
}
END_TEST

/* Two chains do not disturb each other, and both repeat to the bit. */
START_TEST(chains_are_independent)
{
    phi_case c;
    double u[2][CASE_MOST], again[CASE_MOST];
    spectrum_case(&c, SPECTRUM, spectrum, true, 0.1);
    phi *p = phi_create(c.n, ways[_i]);
    ck_assert_int_eq(phi_matrix(p, case_matrix(&c), 0.1), IVP_OK);
    for (int chain = 0; chain < PHI_CHAINS; chain++) {
        phi_load(p, chain, 2 + chain, (const double *const[]){ c.w[chain], NULL, c.w[2] });
        ck_assert_int_eq(phi_at(p, chain, 0.07, u[chain]), IVP_OK);
    }
    ck_assert_double_ne(u[0][0], u[1][0]);
    for (int chain = 0; chain < PHI_CHAINS; chain++) {
        ck_assert_int_eq(phi_at(p, chain, 0.1, again), IVP_OK);
        ck_assert_int_eq(phi_at(p, chain, 0.07, again), IVP_OK);
        ck_assert_mem_eq(again, u[chain], (size_t)c.n * sizeof *again);
    }
    phi_destroy(p);
}
END_TEST

/* NULL is a zero vector, also where a chain of one vector goes a shorter way. */
START_TEST(absent_vectors_are_zero)
{
    static const double h[] = { 1e-4, 0.01, 1, 30 };
    static const double zero[CASE_MOST];
    phi_case c;
    for (int k = 0; k < 4; k++) {
        double u[2][CASE_MOST], size = 0;
        spectrum_case(&c, SPECTRUM - 2, spectrum, true, h[k]);
        phi *p = phi_create(c.n, ways[_i]);
        ck_assert_int_eq(phi_matrix(p, case_matrix(&c), h[k]), IVP_OK);
        phi_load(p, 0, 3, (const double *const[]){ NULL, NULL, c.w[2] });
        phi_load(p, 1, 3, (const double *const[]){ zero, zero, c.w[2] });
        for (int chain = 0; chain < 2; chain++)
            ck_assert_int_eq(phi_at(p, chain, 0.9 * h[k], u[chain]), IVP_OK);
        for (int i = 0; i < c.n; i++) size = fmax(size, fabs(u[0][i]));
        for (int i = 0; i < c.n; i++)
            ck_assert_double_eq_tol(u[0][i], u[1][i], (1e-13 + way_accuracy[_i]) * size);
        ck_assert_double_gt(size, 0);
        phi_destroy(p);
    }
}
END_TEST

/* ---- full matrices, against a finer arithmetic ------------------------------------------- */

START_TEST(full_matrices_agree_with_their_series)
{
    phi_case c;
    full_case(&c, _i / 2 == 1);
    for (int k = 0; k < 4; k++) {
        const double h = 0.01 * pow(5, k);
        finer_solution(&c, h);
        expect_small(case_error(&c, ways[_i % 2], h, h), 2e-13, _i % 2, h);
    }
}
END_TEST

/* ---- large matrices ---------------------------------------------------------------------- */

enum { LARGE = 150 };

/* u_t = d u_xx - 20 u_x on a grid of n points, with a source that grows. */
static void transport(double d, double *A, double *w)
{
    const double dx = 1.0 / (LARGE + 1), side = d / (dx * dx), drift = 10 / dx;
    memset(A, 0, LARGE * LARGE * sizeof *A);
    for (int i = 0; i < LARGE; i++) {
        A[i + i * LARGE] = -2 * side;
        if (i > 0) A[i + (i - 1) * LARGE] = side + drift;
        if (i + 1 < LARGE) A[i + (i + 1) * LARGE] = side - drift;
        w[i] = sin(0.1 * i) + i % 3;
    }
}

static double distance(const double *a, const double *b, double *size)
{
    double most = 0;
    *size = 0;
    for (int i = 0; i < LARGE; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        *size = fmax(*size, fabs(b[i]));
    }
    return most;
}

START_TEST(krylov_agrees_with_pade)
{
    static double A[LARGE * LARGE], w[LARGE], u[2][LARGE];
    static const struct {
        double d, h;
    } cases[] = { { 1, 1e-5 }, { 1, 1e-3 }, { 1, 0.05 }, { 1e-3, 0.01 }, { 1e-3, 0.5 } };
    transport(cases[_i].d, A, w);
    for (int way = 0; way < 2; way++) {
        phi *p = phi_create(LARGE, ways[way]);
        ck_assert_int_eq(phi_matrix(p, (ivp_mat){ LARGE, LARGE, LARGE, A }, cases[_i].h),
                         IVP_OK);
        phi_load(p, 0, 3, (const double *const[]){ w, NULL, w });
        ck_assert_int_eq(phi_at(p, 0, 0.8 * cases[_i].h, u[way]), IVP_OK);
        phi_destroy(p);
    }
    double size;
    const double error = distance(u[1], u[0], &size);
    ck_assert_msg(error < 1e-10 * size, "h = %g: %.3g of %.3g", cases[_i].h, error, size);
    ck_assert_double_gt(error, 0); /* two ways indeed */
}
END_TEST

static void times(void *of, const double *x, double *Ax)
{
    const ivp_mat *A = of;
    memset(Ax, 0, (size_t)A->rows * sizeof *Ax);
    for (int j = 0; j < A->cols; j++)
        for (int i = 0; i < A->rows; i++) Ax[i] += *ivp_at(*A, i, j) * x[j];
}

/* Products in place of the matrix, with units that balancing would not have found. */
START_TEST(products_are_enough)
{
    static double A[LARGE * LARGE], w[LARGE], u[2][LARGE], unit[LARGE];
    ivp_mat matrix = { LARGE, LARGE, LARGE, A };
    transport(1, A, w);
    for (int i = 0; i < LARGE; i++) unit[i] = i % 3 ? 1 : 4;
    phi *p = phi_create(LARGE, PHI_KRYLOV), *f = phi_create(LARGE, PHI_PRODUCTS);
    ck_assert_int_eq(phi_matrix(p, matrix, 0.01), IVP_OK);
    ck_assert_int_eq(phi_products(f, (phi_operator){ times, &matrix }, unit, 0.01), IVP_OK);
    for (int way = 0; way < 2; way++) {
        phi_load(way ? f : p, 0, 3, (const double *const[]){ w, NULL, w });
        ck_assert_int_eq(phi_at(way ? f : p, 0, 0.008, u[way]), IVP_OK);
    }
    double size;
    const double error = distance(u[1], u[0], &size);
    ck_assert_msg(error < 1e-10 * size, "%.3g of %.3g", error, size);
    ck_assert_double_gt(error, 0);
    phi_destroy(p);
    phi_destroy(f);
}
END_TEST

/* The basis of a substep serves all times in it: ascending times cost one pass. */
START_TEST(krylov_bases_are_kept)
{
    static double A[LARGE * LARGE], w[LARGE], u[LARGE], early[LARGE];
    ivp_mat matrix = { LARGE, LARGE, LARGE, A };
    const double h = 0.01;
    transport(1, A, w);
    phi_krylov *k = phi_krylov_create(LARGE);
    phi_krylov_load(k, (phi_operator){ times, &matrix }, h, 1, (const double *const[]){ w });
    ck_assert_int_eq(phi_krylov_at(k, h, u), IVP_OK);
    const long once = phi_krylov_products(k);
    phi_krylov_load(k, (phi_operator){ times, &matrix }, h, 1, (const double *const[]){ w });
    for (int j = 1; j <= 100; j++) {
        ck_assert_int_eq(phi_krylov_at(k, h * j / 100, u), IVP_OK);
        if (j == 10) memcpy(early, u, sizeof u);
    }
    ck_assert_int_eq(phi_krylov_products(k), 2 * once);
    ck_assert_int_gt(once, 80); /* more than one substep; now back into the first */
    ck_assert_int_eq(phi_krylov_at(k, h / 10, u), IVP_OK);
    ck_assert_mem_eq(u, early, sizeof u);
    phi_krylov_destroy(k);

    k = phi_krylov_create(LARGE);
    phi_krylov_load(k, (phi_operator){ times, &matrix }, 1e-6, 1, (const double *const[]){ w });
    ck_assert_int_eq(phi_krylov_at(k, 1e-6, u), IVP_OK);
    ck_assert_int_eq(phi_krylov_products(k), 10); /* an easy step takes the smallest basis */
    phi_krylov_destroy(k);
}
END_TEST

/* ---- what cannot be computed ------------------------------------------------------------- */

START_TEST(impossible_matrices_are_a_status)
{
    static const double bad[] = { 1e305, 1e40, NAN, INFINITY };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        double A[] = { bad[k], 1, 1, -1 }, u[2];
        const double w[] = { 1, 1 };
        phi *p = phi_create(2, ways[_i]);
        ivp_status st = phi_matrix(p, (ivp_mat){ 2, 2, 2, A }, 1);
        if (!st) phi_load(p, 0, 1, (const double *const[]){ w });
        if (!st) st = phi_at(p, 0, 1, u);
        ck_assert_msg(st > 0, "%s of %g: %s", way_names[_i], bad[k], status_name(st));
        phi_destroy(p);
    }
    phi_destroy(NULL);
}
END_TEST

/* e^1000 is no number, e^100 is. */
START_TEST(overflow_is_a_status)
{
    double A[] = { 1000 }, u[1];
    const double w[] = { 1 };
    phi *p = phi_create(1, ways[_i]);
    const ivp_mat matrix = { 1, 1, 1, A };
    ivp_status st = phi_matrix(p, matrix, 1);
    if (!st) phi_load(p, 0, 1, (const double *const[]){ w });
    if (!st) st = phi_at(p, 0, 1, u);
    ck_assert_int_gt(st, 0);
    ck_assert_int_eq(phi_matrix(p, matrix, 0.1), IVP_OK);
    phi_load(p, 0, 1, (const double *const[]){ w });
    ck_assert_int_eq(phi_at(p, 0, 0.1, u), IVP_OK);
    ck_assert_double_eq_tol(u[0] * 1000 / exp(100), 1, 1e-13);
    phi_destroy(p);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("phi");
    tcase_add_loop_test(t, reflected_spectra, 0, 2);
    tcase_add_test(t, diagonals_are_exact);
    tcase_add_loop_test(t, springs_keep_their_phase, 0, 2);
    tcase_add_loop_test(t, nilpotent_matrices_need_no_squarings, 0, 2);
    tcase_add_loop_test(t, one_preparation_serves_all_times, 0, 2);
    tcase_add_loop_test(t, nothing_happens_in_no_time, 0, 2);
    tcase_add_loop_test(t, chains_are_independent, 0, 2);
    tcase_add_loop_test(t, absent_vectors_are_zero, 0, 2);
    tcase_add_loop_test(t, full_matrices_agree_with_their_series, 0, 4);
    tcase_add_loop_test(t, krylov_agrees_with_pade, 0, 5);
    tcase_add_test(t, products_are_enough);
    tcase_add_test(t, krylov_bases_are_kept);
    tcase_add_loop_test(t, impossible_matrices_are_a_status, 0, 2);
    tcase_add_loop_test(t, overflow_is_a_status, 0, 2);
    return suite_run("phi", t);
}
