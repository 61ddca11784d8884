/* prepare_case.h -- values derived from parameters are those of the arithmetic, follow every
 * change of the parameters, and reach the complex twin: the same tests in double and in
 * quad.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PREPARE_CASE_H
#define TESTS_PREPARE_CASE_H

#include "kernel/formulation/model_inner.h"

#include "tests/suite.h"

enum { K, ROOT }; /* of t_prepared */

static inline instance *open_prepared(const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, "t_prepared", settings, &why), "%s", why.text);
    return i;
}

/* y1' and dy1'/dy1 at y = (1, 0), and y2' */
static inline void rates(instance *i, real *f, real *slope)
{
    reason why;
    ivp_model *m = NULL;
    real y[2] = { 1, 0 }, store[4] = { 0 };
    ck_assert_msg(!model_open(&m, i, IVP_AS_ODE, NULL, IVP_FIRST, &why), "%s", why.text);
    ck_assert_int_eq(ivp_rhs(m, 0, y, f), IVP_OK);
    ck_assert_int_eq(ivp_rhs_jac(m, 0, y, (ivp_mat){ 2, 2, 2, store }), IVP_OK);
    *slope = store[0];
    model_close(m);
}

static inline void expect_rate(instance *i, real square)
{
    real f[2], slope;
    rates(i, f, &slope);
    ck_assert(f[0] == -sqrt(square));
    ck_assert(ivp_abs(slope + sqrt(square)) <= 4 * IVP_EPS * sqrt(square));
}

START_TEST(derived_at_opening)
{
    instance *i = open_prepared(NULL);
    ck_assert(i->p[ROOT] == sqrt(R(2.0)));
    expect_rate(i, 2);
    instance_close(i);
    i = open_prepared("k=0.3");
    expect_rate(i, R(0.3));
    instance_close(i);
}
END_TEST

START_TEST(derived_again_when_parameters_change)
{
    instance *i = open_prepared(NULL);
    i->p[K] = 7;
    instance_sync(i);
    expect_rate(i, 7);
    instance_reset(i);
    expect_rate(i, 2);
    instance_close(i);
}
END_TEST

/* behind what is derived */
START_TEST(sides_keep_their_place)
{
    instance *i = open_prepared(NULL);
    real f[2], slope;
    ck_assert_ptr_eq(i->side, i->p + ROOT + 1);
    rates(i, f, &slope);
    ck_assert(f[1] == 0);
    i->side[0] = 1;
    instance_sync(i);
    rates(i, f, &slope);
    ck_assert(f[1] == 1);
    expect_rate(i, 2);
    instance_close(i);
}
END_TEST

static inline TCase *prepare_tests(void)
{
    TCase *t = tcase_create("prepare");
    tcase_add_test(t, derived_at_opening);
    tcase_add_test(t, derived_again_when_parameters_change);
    tcase_add_test(t, sides_keep_their_place);
    return t;
}

#endif
