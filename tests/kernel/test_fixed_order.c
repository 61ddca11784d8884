/* test_fixed_order.c -- the saddle point of a problem eliminated in a fixed order: pivoted
 * where a block leaves the pattern or the factors are worthless, and counted.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/saddle.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

enum { N = 13, NQ = 7, NG = 6 };

static long count[IVP_NCOUNTERS];

static mech *fixed(instance *i)
{
    mech *m = NULL;
    memset(count, 0, sizeof count);
    ck_assert_int_eq(mech_create(&m, i->problem, &i->sizes, i->p, i->twin, count), IVP_OK);
    ck_assert_ptr_nonnull(i->plan);
    ck_assert_int_eq(mech_eliminate(m, i->plan, i->code), IVP_OK);
    return m;
}

static instance *andrews(void)
{
    reason why;
    instance *i = NULL;
    ck_assert_int_eq(instance_open(&i, "andrews", "", &why), IVP_OK);
    return i;
}

static void blocks_at_start(instance *i, mech *m)
{
    const ivp_state s = mech_state(m, 0, i->start);
    ck_assert_int_eq(mech_terms(m, IVP_M | IVP_F | IVP_GQ | IVP_GAMMA, &s), IVP_OK);
}

/* Largest entry of b - K x for the blocks of m. */
static double residual(mech *m, const double *b, const double *x)
{
    double K[N * N], worst = 0;
    saddle_fill((ivp_mat){ N, N, N, K }, m->at.M, m->at.G);
    for (int i = 0; i < N; i++) {
        double sum = b[i];
        for (int j = 0; j < N; j++) sum -= K[i + j * N] * x[j];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static double solved(mech *m)
{
    double b[N], x[N];
    for (int i = 0; i < N; i++) b[i] = x[i] = cos(i);
    ck_assert_int_eq(mech_factor(m), IVP_OK);
    mech_solve(m, x);
    return residual(m, b, x);
}

START_TEST(inside_the_pattern_nothing_is_pivoted)
{
    instance *i = andrews();
    mech *m = fixed(i);
    blocks_at_start(i, m);
    ck_assert_double_lt(solved(m), 1e-9);
    ck_assert(!m->pivoted);
    ck_assert_int_eq(count[IVP_N_LU], 1);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

START_TEST(an_entry_outside_is_noticed)
{
    instance *i = andrews();
    mech *m = fixed(i);
    blocks_at_start(i, m);
    ck_assert(*ivp_at(m->at.M, 6, 0) == 0);
    *ivp_at(m->at.M, 6, 0) = *ivp_at(m->at.M, 0, 6) = 1e-3;
    ck_assert_double_lt(solved(m), 1e-9);
    ck_assert(m->pivoted);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

/* A pivot that the plan trusts vanishes; the matrix is regular. */
START_TEST(worthless_factors_are_made_again_with_pivoting)
{
    instance *i = andrews();
    mech *m = fixed(i);
    blocks_at_start(i, m);
    const int first = i->plan->order[0];
    ck_assert_int_lt(first, NQ);
    *ivp_at(m->at.M, first, first) = 0;
    ck_assert_double_lt(solved(m), 1e-9);
    ck_assert(m->pivoted);
    ck_assert_int_eq(count[IVP_N_LU], 2);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

START_TEST(a_singular_matrix_gives_no_number)
{
    instance *i = andrews();
    mech *m = fixed(i);
    double x[N] = { 1 };
    blocks_at_start(i, m);
    for (int j = 0; j < NQ; j++) *ivp_at(m->at.G, 0, j) = 0;
    if (mech_factor(m) == IVP_OK) {
        mech_solve(m, x);
        bool finite = true;
        for (int k = 0; k < N; k++) finite &= isfinite(x[k]);
        ck_assert(!finite);
    }
    mech_destroy(m);
    instance_close(i);
}
END_TEST

/* Blocks are not looked at before they are eliminated: what is not finite in them is in the
 * solution, or no solution comes. */
START_TEST(no_number_hides_what_is_none)
{
    static const double none[] = { NAN, INFINITY, -INFINITY };
    instance *i = andrews();
    mech *m = fixed(i);
    for (int k = 0; k < i->plan->nnonzero; k++) {
        double x[N] = { 1, 2, 3, 4, 5, 6, 7, 8 };
        blocks_at_start(i, m);
        m->at.M.a[i->plan->nonzero[k].from] = none[_i];
        if (mech_factor(m) != IVP_OK) continue;
        mech_solve(m, x);
        bool finite = true;
        for (int l = 0; l < N; l++) finite &= isfinite(x[l]);
        ck_assert_msg(!finite, "entry %d", k);
    }
    mech_destroy(m);
    instance_close(i);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("fixed order");
    TCase *t = tcase_create("fixed order");
    suite_add_tcase(s, t);
    tcase_add_test(t, inside_the_pattern_nothing_is_pivoted);
    tcase_add_test(t, an_entry_outside_is_noticed);
    tcase_add_test(t, worthless_factors_are_made_again_with_pivoting);
    tcase_add_test(t, a_singular_matrix_gives_no_number);
    tcase_add_loop_test(t, no_number_hides_what_is_none, 0, 3);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
