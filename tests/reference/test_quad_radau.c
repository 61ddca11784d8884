/* test_quad_radau.c -- Radau IIA against its conditions and closed solutions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/radau.h"

#include "tests/suite.h"

static radau_table table_of(int s)
{
    radau_table table;
    ck_assert_int_eq(radau_table_fill(&table, s), IVP_OK);
    return table;
}

static ivp_status run(const radau_table *table, const radau_form *form, real tol, real h,
                      real *t, real t1, real *y)
{
    radau *r = radau_create(table, form, tol);
    ck_assert(r != NULL);
    radau_fix(r, h);
    const ivp_status status = radau_to(r, t, t1, y);
    radau_destroy(r);
    return status;
}

/* ---- coefficients ------------------------------------------------------------------------ */

static const int stages[] = { 3, 5, 9, 11, 13 };

/* sum_j w_j c_j^(k-1) = x^k / k */
static real quadrature(const radau_table *r, const real *w, real x, int k)
{
    real sum = 0;
    for (int j = 0; j < r->s; j++) sum += w[j] * pow(r->c[j], (real)(k - 1));
    return ivp_abs(sum - pow(x, (real)k) / (real)k);
}

START_TEST(conditions_of_order_and_stage_order)
{
    const radau_table r = table_of(stages[_i]);
    real worst = 0;
    for (int k = 1; k <= 2 * r.s - 1; k++)
        worst = ivp_max(worst, quadrature(&r, r.A[r.s - 1], 1, k));
    ck_assert_msg(worst < R(1e-30), "B(2s - 1): %.1e", (double)worst);
    ck_assert_msg(quadrature(&r, r.A[r.s - 1], 1, 2 * r.s) > R(1e-17), "B(2s) must not hold");
    for (int i = 0; i < r.s; i++) {
        ck_assert_msg(r.c[i] > (i ? r.c[i - 1] : 0), "nodes must ascend");
        for (int k = 1; k <= r.s; k++)
            worst = ivp_max(worst, quadrature(&r, r.A[i], r.c[i], k));
    }
    ck_assert_msg(worst < R(1e-30), "C(s): %.1e", (double)worst);
}
END_TEST

START_TEST(inverse_and_eigenvectors)
{
    const radau_table r = table_of(stages[_i]);
    for (int i = 0; i < r.s; i++)
        for (int j = 0; j < r.s; j++) {
            real one = 0;
            double spectral = 0;
            for (int k = 0; k < r.s; k++) one += r.A[i][k] * r.inverse[k][j];
            for (int k = 0; k < r.pairs; k++)
                spectral += (k ? 2 : 1) * creal(r.T[i][k] * r.lambda[k] * r.back[k][j]);
            ck_assert_msg(ivp_abs(one - (i == j)) < R(1e-30), "A A^-1");
            ck_assert_msg(ivp_abs((real)spectral - r.inverse[i][j]) < R(1e-6),
                          "T lambda T^-1, %d %d: %.17g", i, j, spectral);
        }
}
END_TEST

START_TEST(an_even_number_of_stages_is_refused)
{
    radau_table table;
    ck_assert_int_eq(radau_table_fill(&table, 4), IVP_E_INVALID);
    ck_assert_int_eq(radau_table_fill(&table, 15), IVP_E_INVALID);
}
END_TEST

/* ---- closed solutions -------------------------------------------------------------------- */

/* y1' = y1 cos t, y1 = exp(sin t); y2' = -y2^2, y2 = 1/(1 + t) */
static ivp_status smooth(void *context, real t, const real *y, const real *yp, real *F)
{
    (void)context;
    F[0] = yp[0] - y[0] * cos(t);
    F[1] = yp[1] + y[1] * y[1];
    return IVP_OK;
}

static real smooth_error(real t, const real *y)
{
    return ivp_max(ivp_abs(y[0] - exp(sin(t))), ivp_abs(y[1] - 1 / (1 + t)));
}

static const radau_form smooth_form = { .n = 2, .res = smooth };

/* With two constant steps the error behaves like h^(2s - 1). */
START_TEST(observed_order)
{
    static const struct {
        int s;
        real h[2];
    } cases[] = { { 3, { R(0.05), R(0.025) } },
                  { 5, { R(0.1), R(0.05) } },
                  { 9, { R(0.5), R(0.25) } },
                  { 11, { R(0.5), R(0.4) } },
                  { 13, { R(0.5), R(0.4) } } };
    const radau_table table = table_of(cases[_i].s);
    const real *h = cases[_i].h;
    real error[2];
    for (int k = 0; k < 2; k++) {
        real t = 0, y[2] = { 1, 1 };
        ck_assert_int_eq(run(&table, &smooth_form, 1, h[k], &t, 2, y), IVP_OK);
        error[k] = smooth_error(t, y);
    }
    const double order = (double)(log(error[0] / error[1]) / log(h[0] / h[1]));
    const double wanted = 2 * table.s - 1;
    ck_assert_msg(fabs(order - wanted) < wanted / 16, "s = %d: errors %.2e %.2e, order %.2f",
                  table.s, (double)error[0], (double)error[1], order);
}
END_TEST

START_TEST(a_smooth_solution_to_more_than_its_tolerance)
{
    const radau_table table = table_of(13);
    real t = 0, y[2] = { 1, 1 };
    ck_assert_int_eq(run(&table, &smooth_form, R(1e-17), 0, &t, 3, y), IVP_OK);
    ck_assert_msg(t == 3, "the last step does not end exactly at the end");
    ck_assert_msg(smooth_error(t, y) < R(1e-25), "error %.3e", (double)smooth_error(t, y));
}
END_TEST

/* Stiff, nonlinear, with an algebraic component whose start is wrong:
 *
 *     y1' = -1e6 (y1^3 - cos^3 t) - sin t        y1 = cos t
 *     0   = y2 - y1 sin t                        y2 = sin t cos t */
static ivp_status stiff(void *context, real t, const real *y, const real *yp, real *F)
{
    (void)context;
    const real c = cos(t);
    F[0] = yp[0] + R(1e6) * (y[0] * y[0] * y[0] - c * c * c) + sin(t);
    F[1] = y[1] - y[0] * sin(t);
    return IVP_OK;
}

START_TEST(a_stiff_system_from_an_inconsistent_start)
{
    const radau_form form = { .n = 2, .res = stiff };
    const radau_table table = table_of(11);
    real t = 0, y[2] = { 1, R(1e-9) };
    ck_assert_int_eq(run(&table, &form, R(1e-20), 0, &t, 1, y), IVP_OK);
    ck_assert_msg(
        ivp_abs(y[0] - cos(t)) < R(1e-21) && ivp_abs(y[1] - cos(t) * sin(t)) < R(1e-21),
        "errors %.3e %.3e", (double)(y[0] - cos(t)), (double)(y[1] - cos(t) * sin(t)));
}
END_TEST

/* y' = y^2, y = 1/(1 - t): there is nothing beyond t = 1. */
static ivp_status blow_up(void *context, real t, const real *y, const real *yp, real *F)
{
    (void)context, (void)t;
    F[0] = yp[0] - y[0] * y[0];
    return IVP_OK;
}

START_TEST(a_blow_up_is_noticed)
{
    const radau_form form = { .n = 1, .res = blow_up };
    const radau_table table = table_of(9);
    real t = 0, y[1] = { 1 };
    ck_assert_int_eq(run(&table, &form, R(1e-18), 0, &t, 2, y), IVP_E_STEP_TOO_SMALL);
    ck_assert_msg(t > R(0.99) && t < R(1.01), "it stops at %.17g", (double)t);
}
END_TEST

static Suite *suite_of_radau(void)
{
    Suite *suite = suite_create("radau");
    TCase *tc = tcase_create("coefficients");
    tcase_add_loop_test(tc, conditions_of_order_and_stage_order, 0, 5);
    tcase_add_loop_test(tc, inverse_and_eigenvectors, 0, 5);
    tcase_add_test(tc, an_even_number_of_stages_is_refused);
    tcase_add_loop_test(tc, observed_order, 0, 5);
    suite_add_tcase(suite, tc);
    tc = tcase_create("solutions");
    tcase_add_test(tc, a_smooth_solution_to_more_than_its_tolerance);
    tcase_add_test(tc, a_stiff_system_from_an_inconsistent_start);
    tcase_add_test(tc, a_blow_up_is_noticed);
    suite_add_tcase(suite, tc);
    return suite;
}

int main(void) { return suite_run_all(suite_of_radau()); }
