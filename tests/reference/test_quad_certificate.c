/* test_quad_certificate.c -- when two families agree, and when a certificate is refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/equations.h"
#include "reference/make/generate.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct place {
    job j;
    char folder[64], equations[EQUATIONS_MAX];
    reason why;
    runs_context context;
} place;

static void opened(place *p, const char *problem)
{
    *p = (place){ .folder = "/tmp/ivpbench-certificate-XXXXXX" };
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    ck_assert_msg(!job_open(&p->j, problem, "", &p->why), "%s", p->why.text);
    equations_digest(p->j.i, p->equations);
    p->context =
        (runs_context){ .folder = p->folder, .equations = p->equations, .quiet = true };
}

static void closed(place *p)
{
    char command[128];
    job_close(&p->j);
    snprintf(command, sizeof command, "rm -rf '%s'", p->folder);
    ck_assert_int_eq(system(command), 0);
}

/* t_linear and its like are too simple to be slow: the whole way. */
START_TEST(two_families_make_two_halves)
{
    place p;
    ref *r;
    opened(&p, "t_oscillator");
    ck_assert_msg(!generate(&p.j, &p.context, &r, &p.why), "%s", p.why.text);
    ck_assert_str_eq(r->half[REF_A].family, "radau");
    ck_assert_str_eq(r->half[REF_B].family, "extrapolation");
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->ncomponents; k++) {
            const ref_value *v = &r->states[s].v[k];
            ck_assert_msg(v->bar >= 0 &&
                              (real)v->bar < R(1e-18) * (1 + (real)fabs(v->half[REF_A])),
                          "%s: bar %g", v->name, v->bar);
            const real gap = (real)v->half[REF_A] - (real)v->half[REF_B];
            ck_assert(ivp_abs(gap) <= R(3e-16) * (real)fabs(v->half[REF_A]));
        }
    ck_assert_int_gt(r->pieces.n, 0);
    for (int k = 0; k < r->pieces.width; k++) ck_assert((real)r->pieces.bar[k] < R(1e-14));
    ref_free(r);
    closed(&p);
}
END_TEST

START_TEST(a_hidden_jump_gets_no_certificate_but_its_time)
{
    place p;
    ref *r;
    opened(&p, "t_jump");
    ck_assert(generate(&p.j, &p.context, &r, &p.why));
    ck_assert_ptr_null(r);
    const char *at = strstr(p.why.text, "at t = ");
    ck_assert_msg(at && strstr(p.why.text, "no certificate"), "says \"%s\"", p.why.text);
    ck_assert_msg(ivp_abs((real)strtod(at + 7, NULL) - R(1.0) / 3) < R(1e-6), "says \"%s\"",
                  p.why.text);
    closed(&p);
}
END_TEST

/* Four runs of one component at one time. */
static ivp_status judge(place *p, const real values[4], real *bar)
{
    static const double t = 1;
    static double steps[] = { (double)R(0.25), (double)R(0.5), (double)R(0.5000001),
                              (double)R(0.75), 1 };
    one_run runs[RUN_COUNT] = { 0 };
    real rows[4][8] = { { 0 } };
    for (int k = 0; k < 4; k++) {
        rows[k][0] = values[k];
        runs[k] = (one_run){ .run = { k < 2 ? "radau13" : "gbs", "1e-20" },
                             .times = &t,
                             .n = 1,
                             .rows = rows[k],
                             .steps = { .n = 5, .t = steps } };
    }
    *bar = certify_bar(runs, 0);
    return certify(&p->j, runs, &p->why);
}

START_TEST(tightening_must_reduce_the_difference)
{
    static const struct {
        real values[4]; /* A loose, A tight, B loose, B tight */
        real bar;
        bool good;
    } cases[] = {
        { { R(1.0) + R(1e-18), R(1.0), R(1.0), R(1.0) }, R(1e-18), true },
        { { R(1.0) + R(1e-15), R(1.0), R(1.0), R(1.0) + R(1e-18) }, R(1e-15), true },
        { { R(1.0), R(1.0), R(1.0), R(1.0) + R(1e-24) }, R(1e-24), true }, /* rounding */
        { { R(1.0), R(1.0), R(1.0) + R(1e-12), R(1.0) + R(1e-12) }, R(1e-12), false },
        { { R(1.0), R(1.0), R(1.0), R(1.0) + R(1e-12) }, R(1e-12), false },
        { { R(1.1), R(1.0), R(1.0), R(1.0) + R(1e-8) }, R(1e-1), false }, /* no reference */
    };
    place p;
    real bar;
    opened(&p, "t_jump");
    const ivp_status status = judge(&p, cases[_i].values, &bar);
    ck_assert_msg(ivp_abs(bar / cases[_i].bar - 1) < R(1e-6), "bar %g", (double)bar);
    ck_assert_msg(!status == cases[_i].good, "says \"%s\"", p.why.text);
    if (status) ck_assert_ptr_nonnull(strstr(p.why.text, "at t = 0.5000001"));
    closed(&p);
}
END_TEST

/* A component of 1e-8 that two families know to 1e-18: ten digits of it are asked for, unless
 * the problem's errors are absolute. */
START_TEST(small_components_count_absolutely_where_errors_do)
{
    static const real values[4] = { R(1e-8), R(1e-8), R(1e-8) + R(1e-16), R(1e-8) + R(3e-18) };
    place p;
    real bar;
    opened(&p, "t_jump");
    const ivp_problem *const of = p.j.i->problem;
    ivp_problem absolute = *of;
    absolute.scored_absolute = true;
    ck_assert(judge(&p, values, &bar));
    p.j.i->problem = &absolute;
    ck_assert_msg(!judge(&p, values, &bar), "says \"%s\"", p.why.text);
    p.j.i->problem = of;
    closed(&p);
}
END_TEST

START_TEST(finished_runs_are_found_again)
{
    place p;
    opened(&p, "t_oscillator");
    const double t = 1;
    for (int turn = 0; turn < 2; turn++) {
        one_run one = { .run = { "gbs", "1e-20" }, .label = "once", .times = &t, .n = 1 };
        ck_assert_msg(!runs_make(&p.j, &one, 1, &p.context, &p.why), "%s", p.why.text);
        ck_assert(one.done && ivp_finite(one.rows[0]));
        runs_free(&one, 1);
        /* the second time no process can be needed: the method is taken away */
        ck_assert_int_eq(access(p.folder, W_OK), 0);
    }
    one_run other = { .run = { "gbs", "1e-99" }, .label = "bad", .times = &t, .n = 1 };
    ck_assert(runs_make(&p.j, &other, 1, &p.context, &p.why));
    ck_assert_msg(strstr(p.why.text, "rounding level") != NULL, "%s", p.why.text);
    closed(&p);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("halves");
    tcase_add_test(tc, two_families_make_two_halves);
    tcase_add_test(tc, a_hidden_jump_gets_no_certificate_but_its_time);
    tcase_add_loop_test(tc, tightening_must_reduce_the_difference, 0, 6);
    tcase_add_test(tc, small_components_count_absolutely_where_errors_do);
    tcase_add_test(tc, finished_runs_are_found_again);
    return suite_run("certificate", tc);
}
