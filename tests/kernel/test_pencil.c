/* test_pencil.c -- bands and ranks against dense matrices; iteration matrices of a model
 * against what they are made of; M that varies without saying so.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/linear/band.h"
#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/rank.h"
#include "kernel/linear/sparse.h"

enum { N = 12, SHAPES = 5 };

/* Deterministic numbers in [-1, 1]. */
static double number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1u << 23) - 1;
}

/* ---- bands ------------------------------------------------------------------------------ */

static const struct {
    int lower, upper;
} shapes[SHAPES] = { { 1, 1 }, { 2, 1 }, { 0, 3 }, { 3, 0 }, { 4, 5 } };

/* Small diagonals, so that rows are exchanged. */
START_TEST(a_band_is_solved_like_the_full_matrix)
{
    const int lower = shapes[_i % SHAPES].lower, upper = shapes[_i % SHAPES].upper;
    const int n = 3 + _i / SHAPES;
    unsigned seed = 77u + (unsigned)_i;
    double full[N * N] = { 0 }, store[N * 16] = { 0 }, b[N], x[N];
    int pivots[N], band_pivots[N];
    const ivp_mat A = { n, n, n, full }, W = band_view(n, lower, upper + lower, store);
    ck_assert_uint_le(band_reals(n, lower, upper + lower), sizeof store / sizeof *store);
    for (int j = 0; j < n; j++)
        for (int i = band_top(upper, j); i < band_end(n, lower, j); i++)
            *ivp_at(W, i, j) = *ivp_at(A, i, j) =
                number(&seed) * (i == j && lower && upper ? 1e-3 : 1);
    for (int k = 0; k < n; k++) x[k] = b[k] = number(&seed);
    ck_assert_int_eq(lu_factor(A, pivots), IVP_OK);
    ck_assert_int_eq(band_factor(W, lower, upper, band_pivots), IVP_OK);
    lu_solve(A, pivots, x);
    band_solve(W, lower, upper, band_pivots, b);
    for (int k = 0; k < n; k++) {
        ck_assert_int_eq(pivots[k], band_pivots[k]);
        ck_assert_double_eq_tol(b[k], x[k], 1e-12 * (1 + fabs(x[k])));
    }
}
END_TEST

START_TEST(singular_bands_are_refused)
{
    double store[4 * 4] = { 0 };
    int pivots[4];
    const ivp_mat W = band_view(4, 1, 2, store);
    for (int k = 0; k < 4; k++) *ivp_at(W, k, k) = k == 2 ? 0 : 1;
    ck_assert_int_eq(band_factor(W, 1, 1, pivots), IVP_SINGULAR);
    *ivp_at(W, 2, 2) = NAN;
    ck_assert_int_eq(band_factor(W, 1, 1, pivots), IVP_SINGULAR);
}
END_TEST

/* ---- sparse ----------------------------------------------------------------------------- */

/* An arrow whose pivots wander: factored anew and refactored, against the full matrix; a matrix
 * that is singular is refused, and the next one is taken. */
START_TEST(sparse_factors_are_those_of_the_full_matrix)
{
    enum { ENTRIES = 3 * N - 2 };
    int first[N + 1], row[ENTRIES], k = 0;
    for (int j = 0; j < N; j++) {
        first[j] = k;
        for (int i = 0; i < N; i++)
            if (i == j || !i || !j) row[k++] = i;
    }
    first[N] = k;
    ck_assert_int_eq(k, ENTRIES);
    sparse *s = sparse_create(&(sparse_pattern){ N, first, row });
    ck_assert_ptr_nonnull(s);
    unsigned seed = 9;
    for (int round = 0; round < 40; round++) {
        double values[ENTRIES], full[N * N] = { 0 }, x[N], b[N];
        int pivots[N];
        const bool singular = round % 10 == 7;
        for (int j = 0; j < N; j++)
            for (int e = first[j]; e < first[j + 1]; e++) {
                const double v = number(&seed) * (row[e] == j && round % 3 == 1 ? 1e-9 : 1);
                values[e] = full[row[e] + j * N] = singular && j == 4 ? 0 : v;
            }
        for (int i = 0; i < N; i++) x[i] = b[i] = number(&seed);
        const ivp_mat A = { N, N, N, full };
        ck_assert_int_eq(sparse_factor(s, values), singular ? IVP_SINGULAR : IVP_OK);
        if (singular) continue;
        ck_assert_int_eq(lu_factor(A, pivots), IVP_OK);
        lu_solve(A, pivots, x);
        sparse_solve(s, b);
        for (int i = 0; i < N; i++)
            ck_assert_double_eq_tol(b[i], x[i], 1e-6 * (1 + fabs(x[i])));
        if (round % 15 == 14) sparse_forget(s);
    }
    sparse_destroy(s);
}
END_TEST

/* ---- rank ------------------------------------------------------------------------------- */

/* A product of factors of rank r, its rows scaled over twelve decades: r is found, and what is
 * left of A behind row and column r is zero. */
START_TEST(rank_is_found)
{
    const int n = 8, r = _i;
    unsigned seed = 5u + (unsigned)_i;
    double a[64] = { 0 }, left[64], right[64];
    for (int k = 0; k < 64; k++) left[k] = number(&seed), right[k] = number(&seed);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < r; k++)
                a[i + j * n] += left[i + k * n] * right[k + j * n] * pow(10, 1.7 * i - 6);
    const ivp_mat A = { n, n, n, a };
    ck_assert_int_eq(rank_of(A), r);
    for (int k = r; k < n; k++)
        for (int j = r; j < n; j++) ck_assert_double_le(fabs(*ivp_at(A, k, j)), 1e-12);
}
END_TEST

/* ---- a M - b J -------------------------------------------------------------------------- */

static const struct {
    const char *problem, *settings;
    ivp_formulation formulation;
    ivp_view view;
    ivp_mass_kind kind;
} opened[] = {
    { "t_mass", "kind=regular", IVP_AS_LIN, IVP_LINEAR, IVP_MASS_REGULAR },
    { "t_mass", "kind=singular", IVP_AS_LIN, IVP_LINEAR, IVP_MASS_SINGULAR },
    { "t_mass_varies", "", IVP_AS_LIN, IVP_LINEAR, IVP_MASS_VARIES },
    { "t_elements", "declared=band", IVP_AS_LIN, IVP_LINEAR, IVP_MASS_REGULAR },
    { "t_elements", "declared=nothing", IVP_AS_LIN, IVP_LINEAR, IVP_MASS_REGULAR },
    { "transistor_amplifier", "", IVP_AS_LIN, IVP_LINEAR, IVP_MASS_SINGULAR },
    { "t_band", "declared=band", IVP_AS_ODE, IVP_FIRST, IVP_MASS_ONE },
    { "hires", "", IVP_AS_ODE, IVP_FIRST, IVP_MASS_ONE },
    { "circular_track", "", IVP_INDEX1, IVP_FIRST, IVP_MASS_ONE },
};
enum { OPENED = sizeof opened / sizeof *opened };

typedef struct subject {
    instance *i;
    ivp_model *m;
    ivp_pencil *p;
    int n;
    double t, y[N], yp[N], ft[N], J[N * N], M[N * N];
} subject;

/* J as the other calls have it, at a point beside the start */
static void open_subject(subject *s, int k)
{
    reason why = { "" };
    memset(s, 0, sizeof *s);
    ck_assert_msg(!instance_open(&s->i, opened[k].problem, opened[k].settings, &why), "%s",
                  why.text);
    ck_assert_int_eq(model_open(&s->m, s->i, opened[k].formulation, NULL, opened[k].view, &why),
                     IVP_OK);
    s->n = ivp_n(s->m);
    ck_assert_int_le(s->n, N);
    ck_assert_int_eq(ivp_pencil_open(s->m, 2, &s->p), IVP_OK);
    model_start(s->m, s->y, s->yp);
    for (int c = 0; c < s->n; c++) s->y[c] += 0.01 * (1 + c);
    s->t = s->i->t0 + 0.1 * (s->i->t1 - s->i->t0);
    const ivp_mat J = { s->n, s->n, s->n, s->J }, M = { s->n, s->n, s->n, s->M };
    ck_assert_int_eq(ivp_mass(s->m, s->t, s->y, M), IVP_OK);
    if (opened[k].view == IVP_FIRST) {
        ck_assert_int_eq(ivp_rhs_jac(s->m, s->t, s->y, J), IVP_OK);
        return;
    }
    ck_assert_int_eq(ivp_res_jac(s->m, s->t, s->y, s->yp, 0, J), IVP_OK);
    for (int e = 0; e < s->n * s->n; e++) s->J[e] = -s->J[e];
}

static void close_subject(subject *s)
{
    model_close(s->m);
    instance_close(s->i);
}

/* (a M - b J) x with x = 1, 2, ... is solved to x, by two factors side by side. */
START_TEST(factors_solve_what_they_say)
{
    subject s;
    open_subject(&s, _i);
    ck_assert_int_eq(ivp_mass_of(s.m), opened[_i].kind);
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, s.ft), IVP_OK);
    const double a[2] = { 3, 200 }, b[2] = { 1, 0.25 };
    for (int k = 0; k < 2; k++) ck_assert_int_eq(ivp_pencil_factor(s.p, k, a[k], b[k]), IVP_OK);
    for (int k = 0; k < 2; k++) {
        double x[N] = { 0 }, most = 0;
        for (int j = 0; j < s.n; j++)
            for (int i = 0; i < s.n; i++)
                x[i] += (a[k] * s.M[i + j * s.n] - b[k] * s.J[i + j * s.n]) * (j + 1);
        ivp_pencil_solve(s.p, k, x);
        for (int i = 0; i < s.n; i++) most = fmax(most, fabs(x[i] - i - 1));
        ck_assert_double_le(most, 1e-9);
    }
    close_subject(&s);
}
END_TEST

/* Both products with M, against the matrix; and nothing is lost outside of a band. */
START_TEST(products_are_those_of_the_matrix)
{
    subject s;
    open_subject(&s, _i);
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, NULL), IVP_OK);
    double x[N], Mx[N], again[N], wanted[N] = { 0 };
    for (int j = 0; j < s.n; j++) x[j] = 1.0 / (2 + j);
    mat_multiply_add((ivp_mat){ s.n, s.n, s.n, s.M }, x, wanted);
    ivp_pencil_mass(s.p, x, Mx);
    ck_assert_int_eq(ivp_mass_times(s.m, s.t, s.y, x, again), IVP_OK);
    for (int k = 0; k < s.n; k++) {
        ck_assert_double_eq_tol(Mx[k], wanted[k], 1e-15);
        ck_assert_double_eq_tol(again[k], wanted[k], 1e-15);
    }
    close_subject(&s);
}
END_TEST

/* Time derivative of f - M y', against differences. */
START_TEST(the_time_derivative_is_exact)
{
    subject s;
    open_subject(&s, _i);
    const double h = 1e-6 * (s.i->t1 - s.i->t0);
    double before[N] = { 0 }, after[N] = { 0 };
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, s.ft), IVP_OK);
    ck_assert_int_eq(ivp_res(s.m, s.t - h, s.y, s.yp, before), IVP_OK);
    ck_assert_int_eq(ivp_res(s.m, s.t + h, s.y, s.yp, after), IVP_OK);
    for (int k = 0; k < s.n; k++)
        ck_assert_double_eq_tol(s.ft[k], (before[k] - after[k]) / (2 * h),
                                1e-6 * (1 + fabs(s.ft[k])));
    close_subject(&s);
}
END_TEST

/* ---- contract --------------------------------------------------------------------------- */

static const problem_promise *promise(const char *text)
{
    const problem_promise *p = problem_promises;
    while (p->text && !strstr(p->text, text)) p++;
    ck_assert_ptr_nonnull(p->text);
    return p;
}

START_TEST(a_matrix_that_varies_unsaid_is_caught)
{
    reason why = { "" };
    instance *i;
    ck_assert_int_eq(instance_open(&i, "t_mass_varies", "", &why), IVP_OK);
    const problem_promise *p = promise("mass matrix that is not said");
    ck_assert_int_eq(problem_check(p, i, &why), CONTRACT_IDLE);
    ivp_problem silent = *i->problem;
    silent.ode.mass_varies = false;
    i->problem = &silent;
    ck_assert_int_eq(problem_check(p, i, &why), CONTRACT_BROKEN);
    ck_assert_msg(strstr(why.text, ".ode.mass_varies") != NULL, "%s", why.text);
    instance_close(i);
}
END_TEST

static const char *const upwinds[] = { "t_upwind", "t_upwind_dae", "t_upwind_lin" };

/* At the default size nothing is missing. */
START_TEST(a_pattern_that_does_not_grow_is_caught)
{
    reason why = { "" };
    instance *i;
    ck_assert_int_eq(instance_open(&i, upwinds[_i], "", &why), IVP_OK);
    ck_assert_int_eq(problem_check(promise("larger N"), i, &why), CONTRACT_KEPT);
    instance_close(i);
    ck_assert_int_eq(instance_open(&i, upwinds[_i], "narrow=grown", &why), IVP_OK);
    if (_i < 2) /* the third does not declare M */
        ck_assert_int_eq(problem_check(promise("nothing lies outside"), i, &why),
                         CONTRACT_KEPT);
    ck_assert_int_eq(problem_check(promise("larger N"), i, &why), CONTRACT_BROKEN);
    ck_assert_msg(strstr(why.text, "with N=81") && strstr(why.text, "pattern"), "%s", why.text);
    instance_close(i);
}
END_TEST

START_TEST(time_that_is_denied_is_caught)
{
    reason why = { "" };
    instance *i;
    ck_assert_int_eq(instance_open(&i, "t_mass_varies", "", &why), IVP_OK);
    const problem_promise *p = promise("said to be autonomous");
    ck_assert_int_eq(problem_check(p, i, &why), CONTRACT_IDLE);
    ivp_problem timeless = *i->problem;
    timeless.ode.autonomous = true;
    i->problem = &timeless;
    ck_assert_int_eq(problem_check(p, i, &why), CONTRACT_BROKEN);
    ck_assert_msg(strstr(why.text, "depends on t") != NULL, "%s", why.text);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("pencil");
    tcase_add_loop_test(t, a_band_is_solved_like_the_full_matrix, 0, SHAPES * (N - 2));
    tcase_add_test(t, singular_bands_are_refused);
    tcase_add_test(t, sparse_factors_are_those_of_the_full_matrix);
    tcase_add_loop_test(t, rank_is_found, 0, 9);
    tcase_add_loop_test(t, factors_solve_what_they_say, 0, OPENED);
    tcase_add_loop_test(t, products_are_those_of_the_matrix, 0, OPENED);
    tcase_add_loop_test(t, the_time_derivative_is_exact, 0, OPENED - 3);
    tcase_add_test(t, a_matrix_that_varies_unsaid_is_caught);
    tcase_add_loop_test(t, a_pattern_that_does_not_grow_is_caught, 0, 3);
    tcase_add_test(t, time_that_is_denied_is_caught);
    return suite_run("pencil", t);
}
