/* test_quad_event_kinds.c -- docs/events.md by references: every kind of event by both
 * families, at neighbouring tolerances too; and trajectories on file, held against closed
 * forms on both sides of each event. tests/kernel/test_event_kinds.c is the same by runs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "reference/make/equations.h"
#include "reference/make/generate.h"

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/event_kinds.h"

enum { WIDTH = 16, RADAU = 0, EXTRAPOLATION = 1 };

static instance *opened(const event_kind *kind)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, kind->problem, kind->settings, &why), "%s", why.text);
    return i;
}

static flow_method method_for(const instance *i, int family)
{
    if (family == RADAU) return FLOW_RADAU13;
    return i->problem->form == IVP_ODE || i->problem->form == IVP_MECH ? FLOW_GBS : FLOW_IEX;
}

static void expect_refusal(const event_kind *kind, ivp_status status, double t, const char *why)
{
    ck_assert_msg(status == IVP_E_EVENT_LOST, "%s %s: %s (%s)", kind->problem, kind->settings,
                  status_name(status), why);
    ck_assert_msg(strstr(why, kind->guard) && strstr(why, kind->refused), "%s", why);
    ck_assert_msg(fabs(t - kind->until) < 1e-3 * kind->until, "%.17g: %s", t, why);
}

static void expect_events(const event_kind *kind, const flow_breaks *met)
{
    for (int k = 0; k < kind->n && k < met->n; k++) {
        const event_due *due = &kind->due[k];
        const flow_break *b = &met->at[k];
        const bool same = b->event == due->event && b->direction == due->direction;
        ck_assert_msg(same && fabs((double)b->t - due->t) < 4e-16 * (1 + fabs(due->t)),
                      "%s %s: event %d is guard %d in direction %d at %.17g", kind->problem,
                      kind->settings, k + 1, b->event, b->direction, (double)b->t);
    }
    ck_assert_msg(met->n == kind->n, "%s %s: %d events, not %d", kind->problem, kind->settings,
                  met->n, kind->n);
}

static void carry_through(const event_kind *kind, int family, real tol)
{
    reason why = { "" };
    instance *i = opened(kind);
    flow_breaks breaks;
    flow *f;
    const ivp_problem *closed = i->problem;
    ivp_problem open = *closed;
    open.exact = NULL; /* break points alone */
    i->problem = &open;
    ck_assert_msg(!flow_find_breaks(i, &breaks, &why), "%s", why.text);
    ck_assert_msg(!flow_open(&f, i, method_for(i, family), tol, &breaks, &why), "%s", why.text);
    const ivp_status status = flow_to(f, i->t1, &why);
    if (kind->refused) {
        const char *at = strstr(why.text, "at t = ");
        expect_refusal(kind, status, at ? strtod(at + 7, NULL) : NAN, why.text);
    } else {
        ck_assert_msg(!status, "%s", why.text);
        expect_events(kind, flow_events(f));
        for (int k = 0; k < kind->ny; k++)
            ck_assert_msg(fabs((double)flow_state(f)[k] - kind->y[k]) <
                              1e-11 * (1 + fabs(kind->y[k])),
                          "%s %s: y%d = %.17g", kind->problem, kind->settings, k + 1,
                          (double)flow_state(f)[k]);
    }
    flow_close(f);
    i->problem = closed;
    free(breaks.at);
    instance_close(i);
}

/* Extrapolated implicit Euler has no more digits than 1e-20 asks for. */
static real tolerance(const event_kind *kind, int family)
{
    instance *i = opened(kind);
    const bool few = family == RADAU || method_for(i, family) == FLOW_IEX;
    instance_close(i);
    return few ? R(1e-20) : R(1e-26);
}

START_TEST(both_families_meet_the_events_that_are_due)
{
    const event_kind *kind = &event_kinds[_i / 2];
    carry_through(kind, _i % 2, tolerance(kind, _i % 2));
}
END_TEST

START_TEST(neighbouring_tolerances_meet_the_same_events)
{
    enum { NEIGHBOURS = 20 };
    const event_kind *kind = &event_kinds[_i / 2];
    if (kind->refused || !strcmp(kind->problem, "t_flips")) return;
    for (int k = 0; k < NEIGHBOURS; k++)
        carry_through(kind, _i % 2, R(1e-18) * pow(R(2.0), (real)k / NEIGHBOURS));
}
END_TEST

/* A bounce has no change of sign, a zero may fall on a sample: the scan finds both. */
START_TEST(closed_forms_are_scanned)
{
    static const char *const scanned[] = { "t_dropped", "t_neuron", "t_rises", "t_cubic",
                                           "t_two_resets" };
    reason why = { "" };
    for (int k = 0; k < NKINDS; k++) {
        const event_kind *kind = &event_kinds[k];
        if (kind->refused || strcmp(kind->problem, scanned[_i])) continue;
        flow_breaks found;
        instance *i = opened(kind);
        ck_assert_msg(!flow_find_breaks(i, &found, &why), "%s", why.text);
        expect_events(kind, &found);
        free(found.at);
        instance_close(i);
    }
}
END_TEST

/* ---- trajectories on file ---------------------------------------------------------------- */

/* Zeros of guards, bounces and zeros on a tenth of the interval all make seams. */
static const struct {
    const char *problem, *settings;
} tracks[] = { { "t_two_resets", "" }, { "t_two_resets", "early=-3 late=-2.5" },
               { "t_dropped", "" },    { "t_neuron", "" },
               { "t_cubic", "" },      { "t_break_event", "" } };
enum { TRACKS = sizeof tracks / sizeof *tracks };

static ref *made(const char *problem, const char *settings, char folder[64], job *j)
{
    char runs[80], equations[EQUATIONS_MAX], command[160];
    reason why = { "" };
    ref *r = NULL;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_msg(!job_open(j, problem, settings, &why), "%s", why.text);
    equations_digest(j->i, equations);
    snprintf(runs, sizeof runs, "%s/runs", folder);
    const runs_context context = { .folder = runs, .equations = equations, .quiet = true };
    const ivp_status status = generate(j, &context, &r, &why);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    ck_assert_msg(!status, "%s", why.text);
    return r;
}

START_TEST(pieces_are_right_on_both_sides_of_each_event)
{
    char folder[64] = "/tmp/ivpbench-kinds-XXXXXX";
    job j;
    ref *r = made(tracks[_i].problem, tracks[_i].settings, folder, &j);
    ck_assert_int_gt(r->nevents, 0);
    for (int k = 0; k < r->nevents; k++)
        for (int side = -1; side <= 1; side += 2) {
            const double t = r->events[k].t + side * 1e-4;
            real y[WIDTH] = { 0 };
            ck_assert(!j.i->problem->exact(t, y, j.i->p));
            for (int c = 0; c < j.i->sizes.n; c++) {
                const double on_file = ref_value_at(r, c, t, side),
                             off = on_file - (double)y[c];
                ck_assert_msg(fabs(off) < 1e-5, "%s: %s(%.9g) = %.9g, right %.9g", r->problem,
                              r->components[c], t, on_file, (double)y[c]);
            }
        }
    ref_free(r);
    job_close(&j);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("kinds in quad");
    tcase_add_loop_test(t, both_families_meet_the_events_that_are_due, 0, 2 * NKINDS);
    tcase_add_loop_test(t, neighbouring_tolerances_meet_the_same_events, 0, 2 * NKINDS);
    tcase_add_loop_test(t, closed_forms_are_scanned, 0, 5);
    tcase_add_loop_test(t, pieces_are_right_on_both_sides_of_each_event, 0, TRACKS);
    return suite_run("kinds of events in quad", t);
}
