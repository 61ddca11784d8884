/* method.h -- an in-house method in the hands of a test: whole runs, and single attempts with
 * the verdicts that the test wants.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef METHOD_H
#define METHOD_H

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ivp/problem.h>
#include <ivp/solver.h>

#include "kernel/stepping/evolve.h"

#define give_up(...) ck_abort_msg(__VA_ARGS__) /* does not return */
#include "papers/studies/by_hand.h"

enum { METHOD_EVENTS = 64 };

/* ---- whole runs -------------------------------------------------------------------------- */

typedef struct outcome_of_run {
    ivp_status status;
    double t, first_h, drift; /* drift: largest |g| at an accepted step */
    double state[METHOD_UNKNOWNS];
    long counters[IVP_NCOUNTERS];
    int nevents, guard[METHOD_EVENTS];
    double event_t[METHOD_EVENTS];
    char message[REASON_ROOM];
    int lanes;
    instance *instance;
} outcome_of_run;

static void note(void *watcher, const evolve_point *point)
{
    outcome_of_run *o = watcher;
    real drift[3] = { 0, 0, 0 };
    if (instance_drift(o->instance, point->state, drift) == IVP_OK)
        o->drift = fmax(o->drift, drift[0]);
    if (point->h > 0 && o->first_h <= 0) o->first_h = point->h;
    if (point->event >= 0 && o->nevents < METHOD_EVENTS) {
        o->guard[o->nevents] = point->event;
        o->event_t[o->nevents++] = point->t;
    }
}

static inline outcome_of_run run_method(const char *problem, const char *settings,
                                        const evolve_setup *setup)
{
    reason why = { "" };
    outcome_of_run o = { .instance = open_problem(problem, settings) };
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, o.instance, setup, &why) == IVP_OK, "%s", why.text);
    o.status = evolve_run(e, note, &o);
    o.t = evolve_t(e);
    const ivp_status known = evolve_state(e, o.state); /* a run that failed may end anywhere */
    ck_assert(known == IVP_OK || o.status != IVP_OK);
    memcpy(o.counters, evolve_counters(e), sizeof o.counters);
    o.lanes = evolve_lanes(e);
    snprintf(o.message, sizeof o.message, "%s", evolve_message(e));
    evolve_destroy(e);
    instance_close(o.instance);
    o.instance = NULL;
    return o;
}

/* Largest error of y at time t against the problem's exact solution. */
static inline double error_at(const instance *i, double t, const double *y)
{
    double exact[METHOD_UNKNOWNS] = { 0 };
    ck_assert_int_eq(i->problem->exact(t, exact, i->p), IVP_OK);
    return distance(y, exact, i->sizes.n);
}

static inline double error_of_run(const char *problem, const char *settings,
                                  const evolve_setup *setup, outcome_of_run *o)
{
    instance *i = open_problem(problem, settings);
    *o = run_method(problem, settings, setup);
    ck_assert_int_eq(o->status, IVP_OK);
    const double error = error_at(i, o->t, o->state);
    instance_close(i);
    return error;
}

/* Options that are taken, or refused by a sentence with this word. */
typedef struct option_case {
    const char *options, *word;
    double h;
    bool taken;
} option_case;

/* Whether a set-up is taken, or refused with a sentence that has `word` in it. */
static inline void expect_creation(const char *problem, const evolve_setup *setup, bool taken,
                                   const char *word)
{
    reason why = { "" };
    instance *i = open_problem(problem, NULL);
    evolve *e = NULL;
    ck_assert_int_eq(evolve_create(&e, i, setup, &why), taken ? IVP_OK : IVP_E_INVALID);
    ck_assert_msg(taken || strstr(why.text, word) != NULL, "the sentence is: %s", why.text);
    evolve_destroy(e);
    instance_close(i);
}

/* A second run of the same object ends at the same bits. */
static inline void expect_runs_repeat(const char *problem, const evolve_setup *setup)
{
    reason why = { "" };
    double state[2][METHOD_UNKNOWNS];
    instance *i = open_problem(problem, NULL);
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, i, setup, &why) == IVP_OK, "%s", why.text);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
        ck_assert_int_eq(evolve_state(e, state[k]), IVP_OK);
    }
    ck_assert_mem_eq(state[0], state[1], (size_t)instance_ncomponents(i) * sizeof(double));
    evolve_destroy(e);
    instance_close(i);
}

/* ---- single attempts --------------------------------------------------------------------- */

static inline void method_open_view(method *m, const char *solver, const char *options,
                                    const char *problem, const char *settings,
                                    ivp_formulation formulation, unsigned views)
{
    double y[METHOD_UNKNOWNS] = { 0 }, yp[METHOD_UNKNOWNS] = { 0 };
    const method_setup s = { .solver = solver,
                             .options = options,
                             .problem = problem,
                             .settings = settings,
                             .formulation = formulation,
                             .views = views,
                             .rtol = 1e-6,
                             .atol = 1e-6 };
    method_set_up(m, &s);
    model_start(m->model, y, yp);
    method_restart(m, m->instance->t0, y, yp);
}

static inline void method_open(method *m, const char *solver, const char *options,
                               const char *problem, const char *settings,
                               ivp_formulation formulation)
{
    method_open_view(m, solver, options, problem, settings, formulation, ~0u);
}

/* Steps as the method wants them, the first of size h. */
static inline void method_go(method *m, int steps, double h)
{
    for (int k = 0; k < steps; k++) {
        method_attempt(m, h);
        const bool kept = m->trial.test[0].err <= 1;
        h = (double)m->trial.h_next;
        method_verdict(m, kept ? IVP_KEPT : IVP_REJECTED);
    }
}

/* A restarted method repeats its steps, to the bit. */
static inline void expect_restart_repeats(const char *solver, const char *options,
                                          ivp_formulation formulation, int steps)
{
    method m;
    double y[METHOD_UNKNOWNS], yp[METHOD_UNKNOWNS], first[METHOD_UNKNOWNS];
    method_open(&m, solver, options, "andrews", NULL, formulation);
    memcpy(y, m.y, sizeof y);
    memcpy(yp, m.yp, sizeof yp);
    method_go(&m, steps, 1e-6);
    memcpy(first, m.y, sizeof first);
    method_restart(&m, m.instance->t0, y, yp);
    method_go(&m, steps, 1e-6);
    ck_assert_mem_eq(first, m.y, (size_t)m.n * sizeof *first);
    method_close(&m);
}

/* A motion that dies out: its course asks for order 5; of what is left in the end low orders
 * take longer steps. */
static inline void expect_order_goes_up_and_down(const char *solver)
{
    method m;
    method_open(&m, solver, NULL, "t_oscillator", "a=100 b=20", IVP_AS_ODE);
    int most = 0;
    for (double h = 1e-4; m.t < 10; h = m.trial.h_next) {
        method_attempt(&m, h);
        if (m.trial.test[0].order > most) most = m.trial.test[0].order;
        method_verdict(&m, m.trial.test[0].err > 1 ? IVP_REJECTED : IVP_KEPT);
    }
    ck_assert_int_ge(most, 5);
    ck_assert_int_le(m.trial.test[0].order, 2);
    method_close(&m);
}

/* What is not a number is never a step: a status, or an error that no test passes. */
static inline void expect_nan_is_no_step(const char *solver, ivp_formulation formulation)
{
    method m;
    method_open(&m, solver, NULL, "andrews", NULL, formulation);
    m.y[0] = NAN;
    method_restart(&m, m.instance->t0, m.y, m.yp);
    const ivp_status status = method_try(&m, 1e-6);
    ck_assert(status > IVP_OK || !(m.trial.test[0].err <= 1));
    method_close(&m);
}

/* error[n] of the dense output: one step of size h to theta h, against `parts` steps of dopri5
 * over the same way. m is opened and left to the caller. */
static inline void error_of_one_step(method *m, const method_setup *s, double h, double theta,
                                     int parts, double *error)
{
    method fine;
    method_open(m, s->solver, NULL, s->problem, s->settings, s->formulation);
    method_open(&fine, "dopri5", NULL, s->problem, s->settings, s->formulation);
    method_attempt(m, h);
    ck_assert_int_eq(m->solver->dense(m->self, theta, error), IVP_OK);
    for (int j = 0; j < parts; j++) {
        method_attempt(&fine, theta * h / parts);
        method_verdict(&fine, IVP_KEPT);
    }
    for (int j = 0; j < m->n; j++) error[j] -= fine.y[j];
    method_close(&fine);
}

/* The same of two methods that are open, and are closed here: the largest difference */
static inline double distance_of_one_step(method *m, method *fine, double h, double theta,
                                          int parts)
{
    double y[METHOD_UNKNOWNS];
    method_attempt(m, h);
    ck_assert_int_eq(m->solver->dense(m->self, theta, y), IVP_OK);
    for (int j = 0; j < parts; j++) {
        method_attempt(fine, theta * h / parts);
        method_verdict(fine, IVP_KEPT);
    }
    const double apart = distance(y, fine->y, m->n);
    method_close(m);
    method_close(fine);
    return apart;
}

/* Dense output at the ends of `steps` steps of sizes h, 2 h, ... is their states, to the
 * bit. */
static inline void expect_dense_meets_the_ends(method *m, int steps, double h)
{
    double y[METHOD_UNKNOWNS], y0[METHOD_UNKNOWNS];
    for (int k = 0; k < steps; k++) {
        memcpy(y0, m->y, sizeof y0);
        method_attempt(m, h * (k + 1));
        method_verdict(m, IVP_KEPT); /* dense output outlives the verdict */
        ck_assert_int_eq(m->solver->dense(m->self, 0, y), IVP_OK);
        ck_assert(distance(y, y0, m->n) <= 0);
        ck_assert_int_eq(m->solver->dense(m->self, 1, y), IVP_OK);
        ck_assert(distance(y, m->y, m->n) <= 0);
    }
    method_close(m);
}

/* ---- problems that many methods run on --------------------------------------------------- */

/* Smooth problems in a formulation, of which `known` components are compared. */
typedef struct smooth_case {
    const char *problem, *settings, *formulation;
    double t1;
    int known;
} smooth_case;

#define SOFT_SPRINGS "k1=5 c1=1 k2=2 c2=0.1"
#define SMOOTH_RODS                                                                            \
    { "double_pendulum_rsda", "form=angles " SOFT_SPRINGS, "ode", 1, 4 },                      \
        { "double_pendulum_rsda", SOFT_SPRINGS, "state_space", 1, 12 },                        \
    {                                                                                          \
        "double_pendulum_rsda", SOFT_SPRINGS, "projected", 1, 12                               \
    }

/* Stiffness costs nothing: no more accepted steps than this on hires and van_der_pol. */
static inline void expect_cheap_when_stiff(const char *solver, double rtol, int most_hires,
                                           int most_van_der_pol)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = rtol, .atol = rtol
    };
    const outcome_of_run a = run_method("hires", NULL, &setup);
    const outcome_of_run b = run_method("van_der_pol", NULL, &setup);
    ck_assert_int_le(a.counters[IVP_N_ACCEPTED], most_hires);
    ck_assert_int_le(b.counters[IVP_N_ACCEPTED], most_van_der_pol);
}

/* Two balls with the contacts that they have. */
static const struct ball_case {
    const char *settings;
    int events;
} balls[] = { { "case=A", 24 }, { "case=B", 26 } };

#endif
