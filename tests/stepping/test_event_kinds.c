/* test_event_kinds.c -- docs/events.md by runs: every kind of event, with every solver that
 * takes the problem, at tolerances from 1e-2 to 1e-10. Each run meets the events that are
 * due, or is refused with the guard's name and the time.
 * tests/reference/test_quad_event_kinds.c is the same by references.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "tests/event_kinds.h"
#include "tests/solver_cases.h"

enum { SEEN = 64 };

typedef struct seen {
    int n, event[SEEN], direction[SEEN];
    double t[SEEN];
} seen;

static void note(void *context, const evolve_point *p)
{
    seen *s = context;
    if (p->event < 0) return;
    if (s->n < SEEN) {
        s->t[s->n] = p->t;
        s->event[s->n] = p->event;
        s->direction[s->n] = p->direction;
    }
    s->n++;
}

typedef struct trial {
    const event_kind *kind;
    const char *solver;
    double rtol;
    ivp_status status;
    double y[UNKNOWNS];
    char settings[64];
    reason why;
    seen events;
} trial;

/* What a test says about a run that is not as it should be. */
#define FAULT(x, ...)                                                                          \
    do {                                                                                       \
        char fault_[256];                                                                      \
        snprintf(fault_, sizeof fault_, __VA_ARGS__);                                          \
        ck_abort_msg("%s %s by %s at %.0e: %s (%s)", (x)->kind->problem, (x)->kind->settings,  \
                     (x)->solver, (x)->rtol, fault_, (x)->why.text);                           \
    } while (0)

/* The first formulation that the solver takes; NULL: none. */
static const char *taken(instance *i, const char *solver)
{
    reason why;
    for (const char *const *f = formulations; *f; f++)
        if (!evolve_fits(i, solver, *f, &why)) return *f;
    return NULL;
}

static void carry_out(instance *i, const char *formulation, bool no_events, trial *x)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = x->solver,
                                 .rtol = x->rtol,
                                 .atol = x->rtol,
                                 .no_events = no_events,
                                 .max_steps = 200000 };
    evolve *e = NULL;
    x->status = evolve_create(&e, i, &setup, &x->why);
    if (x->status) return;
    x->status = evolve_run(e, note, &x->events);
    reason_set(&x->why, "%s", evolve_message(e));
    if (!x->status) evolve_state(e, x->y);
    evolve_destroy(e);
}

/* What a tolerance may do to times and states: methods of low order accumulate. */
static double slack(const trial *x, double scale)
{
    return fmin(0.5, 30 * pow(x->rtol, 2.0 / 3)) * scale;
}

static void expect_refusal(const trial *x)
{
    if (x->status != IVP_E_EVENT_LOST) FAULT(x, "%s, not refused", status_name(x->status));
    if (!strstr(x->why.text, x->kind->guard))
        FAULT(x, "the guard %s is not named", x->kind->guard);
    if (!strstr(x->why.text, x->kind->refused)) FAULT(x, "'%s' is not said", x->kind->refused);
    const char *at = strstr(x->why.text, "at t = ");
    if (!at) FAULT(x, "no time is named");
    const double t = strtod(at + strlen("at t = "), NULL);
    if (!(fabs(t - x->kind->until) < 3 * slack(x, x->kind->until) + 1e-3))
        FAULT(x, "t = %g in place of %g", t, x->kind->until);
}

static void expect_events(const trial *x)
{
    const event_kind *kind = x->kind;
    if (x->status) FAULT(x, "%s", status_name(x->status));
    for (int k = 0; k < kind->n && k < x->events.n; k++) {
        const event_due *due = &kind->due[k];
        const bool same =
            x->events.event[k] == due->event && x->events.direction[k] == due->direction;
        if (!same || !(fabs(x->events.t[k] - due->t) < slack(x, kind->apart)))
            FAULT(x, "event %d is guard %d (%d) at %.12g, not guard %d (%d) at %.12g", k + 1,
                  x->events.event[k], x->events.direction[k], x->events.t[k], due->event,
                  due->direction, due->t);
    }
    if (x->events.n != kind->n) FAULT(x, "%d events, not %d", x->events.n, kind->n);
    for (int k = 0; k < kind->ny; k++)
        if (!(fabs(x->y[k] - kind->y[k]) <= slack(x, kind->scale)))
            FAULT(x, "y%d = %.12g, not %.12g", k + 1, x->y[k], kind->y[k]);
}

/* Does the solver fail where nothing is looked for? */
static bool fails_without(instance *i, const char *formulation, trial x)
{
    carry_out(i, formulation, true, &x);
    return x.status != IVP_OK;
}

static void try_kind(const event_kind *kind, const char *solver, double rtol)
{
    trial x = { .kind = kind, .solver = solver, .rtol = rtol };
    reason why;
    instance *i;
    REQUIRE(instance_open(&i, kind->problem, kind->settings, &why) == IVP_OK, "%s", why.text);
    const char *formulation = taken(i, solver);
    if (formulation) {
        carry_out(i, formulation, false, &x);
        if (x.status && x.status != IVP_E_EVENT_LOST && fails_without(i, formulation, x))
            ; /* not a matter of events */
        else if (kind->refused)
            expect_refusal(&x);
        else
            expect_events(&x);
    }
    instance_close(i);
}

/* At 1e-2 an amplitude may be so wrong that nothing sticks; and without dense output a step
 * of gsl_bsimp at 1e-6 may be longer than a period, of which a cubic through its ends tells
 * nothing. */
static int first_digits(const event_kind *kind, const ivp_solver *solver)
{
    if (!solver->dense && !solver->drive) return kind->long_steps ? 11 : 7;
    return kind->refused ? 3 : 2;
}

START_TEST(every_solver_meets_the_events_that_are_due)
{
    const int solver = _i % nsolvers;
    const event_kind *kind = &event_kinds[_i / nsolvers];
    if (!solver_at(solver)->adaptive) return;
    for (int digits = first_digits(kind, solver_at(solver)); digits <= 10; digits++)
        try_kind(kind, solvers[solver], pow(10, -digits));
}
END_TEST

/* One tolerance may hide a fault by where its steps end. */
START_TEST(neighbouring_tolerances_meet_the_same_events)
{
    static const char *const two[] = { "extrapolation", "radau_iia" };
    enum { NEIGHBOURS = 20 };
    for (int k = 0; k < NEIGHBOURS; k++)
        try_kind(&event_kinds[_i / 2], two[_i % 2], 1e-5 * pow(2, (double)k / NEIGHBOURS));
}
END_TEST

/* Contacts have no reset: at coarse tolerances the side follows the steps. At 1e-8 whoever
 * arrives has met every event. */
START_TEST(no_contact_is_refused_from_1e_2_on)
{
    static const event_kind balls[] = {
        { .problem = "bouncing_balls", .settings = "", .n = 24 },
        { .problem = "bouncing_balls", .settings = "case=B", .n = 26 }
    };
    const char *solver = solvers[_i / 2];
    reason why;
    instance *i;
    REQUIRE(instance_open(&i, "bouncing_balls", balls[_i % 2].settings, &why) == IVP_OK, "%s",
            why.text);
    const char *formulation = solver_at(_i / 2)->adaptive ? taken(i, solver) : NULL;
    for (int digits = 2; formulation && digits <= 8; digits++) {
        trial x = { .kind = &balls[_i % 2], .solver = solver, .rtol = pow(10, -digits) };
        carry_out(i, formulation, false, &x);
        if (x.status == IVP_E_EVENT_LOST) FAULT(&x, "refused");
        if (digits > 7 && !x.status && x.events.n != x.kind->n)
            FAULT(&x, "%d events", x.events.n);
    }
    instance_close(i);
}
END_TEST

int main(void)
{
    nsolvers = own_plugins("solvers", solvers);
    TCase *t = tcase_create("kinds");
    tcase_add_loop_test(t, every_solver_meets_the_events_that_are_due, 0, nsolvers * NKINDS);
    tcase_add_loop_test(t, neighbouring_tolerances_meet_the_same_events, 0, 2 * NKINDS);
    tcase_add_loop_test(t, no_contact_is_refused_from_1e_2_on, 0, 2 * nsolvers);
    return suite_run("kinds of events", t) + (nsolvers < 1);
}
