/* test_quad_gragg.c -- the extrapolated midpoint rule in quad: order 2 k of k columns, with
 * both sequences and smoothed; the polynomial inside a step; the error test beside the
 * error.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/in_quad.h"

#include "kernel/methods/extrapolation/gragg.h"

/* inside: rows as where events are looked for */
static void begin(run *r, int columns, bool smoothing, bool inside, real h)
{
    const double option[GRAGG_NOPTIONS] = {
        [GRAGG_COLUMNS] = columns, [GRAGG_SMOOTHING] = smoothing
    };
    run_open(r, "circular_track", NULL, IVP_INDEX1, IVP_FIRST, R(1e-3), 1);
    r->model->looks_inside = inside;
    r->tol.h = h;
    ck_assert_int_eq(gragg_create(&r->self, r->model, &r->tol, option), IVP_OK);
    r->t = R(0.3);
    exact_at(r, r->t, r->y);
    ck_assert_int_eq(gragg_restart(r->self, r->t, r->y, r->y, 0), IVP_OK);
}

static void take(run *r, real h) { run_take(r, gragg_attempt, gragg_verdict, h); }

static real error_over(int columns, bool smoothing, bool inside, int steps)
{
    const real h = R(0.5) / (real)steps;
    real y[MOST];
    run r;
    begin(&r, columns, smoothing, inside, h);
    for (int k = 0; k < steps; k++) take(&r, h);
    exact_at(&r, r.t, y);
    const real error = largest_difference(r.y, y, r.n);
    run_close(&r);
    return error;
}

START_TEST(columns_have_order_two_each)
{
    const int columns = 1 + _i / 3;
    const bool smoothing = _i % 3 == 1, inside = _i % 3 == 2;
    const int steps = columns > 5 ? 16 : 96;
    const real found = log2(error_over(columns, smoothing, inside, steps) /
                            error_over(columns, smoothing, inside, 2 * steps));
    ck_assert_msg(ivp_abs(found - 2 * (real)columns) < R(0.4), "%d columns, form %d: %.2f",
                  columns, _i % 3, (double)found);
}
END_TEST

/* Both ends are met with their slopes; inside the error of a step falls like h^(2 columns). */
START_TEST(polynomial_has_the_order)
{
    const int columns = 2 + _i / 2;
    const bool inside = _i % 2;
    real error[2];
    for (int k = 0; k < 2; k++) {
        const real h = k ? R(0.01) : R(0.02), part = R(1e-9);
        real y1[MOST], y[MOST], at[MOST], near[MOST];
        run r;
        begin(&r, columns, false, inside, h);
        run_try(&r, gragg_attempt, h, y1);
        ck_assert_int_eq(gragg_dense(r.self, 0, at), IVP_OK);
        ck_assert(largest_difference(at, r.y, r.n) < R(1e-31));
        ck_assert_int_eq(gragg_dense(r.self, part, near), IVP_OK);
        for (int i = 0; i < r.n; i++)
            ck_assert(ivp_abs((near[i] - at[i]) / (part * h) - ((gragg *)r.self)->f0[i]) <
                      R(1e-6));
        ck_assert_int_eq(gragg_dense(r.self, 1, at), IVP_OK);
        ck_assert(largest_difference(at, y1, r.n) < R(1e-31));
        error[k] = 0;
        for (int l = 1; l < 8; l++) {
            ck_assert_int_eq(gragg_dense(r.self, (real)l / 8, at), IVP_OK);
            exact_at(&r, r.t + (real)l * h / 8, y);
            error[k] = ivp_max(error[k], largest_difference(at, y, r.n));
        }
        run_close(&r);
    }
    const real found = log2(error[0] / error[1]);
    ck_assert_msg(found > 2 * (real)columns - R(0.4), "%d columns: h^%.2f inside", columns,
                  (double)found);
}
END_TEST

/* What is tested is the error of the row before, one column lower: never less than the error of
 * the step, and of its own order. */
START_TEST(the_test_is_above_the_error)
{
    const int columns = 2 + _i;
    real test[2], y1[MOST], y[MOST], e[MOST];
    for (int k = 0; k < 2; k++) {
        const real h = k ? R(0.01) : R(0.02);
        run r;
        begin(&r, columns, false, false, 0);
        run_try(&r, gragg_attempt, h, y1);
        exact_at(&r, r.t + h, y);
        for (int i = 0; i < r.n; i++) e[i] = y1[i] - y[i];
        test[k] = r.trial.test[0].err;
        ck_assert(test[k] < 1);
        ck_assert(ivp_error_norm(r.model, &r.tol, r.y, y1, e) < test[k]);
        ck_assert_int_eq(((gragg *)r.self)->used, columns);
        run_close(&r);
    }
    const real found = log2(test[0] / test[1]);
    ck_assert_msg(ivp_abs(found - (real)(2 * columns - 1)) < R(0.4), "%d columns: h^%.2f",
                  columns, (double)found);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad gragg");
    tcase_add_loop_test(t, columns_have_order_two_each, 0, 3 * 7);
    tcase_add_loop_test(t, polynomial_has_the_order, 0, 10);
    tcase_add_loop_test(t, the_test_is_above_the_error, 0, 4);
    return suite_run("quad gragg", t);
}
