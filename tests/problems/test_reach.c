/* test_reach.c -- elements that reach more coordinates than they had said: t_springs,
 * `reaching`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

#include "tests/suite.h"
#include <math.h>

enum { REACHING = 41 };

/* x := K^-1 (1, 1, ...) with the masses 1 and 2 where they are put. */
static ivp_status solve_with(mech *m, mech_matrix *k, double first, double second, double *x)
{
    double y[REACHING] = { 0 }, zeros[REACHING] = { 0 };
    y[1] = first;
    y[2] = second;
    const ivp_state s = { .q = y, .u = zeros, .a = zeros, .lambda = zeros };
    ck_assert_int_eq(mech_terms(m, IVP_M | IVP_F | IVP_GQ, &s), IVP_OK);
    const ivp_status st = mech_matrix_factor(k, m->at.M, m->at.G, &s, 2, 3, 0.5);
    for (int i = 0; i < m->nq + m->ng; i++) x[i] = 1;
    if (!st) mech_matrix_solve(k, x);
    return st;
}

/* What one element has reached before another one fails is in the next structure. */
START_TEST(an_element_reaches_too_much)
{
    reason why;
    instance *i;
    ck_assert_int_eq(instance_open(&i, "t_springs", "N=40 as=reaching", &why), IVP_OK);
    long counters[IVP_NCOUNTERS] = { 0 };
    double x[REACHING], anew[REACHING];
    mech *m;
    ck_assert_int_eq(mech_create_sparse(&m, i->problem, &i->sizes, i->p, i->twin, counters),
                     IVP_OK);
    mech_matrix *k = mech_matrix_create(m, true), *fresh = mech_matrix_create(m, true);
    ck_assert_int_eq(solve_with(m, k, 0, 0, x), IVP_OK);
    ck_assert_int_eq(solve_with(m, k, 6, 6, x), IVP_E_INVALID);
    ck_assert(!solve_with(m, k, 6, 0, x) && !solve_with(m, fresh, 6, 0, anew));
    for (int j = 0; j < m->nq + m->ng; j++)
        ck_assert_double_eq_tol(x[j], anew[j], 1e-12 * (1 + fabs(anew[j])));
    mech_matrix_destroy(fresh);
    mech_matrix_destroy(k);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("reach");
    tcase_add_test(c, an_element_reaches_too_much);
    return suite_run("reach", c);
}
