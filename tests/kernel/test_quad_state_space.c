/* test_quad_state_space.c -- exact Jacobians in independent coordinates to twenty digits. With
 * arguments CASE t q1 .. u1 .. x1 .. it prints f and its Jacobian: test_state_space asks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/kernel/linearised.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- against differences of the whole map ------------------------------------------- */

/* Consistent points: the start, and places its independent coordinates are moved to. */
static void shift(linearised *l, int k)
{
    static const real by[] = { R(0.03), -R(0.02), R(0.05), -R(0.04), R(0.01) };
    for (int i = 0; k && i < l->n; i++)
        l->y[i] += by[(i + k) % 5] * ivp_max(ivp_abs(l->y[i]), 1);
    l->t += (real)k * R(0.001);
}

START_TEST(jacobians_are_derivatives_of_the_map)
{
    const struct linearised_case *c = &linearised_cases[_i];
    linearised l;
    ck_assert_int_eq(linearised_open(&l, c), IVP_OK);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(linearised_at(&l, l.instance->t0, l.instance->start), IVP_OK);
        shift(&l, k);
        ck_assert_int_eq(linearise(&l), IVP_OK);
        for (int j = -1; j < l.n; j++) {
            real difference[LINEARISED_N];
            ck_assert_int_eq(linearised_difference(&l, j, R(1e-7), difference), IVP_OK);
            const real off = linearised_distance(l.n, l.column[1 + j], difference);
            ck_assert_msg(off < R(1e-20), "%s %s, point %d, column %d: off by %.1e", c->problem,
                          c->settings, k, j + 1, (double)off);
        }
    }
    linearised_close(&l);
}
END_TEST

/* ---- for the program in double -------------------------------------------------------- */

/* Independent coordinates first, then f, df/dt and the columns of df/dy. */
static ivp_status print_at(int argc, char **argv)
{
    linearised l;
    real canonical[4 * LINEARISED_N] = { 0 };
    ivp_status st = linearised_open(&l, &linearised_cases[strtol(argv[1], NULL, 10)]);
    for (int k = 3; k < argc; k++) canonical[k - 3] = strtod(argv[k], NULL);
    if (!st) st = linearised_at(&l, strtod(argv[2], NULL), canonical);
    if (!st) st = linearise(&l);
    const partition *p = st ? NULL : l.model->part;
    for (int k = 0; p && k < p->nv; k++) printf("%d ", p->independent[k]);
    for (int i = 0; !st && i < l.n; i++) printf("%a ", (double)l.f[i]);
    for (int j = 0; !st && j <= l.n; j++)
        for (int i = 0; i < l.n; i++) printf("%a ", (double)l.column[j][i]);
    linearised_close(&l);
    return st;
}

int main(int argc, char **argv)
{
    if (argc > 2) return print_at(argc, argv) != IVP_OK;
    TCase *t = tcase_create("whole map");
    tcase_add_loop_test(t, jacobians_are_derivatives_of_the_map, 0, LINEARISED_CASES);
    return suite_run("quad state space", t);
}
