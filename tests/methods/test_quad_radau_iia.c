/* test_quad_radau_iia.c -- Radau IIA methods in quad: coefficients and their blocks, the orders
 * of each block of unknowns at index 1, 2 and 3, of dense output and of the estimate.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/in_quad.h"

#include "kernel/methods/radau/radau_blocks.h"
#include "kernel/methods/radau/radau_iia.h"

enum { VARIANTS = 3 };
static const int stages[VARIANTS] = { 3, 5, 7 };

/* A integrates powers up to s - 1, its last row up to 2s - 2. */
START_TEST(coefficients_are_those_of_collocation)
{
    radau_nodes r;
    const int s = stages[_i];
    ck_assert_int_eq(radau_nodes_fill(&r, s), IVP_OK);
    for (int k = 1; k <= 2 * s - 1; k++)
        for (int i = k <= s ? 0 : s - 1; i < s; i++) {
            real sum = 0;
            for (int j = 0; j < s; j++) sum += r.A[i][j] * pow(r.c[j], (real)(k - 1));
            ck_assert(ivp_abs(sum - pow(r.c[i], (real)k) / (real)k) < R(1e-32));
        }
}
END_TEST

/* A^-1 T = T diag(gamma, [alpha -beta; beta alpha], ...) and T^-1 T = I. */
START_TEST(blocks_are_those_of_the_inverse)
{
    radau_nodes r;
    radau_blocks b;
    const int s = stages[_i];
    ck_assert_int_eq(radau_nodes_fill(&r, s), IVP_OK);
    ck_assert_int_eq(radau_blocks_fill(&b, &r), IVP_OK);
    ck_assert_int_eq(b.pairs, s / 2);
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            real image = 0, one = 0;
            for (int k = 0; k < s; k++) {
                image += r.inverse[i][k] * b.T[k][j];
                one += b.back[i][k] * b.T[k][j];
            }
            const int k = (j + 1) / 2, other = j == 0 ? 0 : j % 2 ? j + 1 : j - 1;
            const real turned = (j % 2 ? b.im[k] : -b.im[k]) * b.T[i][other];
            ck_assert(ivp_abs(image - b.re[k] * b.T[i][j] - turned) < R(1e-25));
            ck_assert(ivp_abs(one - (i == j)) < R(1e-25));
        }
}
END_TEST

/* ---- steps ------------------------------------------------------------------------------- */

/* h > 0: iterated to rounding; otherwise with tolerance rtol. */
static void begin(run *r, const char *settings, ivp_formulation f, int s, real h, real rtol)
{
    const ivp_view view =
        f == IVP_INDEX2 || f == IVP_INDEX3 || f == IVP_GGL ? IVP_RES : IVP_FIRST;
    run_open(r, "double_pendulum_rsda", settings, f, view, rtol, rtol);
    r->tol.h = h;
    ck_assert_int_eq(radau_iia_create(&r->self, r->model, &r->tol, s), IVP_OK);
    radau_iia_restart(r->self, r->t, r->y, r->yp, 0);
}

static void take(run *r, real h) { run_take(r, radau_iia_attempt, radau_iia_verdict, h); }

static void over(const char *settings, ivp_formulation f, int s, real length, int steps,
                 real *y)
{
    run r;
    const real h = length / (real)steps;
    begin(&r, settings, f, s, h, R(1e-20));
    for (int k = 0; k < steps; k++) take(&r, h);
    memcpy(y, r.y, (size_t)r.n * sizeof *y);
    run_close(&r);
}

static const char angles[] = "form=angles k1=5 c1=1 k2=2 c2=0.1";
static const char bodies[] = "k1=5 c1=1 k2=2 c2=0.1";

/* Angles and velocities alike: 2 s - 1. */
START_TEST(steps_have_order_5_9_13)
{
    const int s = stages[_i], coarse = s == 3 ? 64 : 32;
    real exact[MOST], a[MOST], b[MOST];
    over(angles, IVP_AS_ODE, 7, R(0.4), 128, exact);
    over(angles, IVP_AS_ODE, s, R(0.4), coarse, a);
    over(angles, IVP_AS_ODE, s, R(0.4), 3 * coarse / 2, b);
    for (int from = 0; from < 4; from += 2) {
        const real order = log(largest_difference(a + from, exact + from, 2) /
                               largest_difference(b + from, exact + from, 2)) /
                           log(R(1.5));
        ck_assert_msg(ivp_abs(order - (real)(2 * s - 1)) < R(0.4), "%d stages, block %d: %.2f",
                      s, from / 2, (double)order);
    }
}
END_TEST

/* What theory says of q, u and lambda: Hairer, Lubich, Roche, The numerical solution of
 * differential-algebraic systems by Runge-Kutta methods, tables of Radau IIA. */
static const struct {
    ivp_formulation f;
    const char *name;
    int stages;
    real q, u, lambda;
} at_index[] = {
    { IVP_INDEX2, "index2", 3, R(5.0), R(5.0), R(3.0) },
    { IVP_GGL, "ggl", 3, R(5.0), R(5.0), R(3.0) },
    { IVP_INDEX3, "index3", 3, R(5.0), R(3.0), R(2.0) },
    { IVP_INDEX2, "index2", 5, R(9.0), R(9.0), R(5.0) },
    { IVP_GGL, "ggl", 5, R(9.0), R(9.0), R(5.0) },
    { IVP_INDEX3, "index3", 5, R(9.0), R(5.0), R(4.0) },
};
enum { AT_INDEX = sizeof at_index / sizeof *at_index };

START_TEST(orders_fall_with_the_index)
{
    const int nq = 6, s = at_index[_i].stages, coarse = s == 3 ? 48 : 32;
    real exact[MOST], a[MOST], b[MOST];
    over(bodies, IVP_GGL, 7, R(0.4), 128, exact);
    over(bodies, at_index[_i].f, s, R(0.4), coarse, a);
    over(bodies, at_index[_i].f, s, R(0.4), 2 * coarse, b);
    const struct {
        int at, n;
        real expected;
    } part[] = { { 0, nq, at_index[_i].q },
                 { nq, nq, at_index[_i].u },
                 { 2 * nq, 4, at_index[_i].lambda } };
    for (int k = 0; k < 3; k++) {
        const int at = part[k].at;
        const real order = log2(largest_difference(a + at, exact + at, part[k].n) /
                                largest_difference(b + at, exact + at, part[k].n));
        ck_assert_msg(ivp_abs(order - part[k].expected) < R(0.5),
                      "%s, %d stages, block %d: %.2f", at_index[_i].name, s, k, (double)order);
    }
}
END_TEST

/* The polynomial of degree s leaves h^(s+1) inside a step, and meets both of its ends. */
START_TEST(dense_output_has_order_s)
{
    const int s = stages[_i];
    real error[2];
    for (int k = 0; k < 2; k++) {
        const real h = k ? R(0.0025) : R(0.005);
        real start[MOST], inside[MOST], last[MOST], exact[MOST];
        run r;
        begin(&r, angles, IVP_AS_ODE, s, h, R(1e-20));
        memcpy(start, r.y, sizeof start);
        take(&r, h);
        radau_iia_dense(r.self, R(0.3), inside);
        radau_iia_dense(r.self, 0, last);
        ck_assert(largest_difference(last, start, r.n) == 0);
        radau_iia_dense(r.self, 1, last);
        ck_assert(largest_difference(last, r.y, r.n) < R(1e-30));
        run_close(&r);
        over(angles, IVP_AS_ODE, 7, R(0.3) * h, 4, exact);
        error[k] = largest_difference(inside, exact, 4);
    }
    const real order = log2(error[0] / error[1]);
    ck_assert_msg(ivp_abs(order - (real)(s + 1)) < R(0.4), "%d stages: %.2f", s, (double)order);
}
END_TEST

/* The estimate is that of a solution of order s: it behaves like h^(s+1). */
START_TEST(the_estimate_has_order_s)
{
    const int s = stages[_i];
    real err[2];
    for (int k = 0; k < 2; k++) {
        const real h = k ? R(0.0025) : R(0.005);
        real y1[MOST];
        run r;
        begin(&r, angles, IVP_AS_ODE, s, 0, R(1e-28));
        take(&r, h / 8); /* the first one has an estimate of its own */
        run_try(&r, radau_iia_attempt, h, y1);
        err[k] = r.trial.test[0].err;
        run_close(&r);
    }
    const real order = log2(err[0] / err[1]);
    ck_assert_msg(ivp_abs(order - (real)(s + 1)) < R(0.4), "%d stages: %.2f", s, (double)order);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad radau_iia");
    tcase_add_loop_test(t, coefficients_are_those_of_collocation, 0, VARIANTS);
    tcase_add_loop_test(t, blocks_are_those_of_the_inverse, 0, VARIANTS);
    tcase_add_loop_test(t, steps_have_order_5_9_13, 0, VARIANTS);
    tcase_add_loop_test(t, orders_fall_with_the_index, 0, AT_INDEX);
    tcase_add_loop_test(t, dense_output_has_order_s, 0, VARIANTS);
    tcase_add_loop_test(t, the_estimate_has_order_s, 0, VARIANTS);
    return suite_run("quad radau_iia", t);
}
