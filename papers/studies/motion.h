/* motion.h -- motions of open substitutes for the models of Negrut, Rampalli, Ottarsson,
 * Sajdak, section 4, at 2000 equidistant times. Accepted steps are interpolated: q by cubics
 * from q and u, u by the slope of these, a and lambda linearly. Where accelerations are looked
 * at u is a cubic from u and a. The measured quantity is a function of these.
 *
 * Steps are heard by the problem's own hook (accepted() of ivp/problem.h), not by an observer.
 * Before it calls an observer the kernel computes a and lambda, within the time of the run.
 * Here lambda is that of the method. a is computed beside the clock, where accelerations are
 * looked at, of steps with a time of the grid.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_STUDIES_MOTION_H
#define PAPERS_STUDIES_MOTION_H

#include <time.h>

#include "kernel/methods/multistep/bdf.h"
#include "papers/studies/runs.h"

enum { GRID = 2000, LOOKED_AT = 3 };

typedef struct model {
    const char *name, *settings;
    double t1, hmax;             /* t1 0: the problem's */
    const char *look[LOOKED_AT]; /* the first NULL: positions alone are noted */
    bool accelerations;          /* are among them */
} model;

/* An end of a step: the unknowns of the method, and q, u, a, lambda. */
typedef struct step_end {
    double t, *y, *state;
    bool completed; /* a is known */
} step_end;

typedef struct motion {
    instance *instance;
    const ivp_observable *look[LOOKED_AT];
    int nq, n, next; /* positions, numbers of a state, the next of the times */
    double step;
    step_end before, now;
    double *mixed, *canonical;
    double *q, look_at[LOOKED_AT][GRID];
    ivp_status status;
    double seconds;
    long count[IVP_NCOUNTERS];
    const bdf *multistep; /* of a run by bdf, else NULL */
    double orders;        /* of its accepted steps, summed */
    bool accelerations;   /* are looked at */
    evolve *evolve;
    clock_t from;
    struct stop_rule *stop; /* may be NULL */
    bool stopped;           /* by it */
} motion;

/* Asked after each accepted step: true ends the run there. m->seconds are those so far. */
typedef struct stop_rule {
    bool (*ends)(struct stop_rule *self, const motion *m);
} stop_rule;

typedef struct integrator {
    const char *solver, *formulation, *options;
} integrator;

/* From m->canonical, lambda from the unknowns of the method. */
static inline void keep(const motion *m, step_end *to, bool completed)
{
    const ivp_sizes *z = &m->instance->sizes;
    const ivp_state s = instance_view(m->instance, to->t, m->canonical, NULL);
    double *state = to->state;
    memcpy(state, s.q, (size_t)z->nq * sizeof *state);
    memcpy(state + z->nq, s.u, (size_t)z->nq * sizeof *state);
    memcpy(state + 3 * z->nq, to->y + z->n, (size_t)z->ng * sizeof *state);
    to->completed = completed;
    if (completed) memcpy(state + 2 * z->nq, s.a, (size_t)z->nq * sizeof *state);
}

static inline ivp_status complete(const motion *m, step_end *at)
{
    if (at->completed) return IVP_OK;
    const ivp_status status = model_canonical(m->evolve->model, at->t, at->y, m->canonical);
    if (!status) keep(m, at, true);
    return status;
}

/* Cubic through values and slopes at both ends of a step h, at its part s. */
static inline double cubic(double a, double va, double b, double vb, double h, double s)
{
    const double r = 1 - s;
    return r * r * ((1 + 2 * s) * a + s * h * va) + s * s * ((3 - 2 * s) * b - r * h * vb);
}

/* Its slope. */
static inline double cubic_slope(double a, double va, double b, double vb, double h, double s)
{
    const double r = 1 - s;
    return 6 * s * r * (b - a) / h + r * (1 - 3 * s) * va + s * (3 * s - 2) * vb;
}

static inline void mix(motion *m, double h, double s)
{
    const double *a = m->before.state, *b = m->now.state;
    const int nq = m->nq, cubics = m->accelerations ? 2 * nq : nq;
    for (int k = 0; k < cubics; k++)
        m->mixed[k] = cubic(a[k], a[nq + k], b[k], b[nq + k], h, s);
    for (int k = 0; !m->accelerations && k < nq; k++)
        m->mixed[nq + k] = cubic_slope(a[k], a[nq + k], b[k], b[nq + k], h, s);
    for (int k = 2 * nq; k < m->n; k++) m->mixed[k] = (1 - s) * a[k] + s * b[k];
}

/* One time of the grid, in the step that ends now. */
static inline ivp_status note(motion *m, double t)
{
    const double h = m->now.t - m->before.t, *y = m->mixed;
    ivp_status status = m->accelerations ? complete(m, &m->before) : IVP_OK;
    if (!status && m->accelerations) status = complete(m, &m->now);
    if (status) return status;
    mix(m, h, (t - m->before.t) / h);
    const ivp_state s = { t, y, NULL, y, y + m->nq, NULL, y + 2 * m->nq, y + 3 * m->nq };
    memcpy(m->q + (size_t)m->next * (size_t)m->nq, y, (size_t)m->nq * sizeof *y);
    for (int k = 0; m->look[0] && k < LOOKED_AT; k++)
        m->look_at[k][m->next] = (double)instance_observe(m->instance, m->look[k], &s);
    m->next++;
    return IVP_OK;
}

/* The step that ends at t with q, u. */
static inline ivp_status note_step(motion *m, double t, const double *q_u)
{
    ivp_status status = IVP_OK;
    m->now.t = t;
    memcpy(m->now.y, m->evolve->now.y, (size_t)m->evolve->n * sizeof *m->now.y);
    memcpy(m->canonical, q_u, 2 * (size_t)m->nq * sizeof *q_u);
    keep(m, &m->now, false);
    while (!status && m->next < GRID && m->step * (m->next + 1) <= t * (1 + 1e-12))
        status = note(m, m->step * (m->next + 1));
    const step_end spare = m->before;
    m->before = m->now;
    m->now = spare;
    return status;
}

static inline instance *open_model(const model *of)
{
    reason why = { "" };
    instance *i = NULL;
    if (instance_open(&i, of->name, of->settings, &why) != IVP_OK) give_up("%s", why.text);
    return i;
}

static inline void look_for(motion *m, const model *of)
{
    for (int k = 0; of->look[0] && k < LOOKED_AT; k++) {
        m->look[k] = m->instance->problem->observables;
        while (m->look[k]->name && strcmp(m->look[k]->name, of->look[k])) m->look[k]++;
        if (!m->look[k]->name) give_up("%s has no %s", of->name, of->look[k]);
    }
}

static inline double *numbers(size_t n)
{
    double *to = calloc(n, sizeof *to);
    if (!to) give_up("no memory for %zu numbers", n);
    return to;
}

static inline void release_end(step_end *at)
{
    free(at->y);
    free(at->state);
}

static inline void release(motion *m)
{
    free(m->q);
    release_end(&m->before);
    release_end(&m->now);
    free(m->mixed);
    free(m->canonical);
}

static inline step_end room_of(const motion *m)
{
    return (step_end){ .y = numbers((size_t)m->evolve->n), .state = numbers((size_t)m->n) };
}

/* The start is complete. */
static inline void make_room(motion *m)
{
    const instance *i = m->instance;
    m->q = numbers((size_t)GRID * (size_t)m->nq);
    m->before = room_of(m);
    m->now = room_of(m);
    m->mixed = numbers((size_t)m->n);
    m->canonical = numbers((size_t)instance_ncomponents(i));
    memcpy(m->canonical, i->start, (size_t)instance_ncomponents(i) * sizeof *m->canonical);
    memcpy(m->before.y + i->sizes.n, instance_view(i, i->t0, i->start, NULL).lambda,
           (size_t)i->sizes.ng * sizeof *m->before.y);
    m->before.t = i->t0;
    keep(m, &m->before, true);
}

/* The clock stands still while something is noted. */
static inline void stop_clock(motion *m)
{
    m->seconds += (double)(clock() - m->from) / CLOCKS_PER_SEC;
}

static motion *listening; /* the hook is given no data */

static inline ivp_status heard(real t, const real *y, const real *p)
{
    motion *m = listening;
    (void)p;
    stop_clock(m);
    const ivp_status status = note_step(m, t, y);
    if (m->multistep) m->orders += m->multistep->degree;
    if (m->stop && m->stop->ends(m->stop, m)) {
        m->stopped = true;
        m->evolve->setting.tol.max_steps = 1; /* that is, no further one */
    }
    m->from = clock();
    return status;
}

/* Its seconds are those of the run, without what is noted of it. A run that `stop` ended has
 * not arrived. */
static inline motion run_until(instance *i, const model *of, integrator by, double eps,
                               stop_rule *stop)
{
    const evolve_setup setup = { .formulation = by.formulation,
                                 .solver = by.solver,
                                 .options = by.options,
                                 .rtol = eps,
                                 .atol = eps,
                                 .hmax = of->hmax,
                                 .t1 = of->t1,
                                 .max_steps = 200000 };
    const int nq = i->sizes.nq, n = 3 * nq + i->sizes.ng;
    motion m = {
        .instance = i, .nq = nq, .n = n, .stop = stop, .accelerations = of->accelerations
    };
    m.step = (of->t1 > 0 ? of->t1 : i->t1) / GRID;
    look_for(&m, of);
    const ivp_problem *declared = i->problem;
    ivp_problem hooked = *declared;
    if (declared->accepted) give_up("%s has a hook of its own", of->name);
    hooked.accepted = heard;
    i->problem = &hooked;
    evolve *e = m.evolve = set_up(i, &setup);
    if (e->n < i->sizes.n + i->sizes.ng) give_up("%s has no multipliers", by.formulation);
    make_room(&m);
    if (!strcmp(by.solver, "bdf")) m.multistep = e->self;
    listening = &m;
    m.from = clock();
    m.status = evolve_run(e, NULL, NULL);
    stop_clock(&m);
    m.stopped = m.stopped && m.status;
    memcpy(m.count, evolve_counters(e), sizeof m.count);
    evolve_destroy(e);
    i->problem = declared;
    return m;
}

static inline motion run_of(instance *i, const model *of, integrator by, double eps)
{
    return run_until(i, of, by, eps, NULL);
}

#endif
