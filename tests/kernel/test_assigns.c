/* test_assigns.c -- blocks that are not zeroed before an evaluation: of problems that promise
 * to assign them, with the same bits; who promises it and adds is found, and who keeps from
 * call to call what is not of time alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <string.h>

#include "kernel/contract/contract.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/plugin.h"

enum { MOST = 64, POINTS = 20 };

static const char *const promise = "blocks are assigned, not added to";

static instance *opened(const char *name, const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, name, settings, &why), "%s", why.text);
    return i;
}

static contract_verdict tried(const instance *i, const char *text, reason *why)
{
    const problem_promise *p = problem_promises;
    while (p->text && strcmp(p->text, text)) p++;
    ck_assert_ptr_nonnull(p->text);
    return problem_check(p, (instance *)i, why);
}

/* bricard sums up what its joints give; car_axle without its promise is not tried. */
START_TEST(who_adds_is_found)
{
    reason why = { "" };
    instance *i = opened(_i ? "car_axle" : "bricard", "");
    const ivp_problem *own = i->problem;
    ivp_problem other = *own;
    other.mech.assigns = i->mech->problem.assigns = _i == 0;
    i->problem = &other;
    ck_assert_int_eq(tried(i, promise, &why), _i ? CONTRACT_IDLE : CONTRACT_BROKEN);
    if (_i == 0) ck_assert_msg(strstr(why.text, ".assigns") != NULL, "says \"%s\"", why.text);
    i->problem = own;
    instance_close(i);
}
END_TEST

/* ---- what is kept of a time -------------------------------------------------------------- */

static const char *const of_time = "what is kept depends on time alone";
static const ivp_problem *honest;

/* Keeps the mass of Andrews' mechanism, which turns. */
static ivp_status keeps_the_state(unsigned want, const ivp_state *s, ivp_terms *out,
                                  const real *p)
{
    const ivp_status st = honest->mech.terms(want, s, out, p);
    if (s->kept && !s->again) s->kept[0] = *ivp_at(out->M, 0, 0);
    if (s->kept) *ivp_at(out->M, 0, 0) = s->kept[0];
    return st;
}

/* Keeps it only where M is wanted: what was not filled is no number. */
static ivp_status keeps_at_times(unsigned want, const ivp_state *s, ivp_terms *out,
                                 const real *p)
{
    const ivp_status st = honest->mech.terms(want, s, out, p);
    if (s->kept && !s->again && want & IVP_M) s->kept[0] = 1;
    if (s->kept && want & IVP_M) *ivp_at(out->M, 0, 0) *= s->kept[0];
    return st;
}

static const struct {
    const char *problem;
    ivp_terms_fn terms;
    contract_verdict verdict;
} keepers[] = {
    { "andrews", NULL, CONTRACT_IDLE },
    { "car_axle", NULL, CONTRACT_KEPT },
    { "andrews", keeps_the_state, CONTRACT_BROKEN },
    { "andrews", keeps_at_times, CONTRACT_BROKEN },
};

START_TEST(who_keeps_more_than_time_is_found)
{
    reason why = { "" };
    instance *i = opened(keepers[_i].problem, "");
    honest = i->problem;
    if (keepers[_i].terms) i->mech->problem.terms = keepers[_i].terms;
    ck_assert_int_eq(tried(i, of_time, &why), keepers[_i].verdict);
    if (keepers[_i].verdict == CONTRACT_BROKEN)
        ck_assert_msg(strstr(why.text, ".kept is for") != NULL, "says \"%s\"", why.text);
    instance_close(i);
}
END_TEST

static const char *const promising[][2] = {
    { "andrews", "" },
    { "car_axle", "" },
    { "chain", "N=5" },
    { "circular_track", "" },
    { "double_pendulum_rsda", "" },
    { "double_pendulum_rsda", "form=angles" },
    { "double_pendulum_spring", "" },
    { "pendulum", "" },
};
enum { PROMISING = sizeof promising / sizeof *promising };

/* A workspace that eliminates in the fixed order, if there is one. */
static mech *fixed(instance *i, long *count)
{
    mech *m = NULL;
    ck_assert_int_eq(mech_create(&m, i->problem, &i->sizes, i->p, i->twin, count), IVP_OK);
    if (i->plan) ck_assert_int_eq(mech_eliminate(m, i->plan, i->code), IVP_OK);
    return m;
}

/* Point k around the start. */
static void move(const instance *i, int k, double *y)
{
    for (int j = 0; j < i->sizes.n; j++) y[j] = i->start[j] + 0.1 * sin(7 * k + 3 * j);
}

static void accelerations(instance *i, mech *m, double a[POINTS][MOST])
{
    for (int k = 0; k < POINTS; k++) {
        double y[MOST];
        move(i, k, y);
        const ivp_state s = mech_state(m, i->t0 + 0.01 * k, y);
        ck_assert_int_eq(mech_accelerate(m, &s), IVP_OK);
        memcpy(a[k], m->a, (size_t)(i->sizes.nq + i->sizes.ng) * sizeof(double));
        /* what else writes into blocks, or leaves some of them out */
        if (k % 3 == 1) ck_assert_int_eq(mech_terms(m, IVP_M | IVP_CON, &s), IVP_OK);
        if (k % 3 == 1) ck_assert_int_eq(mech_solve_mass(m, y), IVP_OK);
        if (k % 3 == 2) ck_assert_int_eq(mech_terms(m, IVP_GQ | IVP_GT, &s), IVP_OK);
    }
}

START_TEST(bits_are_those_of_zeroed_blocks)
{
    static double kept[POINTS][MOST], zeroed[POINTS][MOST];
    long count[IVP_NCOUNTERS] = { 0 };
    instance *i = opened(promising[_i][0], promising[_i][1]);
    mech *m = fixed(i, count);
    ck_assert(terms_assign(&m->problem));
    memset(kept, 0, sizeof kept);
    memset(zeroed, 0, sizeof zeroed);
    accelerations(i, m, kept);
    m->problem.assigns = false;
    accelerations(i, m, zeroed);
    ck_assert_mem_eq(kept, zeroed, sizeof kept);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

/* NaN that an evaluation has left is not found by the next one. */
START_TEST(a_bad_point_leaves_nothing)
{
    long count[IVP_NCOUNTERS] = { 0 };
    instance *i = opened("andrews", "");
    mech *m = fixed(i, count);
    double y[MOST];
    move(i, 1, y);
    const ivp_state good = mech_state(m, 0, y), bad = mech_state(m, 0, i->start);
    double nowhere[MOST];
    memcpy(nowhere, i->start, (size_t)i->sizes.n * sizeof *nowhere);
    nowhere[i->sizes.nq] = NAN;
    ivp_state at = bad;
    at.y = at.q = nowhere;
    at.u = nowhere + i->sizes.nq;
    ck_assert_int_ne(mech_accelerate(m, &at), IVP_OK);
    ck_assert_int_eq(mech_terms(m, IVP_CON, &good), IVP_OK);
    ck_assert_int_ne(mech_accelerate(m, &at), IVP_OK);
    ck_assert_int_eq(mech_accelerate(m, &good), IVP_OK);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

/* Accelerations leave no factors unless they are asked for; their bits are the same. */
START_TEST(factors_are_those_that_were_kept)
{
    long count[IVP_NCOUNTERS] = { 0 };
    instance *i = opened("andrews", "");
    mech *m = fixed(i, count);
    const size_t n = (size_t)(i->sizes.nq + i->sizes.ng);
    const ivp_state s = mech_state(m, 0, i->start);
    double b[MOST], first[MOST];
    ck_assert_int_eq(mech_accelerate(m, &s), IVP_OK);
    memcpy(first, m->a, n * sizeof *first);
    memcpy(b, m->at.f, n * sizeof *b);
    mech_solve(m, b);
    ck_assert(isnan(b[0]));
    ck_assert_int_eq(mech_accelerate_factored(m, &s), IVP_OK);
    ck_assert_mem_eq(first, m->a, n * sizeof *first);
    memcpy(b, m->at.f, n * sizeof *b);
    mech_solve(m, b);
    ck_assert_mem_eq(first, b, n * sizeof *first);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("assigns");
    tcase_add_loop_test(t, who_adds_is_found, 0, 2);
    tcase_add_loop_test(t, bits_are_those_of_zeroed_blocks, 0, PROMISING);
    tcase_add_test(t, a_bad_point_leaves_nothing);
    tcase_add_test(t, factors_are_those_that_were_kept);
    tcase_add_loop_test(t, who_keeps_more_than_time_is_found, 0, 4);
    return suite_run("assigns", t);
}
