/* test_derived.c -- G, gt and gamma that a mechanism leaves out: the blocks, the steps and the
 * digits are those of the stock file that writes them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/problem/mech.h"

enum { MOST = 32, POINTS = 20 };

/* The steps of the last one change by 2 to 4 % with one unit of rounding in f (noise=1), so
 * blocks alone are compared there. */
static const char *const stock[] = {
    "pendulum",          "car_axle",
    "andrews",           "chain",
    "circular_track",    "double_pendulum_rsda",
    "slider_crank_mech",
};
enum { STOCK = sizeof stock / sizeof *stock, RUN = STOCK - 1 };

static instance *bare(const char *name)
{
    char bare_name[PLUGIN_NAME_MAX];
    snprintf(bare_name, sizeof bare_name, "t_bare_%s", name);
    return open_problem(bare_name, "");
}

/* Point k around the start, off the constraints. */
static void move(const instance *i, int k, double *y)
{
    for (int j = 0; j < i->sizes.n; j++) y[j] = i->start[j] + 0.1 * sin(7 * k + 3 * j);
}

static void expect_near(const char *what, int n, const double *x, const double *y, double tol)
{
    double size = 1;
    for (int k = 0; k < n; k++) size = fmax(size, fabs(y[k]));
    for (int k = 0; k < n; k++)
        ck_assert_msg(fabs(x[k] - y[k]) <= tol * size, "%s[%d]: %.17g, not %.17g", what, k,
                      x[k], y[k]);
}

START_TEST(blocks_are_those_of_the_file)
{
    instance *has = open_problem(stock[_i], ""), *lacks = bare(stock[_i]);
    const int nq = has->sizes.nq, ng = has->sizes.ng;
    for (int k = 0; k < POINTS; k++) {
        double y[2 * MOST];
        move(has, k, y);
        const ivp_state s = mech_state(has->mech, 0.01 * k, y);
        const unsigned want = IVP_GQ | IVP_GT | IVP_GAMMA;
        ck_assert_int_eq(mech_terms(has->mech, want, &s), IVP_OK);
        ck_assert_int_eq(mech_terms(lacks->mech, want, &s), IVP_OK);
        const ivp_terms *x = &lacks->mech->at, *y0 = &has->mech->at;
        expect_near("G", nq * ng, x->G.a, y0->G.a, 1e-15);
        expect_near("gt", ng, x->gt, y0->gt, 1e-15);
        expect_near("gamma", ng, x->gamma, y0->gamma, 1e-12);
    }
    instance_close(has);
    instance_close(lacks);
}
END_TEST

static void tangent_at(instance *i, const double *y, const double *a, double *to)
{
    ivp_state s = mech_state(i->mech, 0.05, y);
    s.a = a;
    s.lambda = a + i->sizes.nq;
    const unsigned want = TANGENT_R | TANGENT_S | TANGENT_V | TANGENT_W | TANGENT_TIME;
    ck_assert_int_eq(mech_tangent(i->mech, want, &s, s.lambda), IVP_OK);
    memcpy(to, i->mech->tangent.rq.a, i->mech->tangent_reals * sizeof *to);
}

START_TEST(tangents_are_those_of_the_file)
{
    instance *has = open_problem(stock[_i], ""), *lacks = bare(stock[_i]);
    const size_t n = has->mech->tangent_reals;
    double *x = calloc(2 * n, sizeof *x), y[2 * MOST], a[2 * MOST];
    move(has, 3, y);
    for (int k = 0; k < 2 * MOST; k++) a[k] = sin(k);
    tangent_at(has, y, a, x);
    tangent_at(lacks, y, a, x + n);
    expect_near("tangent", (int)n, x + n, x, 1e-9);
    free(x);
    instance_close(has);
    instance_close(lacks);
}
END_TEST

/* The kernel derives r_t, s_t and v_t; what a tangent by hand writes there is not added. */
START_TEST(time_derivatives_are_those_of_the_file)
{
    enum { N = 2 };
    instance *i = open_problem("t_driven", "");
    const size_t reals = i->mech->tangent_reals;
    double y[2 * N], a[N + 1] = { 0.3, -0.7, 1.9 }, *all = calloc(reals, sizeof *all);
    move(i, 5, y);
    tangent_at(i, y, a, all);
    const ivp_tangent *t = &i->mech->tangent;
    const double rt[] = { t->rt[0], t->rt[1], *t->st, *t->vt };
    ivp_state s = mech_state(i->mech, 0.05, y);
    s.a = a;
    s.lambda = a + N;
    memset(t->rq.a, 0, reals * sizeof *all);
    ck_assert_int_eq(i->problem->mech.tangent(&s, NULL, &i->mech->tangent, i->p), IVP_OK);
    const double by_hand[] = { t->rt[0], t->rt[1], *t->st, *t->vt };
    expect_near("by time", 4, rt, by_hand, 1e-15);
    for (int k = 0; k < 4; k++) ck_assert_double_gt(fabs(by_hand[k]), 0.01);
    free(all);
    instance_close(i);
}
END_TEST

static const struct {
    const char *solver;
    const char *formulation;
} ways[] = {
    { "dopri5", "index1" },
    { "radau_iia", "projected" },
    { "rodas5p", "state_space" },
};
enum { WAYS = sizeof ways / sizeof *ways };

static outcome_of_run run_of(const char *prefix, int k, int way)
{
    char name[PLUGIN_NAME_MAX];
    snprintf(name, sizeof name, "%s%s", prefix, stock[k]);
    const evolve_setup setup = { .solver = ways[way].solver,
                                 .formulation = ways[way].formulation,
                                 .rtol = 1e-6,
                                 .atol = 1e-6 };
    return run_method(name, "", &setup);
}

START_TEST(steps_and_digits_are_those_of_the_file)
{
    const int k = _i / WAYS, way = _i % WAYS;
    const outcome_of_run has = run_of("", k, way), lacks = run_of("t_bare_", k, way);
    ck_assert_int_eq(has.status, lacks.status);
    ck_assert_int_eq(has.counters[IVP_N_ACCEPTED], lacks.counters[IVP_N_ACCEPTED]);
    ck_assert_int_eq(has.counters[IVP_N_REJECTED], lacks.counters[IVP_N_REJECTED]);
    expect_near("y", MOST, lacks.state, has.state, 1e-8);
}
END_TEST

START_TEST(no_lanes)
{
    ck_assert_int_gt(run_of("", 0, 0).counters[IVP_N_F], 0);
    const evolve_setup setup = {
        .solver = "gauss", .formulation = "index1", .rtol = 1e-6, .atol = 1e-6
    };
    ck_assert_int_eq(run_method("t_bare_pendulum", "", &setup).lanes, 0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("derived");
    tcase_add_loop_test(t, blocks_are_those_of_the_file, 0, STOCK);
    tcase_add_loop_test(t, tangents_are_those_of_the_file, 0, STOCK);
    tcase_add_loop_test(t, steps_and_digits_are_those_of_the_file, 0, RUN * WAYS);
    tcase_add_test(t, time_derivatives_are_those_of_the_file);
    tcase_add_test(t, no_lanes);
    return suite_run("derived", t);
}
