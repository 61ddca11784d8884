/* test_quad_adams.c -- Adams formulas in quad: orders 1 to 12 of the predictor, one more of the
 * step, on equal and on changing distances; dense output inside a step; the estimate beside the
 * error.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/in_quad.h"

#include "kernel/methods/multistep/adams.h"

enum { GRIDS = 2 };

static void begin(run *r, enum adams_mode mode)
{
    const double option[ADAMS_NOPTIONS] = {
        [ADAMS_MAX_ORDER] = ADAMS_ORDERS, [ADAMS_MODE] = mode
    };
    run_open(r, "circular_track", NULL, IVP_INDEX1, IVP_FIRST, 1, 1);
    ck_assert_int_eq(adams_create(&r->self, r->model, &r->tol, option), IVP_OK);
}

/* Distance number k of a grid of mean distance h: equal, or changing by up to a half. */
static real distance(int grid, int k, real h)
{
    static const real ratio[] = { R(1.0), R(1.3), R(0.8), R(1.2), R(0.7) };
    return grid == 0 ? h : h * ratio[(k % 5 + 5) % 5];
}

/* A step of this order, taken whatever its error; at the first one all before is exact: each
 * earlier point is put in as the method itself would, y and f being those of the solution. */
static void take(run *r, int order, real h)
{
    ((adams *)r->self)->order = order;
    run_take(r, adams_attempt, adams_verdict, h);
}

static void start(run *r, int order, int grid, real h, real t0)
{
    real f[MOST];
    adams *s = r->self;
    r->t = t0;
    const enum adams_mode mode = s->mode;
    s->mode = ADAMS_PECE;
    exact_at(r, t0, r->y);
    ck_assert_int_eq(ivp_rhs(r->model, t0, r->y, f), IVP_OK);
    ck_assert_int_eq(adams_restart(r->self, t0, r->y, f, 0), IVP_OK);
    for (int k = 1; k < order; k++) {
        take(r, k, distance(grid, k - order, h));
        exact_at(r, r->t, r->y);
        memcpy(s->past.phi[0], r->y, (size_t)r->n * sizeof(real));
    }
    s->mode = mode;
}

static real error_of(const run *r)
{
    real y[MOST];
    exact_at(r, r->t, y);
    return largest_difference(r->y, y, r->n);
}

/* Over 60 steps and 120 of half the size, from the same point on. */
static real error_over(int order, int grid, enum adams_mode mode, int steps)
{
    const real h = R(0.6) / (real)steps;
    real before = 0;
    run r;
    begin(&r, mode);
    for (int k = 1; k < order; k++) before += distance(grid, k - order, h);
    start(&r, order, grid, h, R(0.7) - before);
    for (int k = 0; k < steps; k++) take(&r, order, distance(grid, k, h));
    const real error = error_of(&r);
    run_close(&r);
    return error;
}

static void check_order(int order, int grid, enum adams_mode mode)
{
    const real found =
        log2(error_over(order, grid, mode, 240) / error_over(order, grid, mode, 480));
    ck_assert_msg(ivp_abs(found - (real)(order + 1)) < R(0.35),
                  "order %d, grid %d, mode %d: %.2f", order, grid, (int)mode, (double)found);
}

START_TEST(steps_have_one_order_more_than_the_predictor)
{
    check_order(1 + _i % ADAMS_ORDERS, _i / ADAMS_ORDERS, ADAMS_PECE);
}
END_TEST

/* ... also where f is that of predictions, as long as such formulas are stable: at h
 * lambda = 0.02 they are up to order 6. */
START_TEST(one_evaluation_has_the_same_order) { check_order(1 + _i % 6, _i / 6, ADAMS_PEC); }
END_TEST

/* One step from exact points: it is better than the formula of order k, whose error is
 * tested. */
START_TEST(the_estimate_is_above_the_error)
{
    const int order = 1 + _i % ADAMS_ORDERS, grid = _i / ADAMS_ORDERS;
    run r;
    begin(&r, ADAMS_PECE);
    start(&r, order, grid, R(0.005), R(0.7));
    const real y0 = 1 + ivp_abs(r.y[0]);
    take(&r, order, distance(grid, 0, R(0.005)));
    const real estimate = r.trial.test[0].err * y0 * sqrt((real)r.n);
    ck_assert_msg(error_of(&r) < estimate, "order %d: error %.2e, estimate %.2e", order,
                  (double)error_of(&r), (double)estimate);
    ck_assert(error_of(&r) > R(1e-6) * estimate);
    run_close(&r);
}
END_TEST

/* Both ends are met to rounding; inside the error falls like that of a step. */
START_TEST(dense_output_has_the_order)
{
    const int order = 2 + 2 * (_i % 6), grid = _i / 6;
    real error[2];
    for (int k = 0; k < 2; k++) {
        const real h = k ? R(0.0025) : R(0.005);
        real before[MOST], inside[MOST], y[MOST];
        run r;
        begin(&r, ADAMS_PECE);
        start(&r, order, grid, h, R(0.7));
        memcpy(before, r.y, sizeof before);
        const real t = r.t, step = distance(grid, 0, h);
        take(&r, order, step);
        ck_assert_int_eq(adams_dense(r.self, 0, inside), IVP_OK);
        ck_assert(largest_difference(inside, before, r.n) < R(1e-28));
        ck_assert_int_eq(adams_dense(r.self, 1, inside), IVP_OK);
        ck_assert(largest_difference(inside, r.y, r.n) < R(1e-28));
        ck_assert_int_eq(adams_dense(r.self, R(0.4), inside), IVP_OK);
        exact_at(&r, t + R(0.4) * step, y);
        error[k] = largest_difference(inside, y, r.n);
        run_close(&r);
    }
    const real found = log2(error[0] / error[1]);
    ck_assert_msg(found > (real)order + R(1.6), "order %d: h^%.2f inside", order,
                  (double)found);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad adams");
    tcase_add_loop_test(t, steps_have_one_order_more_than_the_predictor, 0,
                        GRIDS * ADAMS_ORDERS);
    tcase_add_loop_test(t, one_evaluation_has_the_same_order, 0, GRIDS * 6);
    tcase_add_loop_test(t, the_estimate_is_above_the_error, 0, GRIDS * ADAMS_ORDERS);
    tcase_add_loop_test(t, dense_output_has_the_order, 0, 12);
    return suite_run("quad adams", t);
}
