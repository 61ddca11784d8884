/* test_slopes.c -- where an implicit problem begins anew: y' and algebraic unknowns behind a
 * corner, by themselves and in a run; and kinks, which runs are not told.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve.h"
#include "kernel/stepping/slopes.h"

#include "tests/suite.h"
#include <math.h>

static instance *opened(const char *name)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, name, "", &why), "%s", why.text);
    return i;
}

/* y as a solver leaves it: the multiplier that of the old piece, the constraint off by 1e-7. */
START_TEST(unknowns_of_index_2_are_those_behind_the_corner)
{
    reason why;
    instance *i = opened("t_pulse");
    slopes *s = NULL;
    ck_assert_msg(!slopes_create(&s, i, IVP_AS_LIN, &why), "%s", why.text);
    real y[4] = { 0.5 + 1e-7, 1, 0.25, 7 }, yp[4] = { 0 };
    ck_assert_int_eq(slopes_at(s, 0.5, y, yp), IVP_OK);
    ck_assert(y[0] == 0.5 + 1e-7 && y[2] == 0.25);
    ck_assert_msg(fabs(y[1] - 3) < 1e-6, "z = %.17g", y[1]);
    ck_assert_msg(fabs(yp[0] - 3) < 1e-6, "x' = %.17g", yp[0]);
    ck_assert_msg(fabs(y[3] - 0.25) < 1e-6, "v = %.17g", y[3]);
    ck_assert_msg(fabs(yp[2] + 0.25) < 1e-6, "w' = %.17g", yp[2]);
    slopes_destroy(s);
    instance_close(i);
}
END_TEST

/* y2 off by 1e-6, and a row that has y2 alone, 18 decades below the other one. */
START_TEST(rows_may_differ_by_decades)
{
    reason why;
    instance *i = opened("t_decades");
    slopes *s = NULL;
    ck_assert_msg(!slopes_create(&s, i, IVP_AS_LIN, &why), "%s", why.text);
    real y[2] = { 0.25, 1 + 1e-6 }, yp[2] = { 0 };
    ck_assert_int_eq(slopes_at(s, 0.5, y, yp), IVP_OK);
    ck_assert_double_eq(y[0], 0.25);
    ck_assert_double_eq_tol(y[1], 1, 1e-8);
    ck_assert_double_eq_tol(yp[0], 1, 1e-7);
    slopes_destroy(s);
    instance_close(i);
}
END_TEST

START_TEST(a_run_goes_on_behind_the_corner)
{
    reason why;
    instance *i = opened("t_pulse");
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "lin", .solver = "ida", .rtol = 1e-8, .atol = 1e-8
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_msg(!evolve_run(e, NULL, NULL), "%s", evolve_message(e));
    real y[4];
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    ck_assert_msg(fabs(y[0] - 2) < 1e-6 && fabs(y[1] - 3) < 1e-4, "%.9g %.9g", y[0], y[1]);
    ck_assert_msg(fabs(y[2] - exp(-1.0)) < 1e-6, "%.17g", y[2]);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_RESTART], 1);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(runs_are_not_told_a_kink)
{
    reason why;
    instance *i = opened("t_kink");
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "ode", .solver = "dopri5", .rtol = 1e-9, .atol = 1e-9
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_msg(!evolve_run(e, NULL, NULL), "%s", evolve_message(e));
    ck_assert_int_eq(evolve_counters(e)[IVP_N_EVENT], 0);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_RESTART], 0);
    real y[1];
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    ck_assert_msg(fabs(y[0] - 5.0 / 3) < 1e-6, "%.17g", y[0]);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("slopes");
    tcase_add_test(t, unknowns_of_index_2_are_those_behind_the_corner);
    tcase_add_test(t, rows_may_differ_by_decades);
    tcase_add_test(t, a_run_goes_on_behind_the_corner);
    tcase_add_test(t, runs_are_not_told_a_kink);
    return suite_run("restarts of implicit problems", t);
}
