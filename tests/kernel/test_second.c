/* test_second.c -- y' = f that is declared to be v'' = a: accelerations and their derivatives
 * are the lower half of f and df/dy, wherever v and v' lie; points side by side too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/batch.h"
#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"

enum { MOST = 80 };

static const struct {
    const char *problem, *settings;
    bool velocity_free;
} cases[] = {
    { "pleiades", "", true },
    { "beam", "", false },
    { "arenstorf", "", false },
    { "t_second", "", true },
};
enum { CASES = sizeof cases / sizeof *cases };

typedef struct views {
    instance *i;
    ivp_model *first, *second;
    int n, nv;
    double t, y[MOST], f[MOST];
} views;

static void open_views(views *v, int k)
{
    reason why;
    memset(v, 0, sizeof *v);
    ck_assert_msg(!instance_open(&v->i, cases[k].problem, cases[k].settings, &why), "%s",
                  why.text);
    ck_assert_msg(!model_open(&v->first, v->i, IVP_AS_ODE, NULL, IVP_FIRST, &why), "%s",
                  why.text);
    ck_assert_msg(!model_open(&v->second, v->i, IVP_AS_ODE, NULL, IVP_SECOND, &why), "%s",
                  why.text);
    v->n = ivp_n(v->second);
    v->nv = v->n / 2;
    ck_assert_int_le(v->n, MOST);
    v->t = v->i->t0 + 0.3 * (v->i->t1 - v->i->t0);
    model_start(v->first, v->y, v->f);
    for (int j = 0; j < v->n; j++) v->y[j] += 0.1 * sin(3. * j + 1);
    ck_assert_int_eq(ivp_rhs(v->first, v->t, v->y, v->f), IVP_OK);
}

static void close_views(views *v)
{
    model_close(v->first);
    model_close(v->second);
    instance_close(v->i);
}

START_TEST(accelerations_are_the_lower_half)
{
    views v;
    double a[MOST / 2], apart[2 * MOST] = { 0 };
    open_views(&v, _i);
    const size_t bytes = (size_t)v.nv * sizeof *a;
    ck_assert(ivp_velocity_free(v.second) == cases[_i].velocity_free);
    ck_assert(!ivp_velocity_free(v.first));
    ck_assert_int_eq(ivp_accel(v.second, v.t, v.y, v.y + v.nv, a), IVP_OK);
    ck_assert_mem_eq(a, v.f + v.nv, bytes);
    memcpy(apart, v.y, bytes);
    memcpy(apart + MOST, v.y + v.nv, bytes);
    memset(a, 0, sizeof a);
    ck_assert_int_eq(ivp_accel(v.second, v.t, apart, apart + MOST, a), IVP_OK);
    ck_assert_mem_eq(a, v.f + v.nv, bytes);
    ck_assert_int_eq(v.second->count[IVP_N_F], 2);
    close_views(&v);
}
END_TEST

START_TEST(their_derivatives_are_its_lower_rows)
{
    static double J[MOST * MOST], J1[MOST * MOST], J2[MOST * MOST];
    views v;
    double ft[MOST], at[MOST / 2];
    open_views(&v, _i);
    const int n = v.n, nv = v.nv;
    ck_assert_int_eq(ivp_rhs_jac_dt(v.first, v.t, v.y, (ivp_mat){ n, n, n, J }, ft), IVP_OK);
    ck_assert_int_eq(ivp_accel_jac(v.second, v.t, v.y, v.y + nv, (ivp_mat){ nv, nv, nv, J1 },
                                   (ivp_mat){ nv, nv, nv, J2 }, at),
                     IVP_OK);
    for (int j = 0; j < nv; j++) {
        ck_assert_mem_eq(J1 + j * nv, J + j * n + nv, (size_t)nv * sizeof *J);
        ck_assert_mem_eq(J2 + j * nv, J + (j + nv) * n + nv, (size_t)nv * sizeof *J);
    }
    ck_assert_mem_eq(at, ft + nv, (size_t)nv * sizeof *at);
    close_views(&v);
}
END_TEST

/* Eight points, to the accuracy of sine and cosine in lanes; v and v' together and apart. */
START_TEST(points_side_by_side_are_single_points)
{
    enum { BATCH = IVP_BATCH };
    static double y[MOST * BATCH], rates[MOST * BATCH], a[MOST * BATCH], b[MOST * BATCH];
    double t[BATCH], one[MOST], expected[MOST / 2];
    views v;
    open_views(&v, _i);
    const int nv = v.nv;
    ck_assert_int_eq(batch_open(v.second), IVP_OK);
    for (int s = 0; s < BATCH; s++) {
        t[s] = v.t + 0.01 * s;
        for (int j = 0; j < v.n; j++) y[j * BATCH + s] = v.y[j] + 0.01 * sin(j + 2. * s);
    }
    memcpy(rates, y + nv * BATCH, (size_t)(nv * BATCH) * sizeof *y);
    ck_assert_int_eq(batch_accel(v.second, t, y, y + nv * BATCH, a), IVP_OK);
    ck_assert_int_eq(batch_accel(v.second, t, y, rates, b), IVP_OK);
    ck_assert_mem_eq(a, b, (size_t)(nv * BATCH) * sizeof *a);
    for (int s = 0; s < BATCH; s++) {
        double largest = 0;
        for (int j = 0; j < v.n; j++) one[j] = y[j * BATCH + s];
        ck_assert_int_eq(ivp_accel(v.second, t[s], one, one + nv, expected), IVP_OK);
        for (int j = 0; j < nv; j++) largest = fmax(largest, fabs(expected[j]));
        for (int j = 0; j < nv; j++)
            ck_assert_double_eq_tol(a[j * BATCH + s], expected[j], 1e-13 * largest);
    }
    close_views(&v);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("second order");
    tcase_add_loop_test(t, accelerations_are_the_lower_half, 0, CASES);
    tcase_add_loop_test(t, their_derivatives_are_its_lower_rows, 0, CASES);
    tcase_add_loop_test(t, points_side_by_side_are_single_points, 0, CASES);
    return suite_run("second order", t);
}
