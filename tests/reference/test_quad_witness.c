/* test_quad_witness.c -- certificates that look where their steps do not: what a descriptor
 * says beside its equations, undeclared pulses, guards, resets; and what is no reason to
 * refuse.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "reference/make/equations.h"
#include "reference/witness/inside.h"
#include "reference/make/scan.h"
#include "reference/make/verify.h"
#include "reference/witness/witness.h"

#include "tests/suite.h"
#include "tests/event_kinds.h"
#include "tests/reference/scan_case.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct place {
    job j;
    ref *r;
    char folder[64], equations[EQUATIONS_MAX];
    reason why;
} place;

/* Made, and held against its witness: the status of the certificate. */
static ivp_status certified(place *p, const char *problem, const char *settings)
{
    *p = (place){ .folder = "/tmp/ivpbench-witness-XXXXXX" };
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    ck_assert_msg(!job_open(&p->j, problem, settings, &p->why), "%s", p->why.text);
    equations_digest(p->j.i, p->equations);
    const runs_context context = { .folder = p->folder,
                                   .equations = p->equations,
                                   .quiet = true };
    const ivp_status status = generate(&p->j, &context, &p->r, &p->why);
    if (status) return status;
    return witness(p->r, &p->j, NULL, &p->why) ? IVP_OK : IVP_DOMAIN;
}

static void closed(place *p)
{
    char command[128];
    ref_free(p->r);
    job_close(&p->j);
    snprintf(command, sizeof command, "rm -rf '%s'", p->folder);
    ck_assert_int_eq(system(command), 0);
}

static void expect_value(const place *p, int k, real right, real within)
{
    const ref_state *end = &p->r->states[p->r->nstates - 1];
    const real found = strtof128(end->v[k].text[REF_A], NULL);
    ck_assert_msg(ivp_abs(found - right) <= within, "%s is %.17g, should be %.17g",
                  end->v[k].name, (double)found, (double)right);
}

/* ---- beside the equations ---------------------------------------------------------------- */

START_TEST(what_is_said_beside_the_equations_is_held_against_the_solution)
{
    static const struct {
        const char *settings, *complaint, *other;
    } cases[] = {
        { "", NULL, NULL },
        { "wrong=exact", "the closed form has y1", NULL },
        { "wrong=exact slip=1e-9", "the closed form has y1", NULL },
        { "wrong=invariant", "the invariant energy", NULL },
        { "wrong=invariant slip=1e-7", "the invariant energy", NULL },
        { "wrong=all", "the closed form has y1", "the invariant energy" },
    };
    place p;
    const ivp_status status = certified(&p, "t_said", cases[_i].settings);
    ck_assert_msg(!status == !cases[_i].complaint, "%s: \"%s\"", cases[_i].settings,
                  p.why.text);
    if (cases[_i].complaint)
        ck_assert_msg(strstr(p.why.text, cases[_i].complaint), "%s", p.why.text);
    if (cases[_i].other) ck_assert_msg(strstr(p.why.text, cases[_i].other), "%s", p.why.text);
    closed(&p);
}
END_TEST

/* Errors of the trajectory move the two terms of its algebraic row alike, and apart. */
START_TEST(an_algebraic_row_is_as_right_as_its_terms)
{
    place p;
    ck_assert_msg(!certified(&p, "t_equilibrium", ""), "%s", p.why.text);
    closed(&p);
}
END_TEST

/* Of a table the digits are told, and nothing is refused. */
START_TEST(published_values_are_told)
{
    place p;
    ck_assert_msg(!certified(&p, "t_said", "wrong=published"), "%s", p.why.text);
    ck_assert_msg(p.r->witness.published < 1, "%g digits", p.r->witness.published);
    closed(&p);
    ck_assert_msg(!certified(&p, "t_said", ""), "%s", p.why.text);
    ck_assert_msg(p.r->witness.published > 14 && p.r->witness.exact > 20, "%g, %g digits",
                  p.r->witness.published, p.r->witness.exact);
    closed(&p);
}
END_TEST

/* ---- between the steps ------------------------------------------------------------------- */

/* Twenty-odd steps of a tenth of the interval see nothing of a pulse between them. */
START_TEST(an_undeclared_dose_is_no_certificate)
{
    static const char *const settings[] = {
        "w=0.1 at=0.4234567 width=0.01 size=1",
        "w=0.1 at=0.4234567 width=0.0005 size=1",
        "w=0.1 at=0.811234 width=0.002 size=1e-3",
        "w=0.1 at=0.0712 width=0.002 size=10",
    };
    place p;
    ck_assert(certified(&p, "t_adversary", settings[_i]));
    ck_assert_msg(strstr(p.why.text, "no certificate") ||
                      strstr(p.why.text, "row 2 of the equations"),
                  "%s", p.why.text);
    closed(&p);
}
END_TEST

/* What is narrower than the file says may be missed, and is said. */
START_TEST(what_may_be_unseen_is_in_the_file)
{
    place p;
    ck_assert_msg(!certified(&p, "t_adversary", "w=0.1 at=0.41234567 width=1e-9 size=1"), "%s",
                  p.why.text);
    ck_assert((real)p.r->witness.width > R(1e-9) && (real)p.r->witness.width < R(1e-3));
    ck_assert_int_gt(p.r->witness.times, 1000);
    char path[128], text[512];
    ref *again;
    snprintf(path, sizeof path, "%s.ref", p.folder);
    ck_assert_msg(ref_write(p.r, path, &p.why), "%s", p.why.text);
    ck_assert_msg(ref_read(&again, path, &p.why), "%s", p.why.text);
    ck_assert(again->witness.there && again->witness.width >= p.r->witness.width);
    ref_witnessed(again, text, sizeof text);
    ck_assert_msg(strstr(text, "nothing wider than") != NULL, "%s", text);
    ref_free(again);
    unlink(path);
    closed(&p);
}
END_TEST

/* In double, by a program of its own: what it saw is in the file, and what is wrong is told. */
START_TEST(a_trajectory_is_scanned_in_double)
{
    place p;
    char path[128], text[512];
    ref *again;
    ck_assert_msg(!certified(&p, "t_adversary", "w=3 size=0"), "%s", p.why.text);
    ck_assert_msg(scan_in_double(p.r, &p.why), "%s", p.why.text);
    ck_assert_msg(p.r->scan.times >= 1000, "%d: %s", p.r->scan.times, p.why.text);
    ck_assert((real)p.r->scan.width > 0 && (real)p.r->scan.width < R(2e-3));
    ck_assert((real)p.r->scan.defect < R(1e-2));
    snprintf(path, sizeof path, "%s.ref", p.folder);
    ck_assert_msg(ref_write(p.r, path, &p.why), "%s", p.why.text);
    ck_assert_msg(ref_read(&again, path, &p.why), "%s", p.why.text);
    ck_assert_int_eq(again->scan.times, p.r->scan.times);
    ck_assert(ref_unseen(again) <= again->scan.width &&
              ref_unseen(again) <= again->witness.width);
    ref_witnessed(again, text, sizeof text);
    ck_assert_msg(strstr(text, "in double: nothing wider than") != NULL, "%s", text);
    ref_free(again);
    unlink(path);
    p.r->pieces.c[2] += (double)R(1e-3);
    ck_assert(!scan_in_double(p.r, &p.why));
    ck_assert_msg(strstr(p.why.text, "of the equations is off by"), "%s", p.why.text);
    closed(&p);
}
END_TEST

/* A run without a trajectory is looked into. */
START_TEST(steps_of_a_run_are_looked_into)
{
    const recipe_run run = { "radau9", "1e-14" };
    const double times[] = { 1 };
    for (int pulse = 0; pulse < 2; pulse++) {
        job j;
        look_seen seen;
        reason why = { "" };
        real out[2], peak[2] = { 1, 1 };
        const char *settings = pulse ? "w=0.1 at=0.4234567 width=0.002" : "w=0.1 size=0";
        ck_assert_msg(!job_open(&j, "t_adversary", settings, &why), "%s", why.text);
        const ivp_status status = inside_run(&j, &run, peak, times, 1, out, NULL, &seen, &why);
        ck_assert_msg(!status == !pulse, "%d: \"%s\"", pulse, why.text);
        if (!pulse) ck_assert(seen.times > 1000 && (real)seen.width < R(1e-2));
        if (pulse) ck_assert_msg(strstr(why.text, "row 2 of the equations"), "%s", why.text);
        job_close(&j);
    }
}
END_TEST

/* What an unknown of index 2 is where a step begins behind a kink does not count. */
START_TEST(an_unknown_of_index_2_may_jump)
{
    const recipe_run run = { "radau9", "1e-14" };
    const double times[] = { 1 };
    job j;
    look_seen seen;
    reason why = { "" };
    real out[3], peak[3] = { 2, 2, 2 };
    ck_assert_msg(!job_open(&j, "t_leap", "", &why), "%s", why.text);
    ck_assert_msg(!inside_run(&j, &run, peak, times, 1, out, NULL, &seen, &why), "%s",
                  why.text);
    ck_assert_msg(seen.times > 1000, "%d", seen.times);
    ck_assert_msg((real)seen.worst < R(1e-2), "%g", seen.worst);
    ck_assert(ivp_abs(out[0] - R(5.0) / 3) < R(1e-12));
    job_close(&j);
}
END_TEST

/* A component below 1e-18 of the largest has no digits of its own that a check could find. */
START_TEST(what_is_nothing_beside_the_largest_needs_no_digits)
{
    place p;
    char path[256];
    ck_assert_msg(!certified(&p, "t_still", ""), "%s", p.why.text);
    for (int k = 0; k < p.r->nstates; k++) {
        ref_value *v = &p.r->states[k].v[2];
        for (int h = 0; h < REF_HALVES; h++) {
            snprintf(v->text[h], sizeof v->text[h], "1e-25");
            v->half[h] = (double)R(1e-25);
        }
        v->bar = (double)R(1e-26);
    }
    ck_assert_int_eq(mkdir(p.folder, 0700), 0); /* of the runs, which are gone */
    ref_path(p.folder, "t_still", "", path, sizeof path);
    ck_assert_msg(ref_write(p.r, path, &p.why), "%s", p.why.text);
    ck_assert_msg(verify_file(path, stderr, &p.why), "%s", p.why.text);
    closed(&p);
}
END_TEST

START_TEST(an_observable_may_have_the_name_of_a_component)
{
    place p;
    char path[256];
    ck_assert_msg(!certified(&p, "t_namesake", ""), "%s", p.why.text);
    ck_assert_int_eq(mkdir(p.folder, 0700), 0);
    ref_path(p.folder, "t_namesake", "", path, sizeof path);
    ck_assert_msg(ref_write(p.r, path, &p.why), "%s", p.why.text);
    ck_assert_msg(verify_file(path, stderr, &p.why), "%s", p.why.text);
    closed(&p);
}
END_TEST

/* ---- guards and resets ------------------------------------------------------------------- */

/* A file whose events were changed by hand: each change is seen. */
START_TEST(events_on_file_are_held_against_guards_and_resets)
{
    static const char *const sentences[] = { NULL, "where no event is on file",
                                             "does not change its sign", "behind the reset" };
    place p;
    ck_assert_msg(!certified(&p, "t_tenths", ""), "%s", p.why.text);
    ck_assert_int_eq(p.r->nevents, 2);
    ck_assert_int_eq(p.r->witness.jumps, 2);
    if (_i == 1) p.r->nevents = 1;
    if (_i == 2) p.r->events[0].direction = -1;
    if (_i == 3)
        p.r->pieces.c[(size_t)(p.r->pieces.n - 1) * (size_t)(p.r->pieces.degree + 1)] += 1;
    const bool good = witness(p.r, &p.j, NULL, &p.why);
    ck_assert_msg(good == !_i, "%d: \"%s\"", _i, p.why.text);
    if (_i == 1 || _i == 3) ck_assert_msg(strstr(p.why.text, sentences[_i]), "%s", p.why.text);
    closed(&p);
}
END_TEST

/* ---- no reason to refuse ----------------------------------------------------------------- */

START_TEST(own_times_are_chosen_anew)
{
    place p;
    ck_assert_msg(!certified(&p, "t_tenths", ""), "%s", p.why.text);
    expect_value(&p, 0, R(7.75), R(1e-25));
    closed(&p);
}
END_TEST

START_TEST(what_is_zero_but_for_rounding_is_smooth)
{
    place p;
    ck_assert_msg(!certified(&p, "t_still", ""), "%s", p.why.text);
    expect_value(&p, 0, cos(R(3.0)), R(1e-22));
    expect_value(&p, 2, 0, R(1e-22));
    ck_assert_int_gt(p.r->pieces.n, 0);
    closed(&p);
    ck_assert_msg(!certified(&p, "t_rods", ""), "%s", p.why.text);
    expect_value(&p, 2, 0, R(1e-20)); /* the angle */
    closed(&p);
}
END_TEST

START_TEST(a_clock_may_have_begun_long_ago)
{
    place p;
    ck_assert_msg(!certified(&p, "t_epoch", ""), "%s", p.why.text);
    expect_value(&p, 0, sin(R(10.0)), R(1e-20));
    ck_assert_int_eq(p.r->nevents, 3);
    const int y1 = ref_column(p.r, "y1");
    for (int k = 1; k < 40; k++) {
        const double t = 1700000000 + k / (double)4;
        ck_assert((real)fabs(ref_value_at(p.r, y1, t, 1) - (double)sin((real)k / 4)) <
                  R(1e-13));
    }
    closed(&p);
}
END_TEST

/* Also where it starts on a guard, and where a guard is zero at a break point. */
START_TEST(each_kind_of_event_is_certified_or_refused)
{
    const event_kind *kind = &event_kinds[_i];
    place p;
    const ivp_status status = certified(&p, kind->problem, kind->settings);
    ck_assert_msg(!status == !kind->refused, "%s %s: %s (%s)", kind->problem, kind->settings,
                  status_name(status), p.why.text);
    if (!status) ck_assert_int_eq(p.r->nevents, kind->n);
    for (int k = 0; k < kind->n && !status; k++)
        ck_assert_double_eq_tol(p.r->events[k].t, kind->due[k].t,
                                4e-16 * (1 + fabs(kind->due[k].t)));
    closed(&p);
}
END_TEST

/* At a break point two guards fire in their order. A sine reaches its level by the tolerance
 * before or after the clock. */
START_TEST(an_order_of_resets_is_right_or_refused)
{
    place p;
    ck_assert_msg(!certified(&p, "t_swapped", ""), "%s", p.why.text);
    expect_value(&p, 1, 3, R(1e-30));
    closed(&p);
    ck_assert(certified(&p, "t_swapped", "wave=yes"));
    ck_assert_msg(strstr(p.why.text, "level and clock fire at t = 1"), "%s", p.why.text);
    closed(&p);
}
END_TEST

START_TEST(requests_that_cannot_be_met_say_why)
{
    static const struct {
        const char *problem, *sentence;
    } cases[] = { { "t_backward", "times must rise" },
                  { "t_blank_name", "\"half way\" is no word" } };
    job j;
    reason why = { "" };
    ck_assert(job_open(&j, cases[_i].problem, "", &why));
    ck_assert_msg(strstr(why.text, cases[_i].sentence), "%s", why.text);
}
END_TEST

/* What cannot be read again takes nobody's place. */
START_TEST(a_file_that_cannot_be_read_is_not_written)
{
    place p;
    char path[128];
    ck_assert_msg(!certified(&p, "t_tenths", ""), "%s", p.why.text);
    snprintf(path, sizeof path, "%s.ref", p.folder);
    snprintf(p.r->events[0].name, sizeof p.r->events[0].name, "two words");
    ck_assert(!ref_write(p.r, path, &p.why));
    ck_assert_msg(strstr(p.why.text, "not a number"), "%s", p.why.text);
    ck_assert(access(path, F_OK) != 0);
    closed(&p);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("all");
    show_test_problems();
    tcase_add_loop_test(tc, what_is_said_beside_the_equations_is_held_against_the_solution, 0,
                        6);
    tcase_add_test(tc, an_algebraic_row_is_as_right_as_its_terms);
    tcase_add_test(tc, published_values_are_told);
    tcase_add_loop_test(tc, an_undeclared_dose_is_no_certificate, 0, 4);
    tcase_add_test(tc, what_may_be_unseen_is_in_the_file);
    tcase_add_test(tc, a_trajectory_is_scanned_in_double);
    tcase_add_test(tc, steps_of_a_run_are_looked_into);
    tcase_add_loop_test(tc, events_on_file_are_held_against_guards_and_resets, 0, 4);
    tcase_add_test(tc, own_times_are_chosen_anew);
    tcase_add_test(tc, what_is_zero_but_for_rounding_is_smooth);
    tcase_add_test(tc, a_clock_may_have_begun_long_ago);
    tcase_add_loop_test(tc, each_kind_of_event_is_certified_or_refused, 0, NKINDS);
    tcase_add_test(tc, an_order_of_resets_is_right_or_refused);
    tcase_add_loop_test(tc, requests_that_cannot_be_met_say_why, 0, 2);
    tcase_add_test(tc, a_file_that_cannot_be_read_is_not_written);
    tcase_add_test(tc, an_observable_may_have_the_name_of_a_component);
    tcase_add_test(tc, an_unknown_of_index_2_may_jump);
    tcase_add_test(tc, what_is_nothing_beside_the_largest_needs_no_digits);
    return suite_run("witness", tc);
}
