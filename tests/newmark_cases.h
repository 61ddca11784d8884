/* newmark_cases.h -- what the tests of the Newmark family share: references by an explicit
 * method, observed orders of positions, velocities, states and multipliers, velocity drift.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef NEWMARK_CASES_H
#define NEWMARK_CASES_H

#include "tests/ladder.h"
#include "tests/method.h"

/* Parts of a canonical vector. */
enum part { POSITIONS, VELOCITIES, STATES, MULTIPLIERS, PARTS };
static const char *const part_name[PARTS] = { "q", "u", "x", "lambda" };

typedef struct layout {
    int at[PARTS], n[PARTS];
    double t0, t1;
} layout;

static inline layout layout_of(const char *problem, const char *settings)
{
    instance *i = open_problem(problem, settings);
    const int nq = i->sizes.nq, nx = i->sizes.nx, ng = i->sizes.ng;
    const layout l = {
        .at = { 0, nq, 2 * nq, 3 * nq + nx }, .n = { nq, nq, nx, ng }, .t0 = i->t0, .t1 = i->t1
    };
    instance_close(i);
    return l;
}

static inline double part_error(const layout *l, int part, const double *a, const double *b)
{
    return distance(a + l->at[part], b + l->at[part], l->n[part]);
}

/* The canonical state at t1, by a method that owes nothing to Newmark. */
static inline void explicit_reference(const char *problem, const char *settings, double t1,
                                      double *state)
{
    const layout l = layout_of(problem, settings);
    const evolve_setup setup = { .formulation = l.n[MULTIPLIERS] > 0 ? "projected" : "ode",
                                 .solver = "dopri5",
                                 .rtol = 1e-13,
                                 .atol = 1e-13,
                                 .h0 = 1e-3 * (t1 - l.t0),
                                 .t1 = t1 };
    const outcome_of_run o = run_method(problem, settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    memcpy(state, o.state, sizeof o.state);
}

/* A ladder of constant steps h, h/2, ... of one method on one problem. */
typedef struct order_case {
    const char *problem, *settings, *solver, *options, *formulation;
    double t1, h;
    int rungs;
    double order[PARTS]; /* expected; 0: not looked at */
} order_case;

static inline void check_orders(const order_case *c)
{
    const layout l = layout_of(c->problem, c->settings);
    double reference[METHOD_UNKNOWNS];
    ladder found[PARTS] = { 0 };
    explicit_reference(c->problem, c->settings, c->t1, reference);
    for (int k = 0; k < c->rungs; k++) {
        const evolve_setup setup = { .formulation = c->formulation,
                                     .solver = c->solver,
                                     .options = c->options,
                                     .h = ldexp(c->h, -k),
                                     .t1 = c->t1 };
        const outcome_of_run o = run_method(c->problem, c->settings, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        ck_assert_double_lt(o.drift, 1e-12);
        for (int p = 0; p < PARTS; p++)
            ladder_add(&found[p], setup.h, part_error(&l, p, o.state, reference));
    }
    for (int p = 0; p < PARTS; p++) {
        if (!(c->order[p] > 0)) continue;
        const double order = ladder_order(&found[p], 0.2);
        ck_assert_msg(fabs(order - c->order[p]) < 0.15, "%s@%s %s on %s: order %.3f of %s%s",
                      c->solver, c->formulation, c->options, c->problem, order, part_name[p],
                      ladder_text(&found[p]));
    }
}

/* The method of a test once more, with these options and the tolerances in m->tol. */
static inline void method_again(method *m, const char *options)
{
    char text[METHOD_OPTIONS][SETTING_MAX];
    reason why = { "" };
    real value[METHOD_OPTIONS] = { 0 };
    double option[METHOD_OPTIONS], yp[METHOD_UNKNOWNS] = { 0 };
    m->solver->destroy(m->self);
    ck_assert_msg(
        settings_parse(m->solver->options, options, m->solver->name, text, value, &why), "%s",
        why.text);
    for (int k = 0; k < METHOD_OPTIONS; k++) option[k] = (double)value[k];
    ck_assert_int_eq(m->solver->create(&m->self, m->model, &m->tol, option), IVP_OK);
    model_start(m->model, m->y, yp);
    ck_assert_int_eq(m->solver->restart(m->self, m->t, m->y, yp, 0), IVP_OK);
}

/* Largest |G u + g_t| at the accepted steps of a run. */
typedef struct drift_watch {
    instance *instance;
    double worst;
    long steps;
} drift_watch;

static inline void note_drift(void *watcher, const evolve_point *point)
{
    drift_watch *w = watcher;
    real drift[3] = { 0, 0, 0 };
    ck_assert_int_eq(instance_drift(w->instance, point->state, drift), IVP_OK);
    w->worst = fmax(w->worst, drift[1]);
    w->steps++;
}

static inline double velocity_drift(const char *problem, const evolve_setup *setup)
{
    reason why = { "" };
    drift_watch w = { .instance = open_problem(problem, NULL) };
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, w.instance, setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, note_drift, &w), IVP_OK);
    ck_assert_int_gt(w.steps, 10);
    evolve_destroy(e);
    instance_close(w.instance);
    return w.worst;
}

#endif
