/* method.h -- an in-house method in the hands of a test: whole runs, and single attempts with
 * the verdicts that the test wants. */
#ifndef METHOD_H
#define METHOD_H

#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ivp/problem.h>
#include <ivp/solver.h>

#include "kernel/stepping/evolve.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/problem/plugin.h"

enum { METHOD_UNKNOWNS = 64, METHOD_OPTIONS = 16, METHOD_EVENTS = 64 };

/* ---- whole runs -------------------------------------------------------------------------- */

typedef struct outcome_of_run {
    ivp_status status;
    double t, first_h, drift; /* drift: largest |g| at an accepted step */
    double state[METHOD_UNKNOWNS];
    long counters[IVP_NCOUNTERS];
    int nevents, guard[METHOD_EVENTS];
    double event_t[METHOD_EVENTS];
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

static inline instance *open_problem(const char *problem, const char *settings)
{
    char why[PLUGIN_WHY_MAX] = "";
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, problem, settings, why) == IVP_OK, "%s", why);
    ck_assert_int_le(instance_ncomponents(i), METHOD_UNKNOWNS);
    return i;
}

static inline outcome_of_run run_method(const char *problem, const char *settings,
                                        const evolve_setup *setup)
{
    char why[EVOLVE_WHY_MAX] = "";
    outcome_of_run o = { .instance = open_problem(problem, settings) };
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, o.instance, setup, why) == IVP_OK, "%s", why);
    o.status = evolve_run(e, note, &o);
    o.t = evolve_t(e);
    const ivp_status known = evolve_state(e, o.state); /* a run that failed may end anywhere */
    ck_assert(known == IVP_OK || o.status != IVP_OK);
    memcpy(o.counters, evolve_counters(e), sizeof o.counters);
    evolve_destroy(e);
    instance_close(o.instance);
    o.instance = NULL;
    return o;
}

/* Largest distance of the first n canonical components. */
static inline double distance(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
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

/* Whether a set-up is taken, or refused with a sentence that has `word` in it. */
static inline void expect_creation(const char *problem, const evolve_setup *setup, bool taken,
                                   const char *word)
{
    char why[EVOLVE_WHY_MAX] = "";
    instance *i = open_problem(problem, NULL);
    evolve *e = NULL;
    ck_assert_int_eq(evolve_create(&e, i, setup, why), taken ? IVP_OK : IVP_E_INVALID);
    ck_assert_msg(taken || strstr(why, word) != NULL, "the sentence is: %s", why);
    evolve_destroy(e);
    instance_close(i);
}

/* ---- single attempts --------------------------------------------------------------------- */

typedef struct method {
    const ivp_solver *solver;
    instance *instance;
    ivp_model *model;
    void *self;
    int n;
    double t, y[METHOD_UNKNOWNS], y1[METHOD_UNKNOWNS], atol[METHOD_UNKNOWNS];
    ivp_tol tol;
    ivp_trial trial;
} method;

/* `views`: of these, the one that the kernel would choose. */
static inline void method_open_view(method *m, const char *solver, const char *options,
                                    const char *problem, const char *settings,
                                    ivp_formulation formulation, unsigned views)
{
    char why[PLUGIN_WHY_MAX] = "", text[METHOD_OPTIONS][SETTING_MAX];
    real value[METHOD_OPTIONS] = { 0 };
    double option[METHOD_OPTIONS], yp[METHOD_UNKNOWNS] = { 0 };
    memset(m, 0, sizeof *m);
    m->solver = plugin_solver(solver, why);
    ck_assert_msg(m->solver != NULL, "%s", why);
    m->instance = open_problem(problem, settings);
    const unsigned both =
        views & m->solver->views & formulation_views(m->instance, formulation);
    ck_assert_msg(model_open(&m->model, m->instance, formulation, NULL,
                             (ivp_view)(both & (~both + 1u)), why) == IVP_OK,
                  "%s", why);
    ck_assert_msg(settings_parse(m->solver->options, options, solver, text, value, why), "%s",
                  why);
    for (int k = 0; k < METHOD_OPTIONS; k++) option[k] = (double)value[k];
    m->n = ivp_n(m->model);
    for (int k = 0; k < METHOD_UNKNOWNS; k++) m->atol[k] = 1e-6;
    m->tol = (ivp_tol){ .rtol = 1e-6, .atol = m->atol };
    ck_assert_int_eq(m->solver->create(&m->self, m->model, &m->tol, option), IVP_OK);
    m->t = m->instance->t0;
    model_start(m->model, m->y, yp);
    ck_assert_int_eq(m->solver->restart(m->self, m->t, m->y, yp, 0), IVP_OK);
}

static inline void method_open(method *m, const char *solver, const char *options,
                               const char *problem, const char *settings,
                               ivp_formulation formulation)
{
    method_open_view(m, solver, options, problem, settings, formulation, ~0u);
}

static inline void method_close(method *m)
{
    m->solver->destroy(m->self);
    model_close(m->model);
    instance_close(m->instance);
}

static inline void method_attempt(method *m, double h)
{
    m->trial = (ivp_trial){ .t = m->t, .h = h, .y = m->y, .y1 = m->y1 };
    ck_assert_int_eq(m->solver->attempt(m->self, &m->trial), IVP_OK);
}

static inline void method_verdict(method *m, ivp_verdict verdict)
{
    m->solver->verdict(m->self, verdict, verdict == IVP_REJECTED ? m->y : m->y1);
    if (verdict == IVP_REJECTED) return;
    m->t += m->trial.h;
    memcpy(m->y, m->y1, sizeof m->y);
}

#endif
