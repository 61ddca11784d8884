/* test_quad_events.c -- runs in quad that locate events themselves: against a closed form, with
 * resets, with zeros that a step jumps over, without a restart, and told differently.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/equations.h"
#include "reference/make/generate.h"
#include "reference/make/located.h"
#include "reference/make/verify.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 64, WIDTH = 8 };

static const struct {
    flow_method method;
    real tol;
} families[] = { { FLOW_RADAU13, R(1e-20) }, { FLOW_GBS, R(1e-27) } };

static instance *opened(const char *problem, const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, problem, settings, &why), "%s", why.text);
    ck_assert_int_le(instance_ncomponents(i), WIDTH);
    return i;
}

/* One integration to t. */
typedef struct told {
    int n;
    flow_break at[MOST];
    real state[WIDTH];
    long steps;
} told;

static told carried(instance *i, int family, double t)
{
    reason why = { "" };
    told out = { 0 };
    flow *f;
    const flow_method method = families[family].method;
    ck_assert_msg(!flow_open(&f, i, method, families[family].tol, NULL, &why), "%s", why.text);
    ck_assert_msg(!flow_to(f, t, &why), "%s", why.text);
    out.n = flow_events(f)->n;
    ck_assert_int_le(out.n, MOST);
    for (int k = 0; k < out.n; k++) out.at[k] = flow_events(f)->at[k];
    memcpy(out.state, flow_state(f), (size_t)instance_ncomponents(i) * sizeof *out.state);
    out.steps = flow_steps(f);
    flow_close(f);
    return out;
}

/* ---- against a closed form --------------------------------------------------------------- */

static void same_as_closed_form(const told *run, const flow_breaks *exact)
{
    ck_assert_int_eq(run->n, exact->n);
    for (int k = 0; k < exact->n; k++) {
        const flow_break *a = &run->at[k], *b = &exact->at[k];
        ck_assert_int_eq(a->event, b->event);
        ck_assert_int_eq(a->direction, b->direction);
        ck_assert_msg(ivp_abs(a->t - b->t) < R(1e-25), "event %d at %.6f is off by %.1e", k + 1,
                      (double)b->t, (double)(a->t - b->t));
    }
}

START_TEST(events_are_those_of_the_closed_form)
{
    reason why = { "" };
    instance *i = opened("bouncing_balls", _i % 2 ? "case=B" : "case=A");
    const ivp_problem *closed = i->problem;
    ivp_problem open = *closed;
    real exact[WIDTH] = { 0 };
    flow_breaks breaks, none;
    ck_assert_msg(!flow_find_breaks(i, &breaks, &why), "%s", why.text);
    ck_assert_int_eq(breaks.n, _i % 2 ? 26 : 24);
    ck_assert(!closed->exact(i->t1, exact, i->p));
    open.exact = NULL;
    i->problem = &open;
    ck_assert_msg(!flow_find_breaks(i, &none, &why), "%s", why.text);
    ck_assert_int_eq(none.n, 0);
    const told run = carried(i, _i / 2, i->t1);
    same_as_closed_form(&run, &breaks);
    for (int k = 0; k < i->sizes.n; k++)
        ck_assert_msg(ivp_abs(run.state[k] - exact[k]) < R(1e-22) * ivp_abs(exact[k]),
                      "component %d is off by %.1e", k + 1, (double)(run.state[k] - exact[k]));
    i->problem = closed;
    free(breaks.at);
    instance_close(i);
}
END_TEST

/* ---- guards of every kind ---------------------------------------------------------------- */

/* Guards of t_guards: `dip` is negative for 2e-3, `jump` sets the clock forward that `rising`
 * looks at, `end` stops. */
START_TEST(zeros_that_a_step_jumps_over_are_found)
{
    enum { FIRST, TWIN, RISING, DIP, JUMP, END };
    static const struct {
        int event, direction;
        real t;
    } due[] = { { RISING, 1, R(0.25) }, { FIRST, 1, R(0.5) },  { TWIN, 1, R(0.5) },
                { RISING, 1, R(2.25) }, { DIP, -1, R(2.999) }, { DIP, 1, R(3.001) },
                { RISING, 1, R(4.25) }, { JUMP, 1, R(5.0) },   { RISING, 1, R(5.25) },
                { RISING, 1, R(7.25) }, { END, 1, R(9.0) } };
    enum { DUE = sizeof due / sizeof *due };
    instance *i = opened("t_guards", "");
    const told run = carried(i, _i, i->t1);
    ck_assert_int_eq(run.n, DUE);
    ck_assert_int_lt(run.steps, 30);
    for (int k = 0; k < DUE; k++) {
        ck_assert_int_eq(run.at[k].event, due[k].event);
        ck_assert_int_eq(run.at[k].direction, due[k].direction);
        ck_assert_msg(ivp_abs(run.at[k].t - due[k].t) < R(1e-28), "event %d is off by %.1e",
                      k + 1, (double)(run.at[k].t - due[k].t));
    }
    ck_assert_msg(ivp_abs(run.state[0] - 10) < R(1e-28), "the jump is reset");
    ck_assert_msg(ivp_abs(run.state[1] - 9) < R(1e-28), "the state stays as it was at the end");
    instance_close(i);
}
END_TEST

/* Bit by bit the run that looks for nothing. */
START_TEST(what_is_only_recorded_restarts_nothing)
{
    enum { APEX = 1 };
    instance *i = opened("t_bounce", "");
    const ivp_problem *bouncing = i->problem;
    const int nevents = i->nevents;
    ivp_problem falling = *bouncing;
    const ivp_event apex[] = { bouncing->events[APEX], { 0 } };
    falling.events = apex;
    i->problem = &falling;
    i->nevents = 1;
    const told watched = carried(i, _i, 1);
    i->nevents = 0;
    const told alone = carried(i, _i, 1);
    ck_assert_int_eq(watched.n, 1);
    ck_assert(watched.at[0].t > R(0.15) && watched.at[0].t < R(0.21));
    ck_assert_int_eq(watched.steps, alone.steps);
    for (int k = 0; k < i->sizes.n; k++) ck_assert(watched.state[k] == alone.state[k]);
    i->problem = bouncing;
    i->nevents = nevents;
    instance_close(i);
}
END_TEST

/* Each bounce keeps less than half of the time of the last: infinitely many before t = 2. */
/* Two pieces, each a straight line: a run that stepped across the kink would be off by
 * 1e-20. */
START_TEST(kinks_end_a_step_and_are_not_noted)
{
    instance *i = opened("t_kink", "");
    const told run = carried(i, _i, 1);
    ck_assert_int_eq(run.n, 0);
    const real off = ivp_abs(run.state[0] - R(5.0) / 3);
    ck_assert_msg(off < R(1e-30), "%.3g", (double)off);
    instance_close(i);
}
END_TEST

START_TEST(bounces_without_end_are_refused)
{
    reason why = { "" };
    instance *i = opened("t_bounce", "e=0.4");
    flow *f;
    const flow_method method = families[_i].method;
    ck_assert_msg(!flow_open(&f, i, method, families[_i].tol, NULL, &why), "%s", why.text);
    ck_assert_int_eq(flow_to(f, i->t1, &why), IVP_E_EVENT_LOST);
    ck_assert_msg(strstr(why.text, "again and again") != NULL, "%s", why.text);
    flow_close(f);
    instance_close(i);
}
END_TEST

/* ---- references -------------------------------------------------------------------------- */

typedef struct place {
    job j;
    char folder[64], runs[80], equations[EQUATIONS_MAX];
    reason why;
    runs_context context;
} place;

static ivp_status make(place *p, const char *problem, const char *settings, ref **r)
{
    *p = (place){ .folder = "/tmp/ivpbench-events-XXXXXX" };
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    ck_assert_msg(!job_open(&p->j, problem, settings, &p->why), "%s", p->why.text);
    equations_digest(p->j.i, p->equations);
    snprintf(p->runs, sizeof p->runs, "%s/runs", p->folder);
    p->context = (runs_context){ .folder = p->runs, .equations = p->equations, .quiet = true };
    return generate(&p->j, &p->context, r, &p->why);
}

static void made(place *p, const char *problem, const char *settings, ref **r)
{
    ck_assert_msg(!make(p, problem, settings, r), "%s", p->why.text);
}

static void forgotten(place *p)
{
    char command[128];
    job_close(&p->j);
    snprintf(command, sizeof command, "rm -rf '%s'", p->folder);
    ck_assert_int_eq(system(command), 0);
}

/* The floor turns the velocity round, and the trajectory has a seam there. */
static void bounces(const ref *r, const ref_event *e)
{
    const int up = ref_column(r, "u2"), height = ref_column(r, "q2");
    const double before = ref_value_at(r, up, e->t, -1), after = ref_value_at(r, up, e->t, 1);
    ck_assert(before < 0);
    ck_assert_msg(fabs(after + (double)R(0.8) * before) < (double)R(1e-13), "%.17g to %.17g",
                  before, after);
    ck_assert(fabs(ref_value_at(r, height, e->t, 1)) < (double)R(1e-14));
}

START_TEST(a_reference_is_made_without_a_closed_form)
{
    place p;
    ref *r;
    char path[512];
    int floors = 0;
    made(&p, "t_bounce", "", &r);
    ck_assert_int_eq(r->nevents, 6);
    for (int k = 0; k < r->nevents; k++) {
        const ref_event *e = &r->events[k];
        ck_assert_str_eq(e->name, k % 2 ? "floor" : "apex");
        ck_assert_msg(e->bar > 0 && e->bar < (double)R(1e-18), "bar %.1e", e->bar);
        ck_assert_str_ne(e->text[REF_B], "?");
        floors += k % 2;
        if (k % 2) bounces(r, e);
    }
    ck_assert_int_eq(floors, 3);
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->ncomponents; k++)
            ck_assert(r->states[s].v[k].bar < (double)R(1e-17));
    ref_path(p.folder, r->problem, r->parameters, path, sizeof path);
    ck_assert_msg(ref_write(r, path, &p.why), "%s", p.why.text);
    FILE *said = fopen("/dev/null", "w");
    ck_assert_msg(verify_file(path, said, &p.why), "%s", p.why.text);
    snprintf(r->events[1].text[REF_A], sizeof r->events[1].text[REF_A], "0.7");
    ck_assert(ref_write(r, path, &p.why));
    ck_assert(!verify_file(path, said, &p.why));
    ck_assert_msg(strstr(p.why.text, "event 2 on file is floor") != NULL, "%s", p.why.text);
    fclose(said);
    ref_free(r);
    forgotten(&p);
}
END_TEST

/* A guard that looks at a multiplier, which jumps when the velocity does. */
START_TEST(constraints_and_multipliers_have_events_too)
{
    static const char *const due[] = { "taut", "stop", "taut", "taut", "stop" };
    place p;
    ref *r;
    made(&p, "t_swing", "", &r);
    ck_assert_int_eq(r->nevents, 5);
    for (int k = 0; k < r->nevents; k++) {
        ck_assert_str_eq(r->events[k].name, due[k]);
        ck_assert(r->events[k].bar < (double)R(1e-20));
    }
    ck_assert(r->states[r->nstates - 1].v[r->ncomponents - 1].bar < (double)R(1e-18));
    ref_free(r);
    forgotten(&p);
}
END_TEST

START_TEST(a_stop_is_where_the_reference_stays)
{
    place p;
    ref *r;
    made(&p, "t_bounce", "net=2", &r);
    const ref_event *last = &r->events[r->nevents - 1];
    const ref_state *end = &r->states[r->nstates - 1];
    ck_assert_str_eq(last->name, "caught");
    ck_assert(last->t < end->t);
    ck_assert(fabs(end->v[0].half[REF_A] - 2) < (double)R(1e-15));
    ck_assert(end->v[0].bar < (double)R(1e-18));
    ref_free(r);
    forgotten(&p);
}
END_TEST

/* The clock of t_guards jumps at t = 5, the middle of its interval: other inner times are
 * taken. */
START_TEST(a_state_is_not_stored_where_it_jumps)
{
    place p;
    ref *r;
    ck_assert_msg(!make(&p, "t_guards", "", &r), "%s", p.why.text);
    ck_assert_int_gt(r->nstates, 5);
    for (int k = 0; k < r->nstates; k++) ck_assert(fabs(r->states[k].t - 5) > (double)R(1e-3));
    ref_free(r);
    forgotten(&p);
}
END_TEST

/* Half B tells an event more, or another one. */
START_TEST(runs_that_tell_different_events_get_no_certificate)
{
    reason why = { "" };
    job j;
    real row = 0;
    flow_break a[2] = { { R(0.5), 0, -1 }, { R(0.75), 1, -1 } }, b[2];
    memcpy(b, a, sizeof b);
    if (_i == 2) b[1].event = 0;
    ck_assert_msg(!job_open(&j, "t_bounce", "", &why), "%s", why.text);
    one_run runs[RUN_COUNT] = { 0 };
    for (int k = 0; k < RUN_SHIFTED; k++) {
        runs[k] = (one_run){ .run = { k < 2 ? "radau13" : "gbs", "1e-20" }, .rows = &row };
        runs[k].steps.events = (flow_breaks){ _i == 1 && k < 2 ? 1 : 2, k < 2 ? a : b };
    }
    const ivp_status status = located_agree(&j, runs, &why);
    ck_assert_int_eq(status, _i ? IVP_E_EVENT_LOST : IVP_OK);
    if (status) ck_assert_msg(strstr(why.text, "part at event 2") != NULL, "%s", why.text);
    job_close(&j);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("events");
    tcase_add_loop_test(tc, events_are_those_of_the_closed_form, 0, 4);
    tcase_add_loop_test(tc, zeros_that_a_step_jumps_over_are_found, 0, 2);
    tcase_add_loop_test(tc, what_is_only_recorded_restarts_nothing, 0, 2);
    tcase_add_loop_test(tc, kinks_end_a_step_and_are_not_noted, 0, 2);
    tcase_add_loop_test(tc, bounces_without_end_are_refused, 0, 2);
    tcase_add_test(tc, a_reference_is_made_without_a_closed_form);
    tcase_add_test(tc, constraints_and_multipliers_have_events_too);
    tcase_add_test(tc, a_stop_is_where_the_reference_stays);
    tcase_add_test(tc, a_state_is_not_stored_where_it_jumps);
    tcase_add_loop_test(tc, runs_that_tell_different_events_get_no_certificate, 0, 3);
    return suite_run("events in quad", tc);
}
