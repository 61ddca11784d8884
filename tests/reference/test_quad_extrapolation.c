/* test_quad_extrapolation.c -- generators of references on problems with closed solutions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/basic.h"

#include "tests/suite.h"
#include <stdlib.h>

/* y1' = y1 cos t, y1 = exp(sin t); y2' = -y2^2, y2 = 1/(1 + t) */
static ivp_status smooth(void *context, real t, const real *y, real *f)
{
    (void)context;
    f[0] = y[0] * cos(t);
    f[1] = -y[1] * y[1];
    return IVP_OK;
}

static real smooth_error(real t, const real *y)
{
    return ivp_max(ivp_abs(y[0] - exp(sin(t))), ivp_abs(y[1] - 1 / (1 + t)));
}

static const explicit_form smooth_form = { .n = 2, .f = smooth };

/* Stiff, nonlinear, with an algebraic component:
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

static real stiff_error(real t, const real *y)
{
    return ivp_max(ivp_abs(y[0] - cos(t)), ivp_abs(y[1] - cos(t) * sin(t)));
}

static const implicit_form stiff_form = { .n = 2, .res = stiff };

/* y' = y^2, y = 1/(1 - t): there is nothing beyond t = 1. */
static ivp_status blow_up(void *context, real t, const real *y, real *f)
{
    (void)context, (void)t;
    f[0] = y[0] * y[0];
    return IVP_OK;
}

static ivp_status gbs_to(const explicit_form *form, real tol, real h, real *t, real t1, real *y)
{
    midpoint *m = midpoint_create(form);
    const basic_method basic = midpoint_method(m);
    extrapolation *e = extrapolation_create(&family_gbs, &basic, form->n, tol);
    e->h = h;
    const ivp_status status = extrapolation_to(e, t, t1, y);
    extrapolation_destroy(e);
    midpoint_destroy(m);
    return status;
}

static ivp_status iex_to(const family *kind, real tol, real h, real *t, real t1, real *y)
{
    euler *m = euler_create(&stiff_form);
    const basic_method basic = euler_method(m);
    extrapolation *e = extrapolation_create(kind, &basic, stiff_form.n, tol);
    e->h = h;
    const ivp_status status = extrapolation_to(e, t, t1, y);
    extrapolation_destroy(e);
    euler_destroy(m);
    return status;
}

START_TEST(gbs_reaches_its_tolerance)
{
    static const struct {
        real tol, bound;
    } cases[] = { { R(1e-15), R(1e-14) }, { R(1e-24), R(1e-23) }, { R(1e-27), R(1e-26) } };
    real t = 0, y[2] = { 1, 1 };
    ck_assert_int_eq(gbs_to(&smooth_form, cases[_i].tol, 0, &t, 3, y), IVP_OK);
    ck_assert_msg(t == 3, "the last step does not end exactly at the end");
    ck_assert_msg(smooth_error(t, y) < cases[_i].bound, "tolerance %.0e: error %.3e",
                  (double)cases[_i].tol, (double)smooth_error(t, y));
}
END_TEST

/* With tolerance 1 a step stops at three columns: T_33 of GBS has order 6, of IEX order 3. */
START_TEST(gbs_has_order_six_with_three_columns)
{
    real e[2];
    for (int k = 0; k < 2; k++) {
        real t = 0, y[2] = { 1, 1 };
        const real H = k ? R(0.05) : R(0.1);
        ck_assert_int_eq(gbs_to(&smooth_form, 1, H, &t, H, y), IVP_OK);
        e[k] = smooth_error(t, y);
    }
    const real order = log2(e[0] / e[1]);
    ck_assert_msg(order > R(6.7) && order < R(7.3), "local error behaves like H^%.2f",
                  (double)order);
}
END_TEST

START_TEST(iex_has_order_three_with_three_columns)
{
    real e[2];
    for (int k = 0; k < 2; k++) {
        real t = 0, y[2] = { 1, 0 };
        const real H = k ? R(5e-9) : R(1e-8);
        ck_assert_int_eq(iex_to(&family_iex, 1, H, &t, H, y), IVP_OK);
        e[k] = ivp_abs(y[0] - cos(t));
    }
    const real order = log2(e[0] / e[1]);
    ck_assert_msg(order > R(3.5) && order < R(5.5), "local error behaves like H^%.2f",
                  (double)order);
}
END_TEST

START_TEST(iex_reaches_its_tolerance_on_a_stiff_system)
{
    static const struct {
        const family *kind;
        real tol, bound;
    } cases[] = { { &family_iex, R(1e-12), R(1e-11) },
                  { &family_iex, R(1e-20), R(1e-19) },
                  { &family_iex_wide, R(1e-20), R(1e-19) },
                  { &family_iex_wide, R(1e-23), R(1e-22) } };
    real t = 0, y[2] = { 1, 0 };
    ck_assert_int_eq(iex_to(cases[_i].kind, cases[_i].tol, R(0.02), &t, 1, y), IVP_OK);
    ck_assert_msg(stiff_error(t, y) < cases[_i].bound, "%s %.0e: error %.3e",
                  cases[_i].kind->name, (double)cases[_i].tol, (double)stiff_error(t, y));
}
END_TEST

START_TEST(a_tolerance_below_rounding_is_refused)
{
    real t = 0, y[2] = { 1, 0 };
    ck_assert_int_eq(iex_to(&family_iex, R(1e-23), 0, &t, 1, y), IVP_E_INVALID);
    ck_assert_int_eq(gbs_to(&smooth_form, R(1e-30), 0, &t, 1, y), IVP_E_INVALID);
}
END_TEST

START_TEST(a_blow_up_is_noticed)
{
    real t = 0, y[1] = { 1 };
    const explicit_form form = { .n = 1, .f = blow_up };
    ck_assert_int_eq(gbs_to(&form, R(1e-24), 0, &t, 2, y), IVP_E_STEP_TOO_SMALL);
    ck_assert_msg(t > R(0.99) && t < R(1.01), "it stops at %.17g", (double)t);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("closed forms");
    tcase_add_loop_test(tc, gbs_reaches_its_tolerance, 0, 3);
    tcase_add_test(tc, gbs_has_order_six_with_three_columns);
    tcase_add_test(tc, iex_has_order_three_with_three_columns);
    tcase_add_loop_test(tc, iex_reaches_its_tolerance_on_a_stiff_system, 0, 4);
    tcase_add_test(tc, a_tolerance_below_rounding_is_refused);
    tcase_add_test(tc, a_blow_up_is_noticed);
    return suite_run("extrapolation", tc);
}
