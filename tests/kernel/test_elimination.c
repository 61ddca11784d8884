/* test_elimination.c -- eliminations in a fixed order: right, stable, refused where no order is
 * safe, and to the bit the same written out as interpreted.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/elimination_run.h"
#include "kernel/linear/lu.h"
#include "kernel/linear/saddle.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/plugin.h"
#include "kernel/problem/mech.h"

enum { MOST = 48, SAMPLES = 6 };

/* 113 bits; x86 has them in a type of the compiler, AArch64 in its long double */
#ifdef __SIZEOF_FLOAT128__
typedef __float128 wide;
#else
typedef long double wide;
_Static_assert(LDBL_MANT_DIG >= 113, "long double has 113 bits");
#endif

static double number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1u << 23) - 1;
}

/* [M G^T; G 0] with a sparse M of nq, ng sparse rows of full rank; the pattern follows
 * `shape`. */
static void saddle_point(int nq, int ng, unsigned shape, unsigned seed, double *K)
{
    const int n = nq + ng;
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    for (int i = 0; i < nq; i++) K[i + i * n] = 2 + number(&seed);
    for (int i = 0; i + 1 < nq; i++)
        if (shape >> i & 1) K[i + (i + 1) * n] = K[i + 1 + i * n] = number(&seed) / 2;
    for (int i = 0; i < ng; i++)
        for (int j = i; j < i + 2 && j < nq; j++)
            K[nq + i + j * n] = K[j + (nq + i) * n] = j == i ? 1 : number(&seed);
}

static elimination_plan *plan_for(int n, const double *K, int count)
{
    double b[SAMPLES * MOST];
    unsigned seed = 1;
    for (int i = 0; i < SAMPLES * MOST; i++) b[i] = number(&seed);
    const elimination_samples samples = { count, K, b };
    return elimination_plan_create(n, &samples);
}

static elimination_plan *plan_of(int nq, int ng, unsigned shape)
{
    const int n = nq + ng;
    double K[SAMPLES * MOST * MOST];
    for (int s = 0; s < SAMPLES; s++)
        saddle_point(nq, ng, shape, 17u + (unsigned)s, K + s * n * n);
    return plan_for(n, K, SAMPLES);
}

struct numbers {
    double value[MOST * MOST], slot[2 * MOST * MOST], b[MOST], x[MOST], r[MOST];
};

START_TEST(solves_what_it_factored)
{
    const int nq = 2 + _i % 12, ng = _i % nq, n = nq + ng;
    elimination_plan *p = plan_of(nq, ng, (unsigned)_i * 2654435761u);
    ck_assert_ptr_nonnull(p);
    double K[MOST * MOST], exact[MOST];
    struct numbers w;
    elimination e = { p, NULL, w.value, w.slot };
    unsigned seed = 5u + (unsigned)_i;
    saddle_point(nq, ng, (unsigned)_i * 2654435761u, 99u + seed, K);
    for (int i = 0; i < n; i++) exact[i] = number(&seed);
    for (int i = 0; i < n; i++) {
        w.b[i] = 0;
        for (int j = 0; j < n; j++) w.b[i] += K[i + j * n] * exact[j];
    }
    const double largest = elimination_factor(&e, K);
    elimination_solve(&e, w.b, w.x);
    for (int i = 0; i < n; i++) ck_assert_double_eq_tol(w.x[i], exact[i], 1e-11);
    elimination_size size;
    ck_assert(elimination_residual(&e, largest, w.b, w.x, w.r, &size) <=
              64 * IVP_EPS * size.unit);
    w.x[n / 2] += 1e-6; /* the residual is that of K */
    ck_assert(elimination_residual(&e, largest, w.b, w.x, w.r, &size) > 1e-8);
    w.x[0] = NAN;
    const double left = elimination_residual(&e, largest, w.b, w.x, w.r, &size);
    ck_assert(!(left <= ELIMINATION_WORTHLESS * size.unit));
    ck_assert(!(left <= elimination_stable(p, &size)));
    elimination_plan_destroy(p);
}
END_TEST

/* Two constraints that meet one variable leave a pivot that cancels, in every order. */
START_TEST(refuses_matrices_without_a_safe_order)
{
    double K[SAMPLES * 16];
    for (int s = 0; s < SAMPLES; s++) {
        const double a = 1 + s,
                     k[16] = { 1, 0, a, 2 * a, 0, 1, 0, 0, a, 0, 0, 0, 2 * a, 0, 0, 0 };
        memcpy(K + s * 16, k, sizeof k);
    }
    ck_assert_ptr_null(plan_for(4, K, SAMPLES));
}
END_TEST

/* The structure alone would take the pivot: it vanishes in one sample. */
START_TEST(sees_pivots_that_vanish_somewhere)
{
    double K[2 * 4] = { 1, 1, 1, 3, 0, 1, 1, 3 };
    elimination_plan *p = plan_for(2, K, 2);
    ck_assert_ptr_nonnull(p);
    ck_assert_int_eq(p->order[0], 1);
    elimination_plan_destroy(p);
}
END_TEST

/* Masses of a few grams, distances in metres: units do not choose the order. */
START_TEST(units_do_not_choose_the_order)
{
    enum { NQ = 6, NG = 2, N = NQ + NG };
    const double unit = ldexp(1, -4 * _i);
    double K[SAMPLES * N * N];
    for (int s = 0; s < SAMPLES; s++) {
        double *k = K + s * N * N;
        saddle_point(NQ, NG, 3, 17u + (unsigned)s, k);
        for (int j = 0; j < NQ; j++)
            for (int i = 0; i < NQ; i++) k[i + j * N] *= unit;
    }
    elimination_plan *p = plan_for(N, K, SAMPLES), *metres = plan_of(NQ, NG, 3);
    ck_assert_ptr_nonnull(p);
    ck_assert(elimination_plan_digest(p) == elimination_plan_digest(metres));
    elimination_plan_destroy(p);
    elimination_plan_destroy(metres);
}
END_TEST

START_TEST(digests_tell_plans_apart)
{
    elimination_plan *a = plan_of(6, 2, 3), *b = plan_of(6, 2, 3), *c = plan_of(6, 2, 7);
    ck_assert(elimination_plan_digest(a) == elimination_plan_digest(b));
    ck_assert(elimination_plan_digest(a) != elimination_plan_digest(c));
    elimination_plan_destroy(a);
    elimination_plan_destroy(b);
    elimination_plan_destroy(c);
}
END_TEST

/* ---- problems of the tree ---------------------------------------------------------------- */

static const char *const mechanisms[][2] = {
    { "andrews", "" },
    { "car_axle", "" },
    { "circular_track", "" },
    { "double_pendulum_rsda", "" },
    { "double_pendulum_rsda", "form=angles" },
    { "double_pendulum_spring", "" },
    { "pendulum", "" },
    { "slider_crank_mech", "" },
    { "vehicle_trailer", "" },
    { "four_bar", "" },
    { "bricard", "" },
    { "chain", "N=5" }, /* not written out: other links than by default */
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms, WRITTEN = MECHANISMS - 1 };

/* Blocks at a random point around the start. */
static void random_point(instance *in, unsigned *seed)
{
    const int nq = in->sizes.nq;
    double y[2 * MOST];
    memcpy(y, in->start, (size_t)in->sizes.n * sizeof *y);
    for (int i = 0; i < nq; i++) {
        y[i] += number(seed) * fmax(0.3, fabs(y[i]) / 2);
        y[nq + i] += 10 * number(seed);
    }
    const ivp_state s = { .t = in->t0 + (in->t1 - in->t0) * (number(seed) + 1) / 2,
                          .q = y,
                          .u = y + nq,
                          .x = y + 2 * nq };
    ck_assert_int_eq(mech_terms(in->mech, IVP_M | IVP_F | IVP_GQ | IVP_GAMMA, &s), IVP_OK);
}

static double worst(const double *x, const wide *exact, int n)
{
    double error = 0, size = 0;
    for (int i = 0; i < n; i++) {
        error = fmax(error, fabs((double)(x[i] - exact[i])));
        size = fmax(size, fabs((double)exact[i]));
    }
    return error / size;
}

/* To quad, by refinement of the pivoted solution. */
static void truth(const double *K, ivp_mat LU, const int *pivots, const double *b, wide *x)
{
    const int n = LU.rows;
    double r[MOST];
    for (int i = 0; i < n; i++) x[i] = 0;
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < n; i++) {
            wide sum = b[i];
            for (int j = 0; j < n; j++) sum -= (wide)K[i + j * n] * x[j];
            r[i] = (double)sum;
        }
        lu_solve(LU, pivots, r);
        for (int i = 0; i < n; i++) x[i] += r[i];
    }
}

/* Random states: 4,000, or as many as STATES says. */
static int states(void)
{
    const char *many = getenv("STATES");
    return many ? (int)strtol(many, NULL, 10) : 4000;
}

/* Over random states the worst error is no worse than that of pivoted dense elimination, or 16
 * units of rounding: close to configurations too in which G loses its rank, which four_bar and
 * bricard have. */
START_TEST(is_as_accurate_as_pivoting)
{
    reason why;
    instance *in = NULL;
    ck_assert_int_eq(instance_open(&in, mechanisms[_i][0], mechanisms[_i][1], &why), IVP_OK);
    const int nq = in->sizes.nq, n = nq + in->sizes.ng;
    elimination_plan *p = structure_plan(in->mech, in->t0, in->t1, in->start);
    ck_assert_ptr_nonnull(p);
    ck_assert_int_eq(mech_eliminate(in->mech, p, NULL), IVP_OK);
    double b[MOST], by_plan = 0, by_pivots = 0;
    unsigned seed = 3;
    for (int k = 0; k < states(); k++) {
        double K[MOST * MOST], LU[MOST * MOST], x[MOST];
        wide exact[MOST];
        int pivots[MOST];
        random_point(in, &seed);
        saddle_fill((ivp_mat){ n, n, n, K }, in->mech->at.M, in->mech->at.G);
        memcpy(LU, K, sizeof K);
        memcpy(b, in->mech->at.f, (size_t)nq * sizeof(double));
        memcpy(b + nq, in->mech->at.gamma, (size_t)(n - nq) * sizeof(double));
        if (lu_factor((ivp_mat){ n, n, n, LU }, pivots)) continue;
        truth(K, (ivp_mat){ n, n, n, LU }, pivots, b, exact);
        memcpy(x, b, sizeof x);
        lu_solve((ivp_mat){ n, n, n, LU }, pivots, x);
        by_pivots = fmax(by_pivots, worst(x, exact, n));
        ck_assert(fixed_order_once(in->mech, b, x));
        by_plan = fmax(by_plan, worst(x, exact, n));
    }
    if (getenv("STATES"))
        printf("%s %s: %.1e, pivoted %.1e\n", mechanisms[_i][0], mechanisms[_i][1], by_plan,
               by_pivots);
    ck_assert_msg(by_plan <= fmax(by_pivots, 16 * IVP_EPS), "%g, pivoted %g", by_plan,
                  by_pivots);
    elimination_plan_destroy(p);
    instance_close(in);
}
END_TEST

/* The order that costs least is not taken where its solutions would be refined nearly
 * everywhere: bricard. */
static const char *const unrefined[] = { "bricard", "car_axle", "slider_crank_mech" };

START_TEST(takes_an_order_that_needs_no_refinement)
{
    reason why;
    instance *in = NULL;
    ck_assert_int_eq(instance_open(&in, unrefined[_i], "", &why), IVP_OK);
    elimination_plan *p = structure_plan(in->mech, in->t0, in->t1, in->start);
    ck_assert_ptr_nonnull(p);
    static struct numbers w;
    elimination e = { p, NULL, w.value, w.slot };
    const int nq = in->sizes.nq;
    unsigned seed = 3;
    int rough = 0;
    for (int k = 0; k < 500; k++) {
        elimination_size size;
        random_point(in, &seed);
        memcpy(w.b, in->mech->at.f, (size_t)nq * sizeof(double));
        memcpy(w.b + nq, in->mech->at.gamma, (size_t)in->sizes.ng * sizeof(double));
        rough += !(elimination_solve_system(&e, in->mech->at.M.a, w.b, w.x, w.r, &size) <=
                   ELIMINATION_STABLE * size.unit);
    }
    ck_assert_int_le(rough, 25);
    elimination_plan_destroy(p);
    instance_close(in);
}
END_TEST

START_TEST(written_out_it_has_the_same_bits)
{
    reason why;
    instance *in = NULL;
    ck_assert_int_eq(instance_open(&in, mechanisms[_i][0], mechanisms[_i][1], &why), IVP_OK);
    const int nq = in->sizes.nq, n = nq + in->sizes.ng;
    elimination_plan *p = structure_plan(in->mech, in->t0, in->t1, in->start);
    const elimination_code *code =
        plugin_elimination(mechanisms[_i][0], "double", elimination_plan_digest(p));
    ck_assert_msg(code != NULL, "%s %s is not written out", mechanisms[_i][0],
                  mechanisms[_i][1]);
    ck_assert_ptr_null(plugin_elimination(mechanisms[_i][0], "double", 1));
    static struct numbers a, b;
    elimination interpreted = { p, NULL, a.value, a.slot },
                written = { p, code, b.value, b.slot };
    unsigned seed = 11;
    for (int k = 0; k < 100; k++) {
        random_point(in, &seed);
        for (int i = 0; i < n; i++) a.b[i] = b.b[i] = number(&seed);
        const double largest = elimination_factor(&interpreted, in->mech->at.M.a);
        elimination_size size, same;
        ck_assert(largest == elimination_factor(&written, in->mech->at.M.a));
        elimination_solve(&interpreted, a.b, a.x);
        elimination_solve(&written, b.b, b.x);
        ck_assert(elimination_residual(&interpreted, largest, a.b, a.x, a.r, &size) ==
                  elimination_residual(&written, largest, b.b, b.x, b.r, &same));
        ck_assert(size.unit == same.unit && size.b == same.b);
        ck_assert_mem_eq(a.x, b.x, (size_t)n * sizeof(double));
        ck_assert_mem_eq(a.slot + p->nlower, b.slot + p->nlower,
                         (size_t)(p->nslots - p->nlower) * sizeof(double));
    }
    elimination_plan_destroy(p);
    instance_close(in);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("elimination");
    tcase_add_loop_test(t, solves_what_it_factored, 0, 60);
    tcase_add_test(t, refuses_matrices_without_a_safe_order);
    tcase_add_test(t, sees_pivots_that_vanish_somewhere);
    tcase_add_loop_test(t, units_do_not_choose_the_order, 0, 12);
    tcase_add_test(t, digests_tell_plans_apart);
    tcase_add_loop_test(t, is_as_accurate_as_pivoting, 0, MECHANISMS);
    tcase_add_loop_test(t, takes_an_order_that_needs_no_refinement, 0, 3);
    tcase_add_loop_test(t, written_out_it_has_the_same_bits, 0, WRITTEN);
    return suite_run("elimination", t);
}
