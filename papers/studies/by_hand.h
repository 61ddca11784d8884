/* by_hand.h -- a method led step by step, from states and with verdicts that the caller
 * chooses. Studies and tests share it: whoever includes it has defined give_up(format, ...),
 * which says why it cannot go on and does not return.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_STUDIES_BY_HAND_H
#define PAPERS_STUDIES_BY_HAND_H

#include <math.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/problem/plugin.h"

enum { METHOD_UNKNOWNS = 100, METHOD_OPTIONS = 16 };

static inline instance *open_problem(const char *problem, const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    if (instance_open(&i, problem, settings, &why) != IVP_OK) give_up("%s", why.text);
    if (instance_ncomponents(i) > METHOD_UNKNOWNS)
        give_up("%s has %d components, there is room for %d", problem, instance_ncomponents(i),
                METHOD_UNKNOWNS);
    return i;
}

/* Largest distance of the first n components. */
static inline double distance(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

typedef struct method {
    const ivp_solver *solver;
    instance *instance;
    ivp_model *model;
    void *self;
    int n;
    double t, y[METHOD_UNKNOWNS], yp[METHOD_UNKNOWNS], y1[METHOD_UNKNOWNS],
        atol[METHOD_UNKNOWNS];
    ivp_tol tol;
    ivp_trial trial;
} method;

typedef struct method_setup {
    const char *solver, *options, *problem, *settings;
    ivp_formulation formulation;
    const char *formulation_options;
    unsigned views; /* of these, the one that the kernel would choose */
    double rtol, atol, h;
} method_setup;

static inline void method_create(method *m, const char *options)
{
    char text[METHOD_OPTIONS][SETTING_MAX];
    reason why = { "" };
    real value[METHOD_OPTIONS] = { 0 };
    double option[METHOD_OPTIONS];
    if (!settings_parse(m->solver->options, options, m->solver->name, text, value, &why))
        give_up("%s", why.text);
    for (int k = 0; k < METHOD_OPTIONS; k++) option[k] = (double)value[k];
    if (m->solver->create(&m->self, m->model, &m->tol, option) != IVP_OK)
        give_up("%s cannot be set up for %s", m->solver->name, m->instance->problem->name);
}

/* As far as create(): it still has to be restarted somewhere. */
static inline void method_set_up(method *m, const method_setup *s)
{
    reason why = { "" };
    memset(m, 0, sizeof *m);
    m->instance = open_problem(s->problem, s->settings);
    m->solver = plugin_solver(s->solver, &why);
    if (!m->solver) give_up("%s", why.text);
    const ivp_view view = formulation_view(
        m->instance, s->formulation, s->views & formulation_through(m->solver, s->formulation));
    if (model_open(&m->model, m->instance, s->formulation, s->formulation_options, view,
                   &why) != IVP_OK)
        give_up("%s", why.text);
    m->n = ivp_n(m->model);
    for (int k = 0; k < METHOD_UNKNOWNS; k++) m->atol[k] = s->atol;
    m->tol = (ivp_tol){ .rtol = s->rtol, .atol = m->atol, .h = s->h };
    method_create(m, s->options);
}

static inline void method_close(method *m)
{
    m->solver->destroy(m->self);
    model_close(m->model);
    instance_close(m->instance);
}

/* Begins at y, y'. */
static inline void method_restart(method *m, double t, const double *y, const double *yp)
{
    if (y != m->y) memcpy(m->y, y, (size_t)m->n * sizeof *y);
    if (yp != m->yp) memcpy(m->yp, yp, (size_t)m->n * sizeof *yp);
    m->t = t;
    if (m->solver->restart(m->self, t, m->y, m->yp, 0) != IVP_OK)
        give_up("%s does not restart at t = %g", m->solver->name, t);
}

static inline ivp_status method_try(method *m, double h)
{
    m->trial = (ivp_trial){ .t = m->t, .h = h, .y = m->y, .y1 = m->y1 };
    return m->solver->attempt(m->self, &m->trial);
}

static inline void method_attempt(method *m, double h)
{
    if (method_try(m, h) != IVP_OK)
        give_up("%s fails at t = %g with h = %g", m->solver->name, m->t, h);
}

static inline void method_verdict(method *m, ivp_verdict verdict)
{
    m->solver->verdict(m->self, verdict, verdict == IVP_REJECTED ? m->y : m->y1);
    if (verdict == IVP_REJECTED) return;
    m->t += m->trial.h;
    memcpy(m->y, m->y1, sizeof m->y);
}

#endif
