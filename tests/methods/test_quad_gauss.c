/* test_quad_gauss.c -- Gauss collocation in quad: its coefficients, the order of its steps and
 * of its continuous extension, its estimate beside the true error.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/in_quad.h"

#include "kernel/methods/gauss/gauss.h"
#include "kernel/methods/gauss/gauss_table.h"

enum { S = GAUSS_STAGES };

/* sum b_j c_j^(k-1) = 1/k for k <= 16; A and A A integrate powers up to 7 once and twice. */
START_TEST(coefficients_are_those_of_collocation)
{
    gauss_table g;
    gauss_table_make(&g);
    for (int k = 1; k <= 2 * S; k++) {
        real sum = 0;
        for (int j = 0; j < S; j++) sum += g.b[j] * pow(g.c[j], (real)(k - 1));
        ck_assert(ivp_abs(sum - 1 / (real)k) < R(1e-31));
    }
    for (int k = 0; k < S; k++)
        for (int i = 0; i < S; i++) {
            real once = 0, twice = 0;
            for (int j = 0; j < S; j++) {
                once += g.A[j * S + i] * pow(g.c[j], (real)k);
                twice += g.AA[j * S + i] * pow(g.c[j], (real)k);
            }
            const real next = pow(g.c[i], (real)(k + 1)) / (k + 1);
            ck_assert(ivp_abs(once - next) < R(1e-31));
            ck_assert(ivp_abs(twice - next * g.c[i] / (k + 2)) < R(1e-31));
        }
}
END_TEST

/* ---- steps ------------------------------------------------------------------------------- */

static const char soft[] = "form=angles k1=5 c1=1 k2=2 c2=0.1";

static void begin(run *r, ivp_view view)
{
    run_open(r, "double_pendulum_rsda", soft, IVP_AS_ODE, view, R(1e-31), R(1e-31));
    ck_assert_int_eq(gauss_create(&r->self, r->model, &r->tol, NULL), IVP_OK);
    r->tol.h = 1; /* iterated to rounding */
    gauss_restart(r->self, r->t, r->y, r->yp, 0);
}

static void take(run *r, real h) { run_take(r, gauss_attempt, gauss_verdict, h); }

/* The state after `steps` steps over `length`, iterated to rounding. */
static void over(ivp_view view, real length, int steps, real *y)
{
    run r;
    begin(&r, view);
    for (int k = 0; k < steps; k++) take(&r, length / steps);
    memcpy(y, r.y, (size_t)r.n * sizeof *y);
    run_close(&r);
}

static real slope(real coarse, real fine, real ratio)
{
    return log(coarse / fine) / log(ratio);
}

/* On v'' = f and on y' = f, angles and velocities. */
START_TEST(steps_have_order_16)
{
    const ivp_view view = _i ? IVP_FIRST : IVP_SECOND;
    real exact[MOST], coarse[MOST], fine[MOST];
    over(view, R(0.5), 64, exact);
    over(view, R(0.5), 12, coarse);
    over(view, R(0.5), 24, fine);
    for (int from = 0; from < 4; from += 2) {
        const real order = slope(largest_difference(coarse + from, exact + from, 2),
                                 largest_difference(fine + from, exact + from, 2), 2);
        ck_assert_msg(order > R(15.5) && order < R(17.5), "view %d, block %d: order %.2f",
                      (int)view, from / 2, (double)order);
    }
}
END_TEST

/* The polynomial of degree 7 of v'' leaves h^9 in v' and h^10 in v inside a step. */
START_TEST(dense_output_follows_the_solution)
{
    real error[2][2];
    for (int k = 0; k < 2; k++) {
        const real h = k ? R(0.025) : R(0.05);
        real inside[MOST], exact[MOST];
        run r;
        begin(&r, IVP_SECOND);
        take(&r, h);
        gauss_dense(r.self, R(0.3), inside);
        real end_state[MOST];
        gauss_dense(r.self, R(1.0), end_state);
        ck_assert(largest_difference(end_state, r.y, r.n) < R(1e-28));
        run_close(&r);
        over(IVP_SECOND, R(0.3) * h, 4, exact);
        error[k][0] = largest_difference(inside, exact, 2);
        error[k][1] = largest_difference(inside + 2, exact + 2, 2);
    }
    ck_assert_msg(slope(error[0][0], error[1][0], 2) > R(9.6), "v: %.2f",
                  (double)slope(error[0][0], error[1][0], 2));
    ck_assert_msg(slope(error[0][1], error[1][1], 2) > R(8.6), "v': %.2f",
                  (double)slope(error[0][1], error[1][1], 2));
}
END_TEST

/* From the largest of these steps that converges (the next, 0.48, does not) down to rounding,
 * over 18 decades, the estimate of a step that continues another one is the true error within
 * 1.5 decades. */
START_TEST(the_estimate_follows_the_error)
{
    for (int k = -6; k < 6; k++) {
        const real h = R(0.1) * pow(R(0.8), (real)k);
        real true_error = 0, exact[MOST];
        run r;
        begin(&r, IVP_SECOND);
        take(&r, h);
        const real t = r.t;
        real y[MOST];
        memcpy(y, r.y, sizeof y);
        take(&r, h);
        const real estimate = r.trial.test[0].err * 32 * IVP_EPS;
        run fine;
        begin(&fine, IVP_SECOND);
        memcpy(fine.y, y, sizeof y);
        fine.t = t;
        for (int j = 0; j < 4; j++) take(&fine, h / 4);
        memcpy(exact, fine.y, sizeof exact);
        true_error = largest_difference(r.y + 2, exact + 2, 2);
        const real decades = log10(estimate / true_error);
        ck_assert_msg(ivp_abs(decades) < R(1.5), "h %.3f: error %.2e, estimate %.2e", (double)h,
                      (double)true_error, (double)estimate);
        run_close(&fine);
        run_close(&r);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad gauss");
    tcase_add_test(t, coefficients_are_those_of_collocation);
    tcase_add_loop_test(t, steps_have_order_16, 0, 2);
    tcase_add_test(t, dense_output_follows_the_solution);
    tcase_add_test(t, the_estimate_follows_the_error);
    return suite_run("quad gauss", t);
}
