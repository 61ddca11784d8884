/* motion.h -- motions of open substitutes for the models of Negrut, Rampalli, Ottarsson,
 * Sajdak, section 4, at 2000 equidistant times. Accepted steps are interpolated: q by cubics
 * from q and u, u by cubics from u and a, a and lambda linearly. The measured quantity is a
 * function of these.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_STUDIES_MOTION_H
#define PAPERS_STUDIES_MOTION_H

#include <time.h>

#include "kernel/methods/multistep/bdf.h"
#include "papers/studies/runs.h"

enum { GRID = 2000, LOOKED_AT = 3 };

typedef struct model {
    const char *name, *settings;
    double t1, hmax; /* t1 0: the problem's */
    const char *look[LOOKED_AT];
} model;

typedef struct motion {
    instance *instance;
    const ivp_observable *look[LOOKED_AT];
    int nq, n, next; /* positions, numbers of a state, the next of the times */
    double step, before_t, *before, *now, *mixed;
    double *q, look_at[LOOKED_AT][GRID];
    ivp_status status;
    double seconds;
    long count[IVP_NCOUNTERS];
    const bdf *multistep; /* of a run by bdf, else NULL */
    double orders;        /* of its accepted steps, summed */
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

static inline void keep(const motion *m, const ivp_state *s, double *to)
{
    const ivp_sizes *z = &m->instance->sizes;
    memcpy(to, s->q, (size_t)z->nq * sizeof *to);
    memcpy(to + z->nq, s->u, (size_t)z->nq * sizeof *to);
    memcpy(to + 2 * z->nq, s->a, (size_t)z->nq * sizeof *to);
    memcpy(to + 3 * z->nq, s->lambda, (size_t)z->ng * sizeof *to);
}

/* Cubic through values and slopes at both ends of a step h, at its part s. */
static inline double cubic(double a, double va, double b, double vb, double h, double s)
{
    const double r = 1 - s;
    return r * r * ((1 + 2 * s) * a + s * h * va) + s * s * ((3 - 2 * s) * b - r * h * vb);
}

static inline void mix(motion *m, double h, double s)
{
    const double *a = m->before, *b = m->now;
    const int nq = m->nq;
    for (int k = 0; k < 2 * nq; k++)
        m->mixed[k] = cubic(a[k], a[nq + k], b[k], b[nq + k], h, s);
    for (int k = 2 * nq; k < m->n; k++) m->mixed[k] = (1 - s) * a[k] + s * b[k];
}

static inline void note(void *self, const evolve_point *point)
{
    motion *m = self;
    keep(m, point->state, m->now);
    for (; point->h > 0 && m->next < GRID; m->next++) {
        const double t = m->step * (m->next + 1);
        if (t > point->t * (1 + 1e-12)) break;
        mix(m, point->t - m->before_t, (t - m->before_t) / (point->t - m->before_t));
        const double *y = m->mixed;
        const ivp_state s = { t, y, NULL, y, y + m->nq, NULL, y + 2 * m->nq, y + 3 * m->nq };
        memcpy(m->q + (size_t)m->next * (size_t)m->nq, y, (size_t)m->nq * sizeof *y);
        for (int k = 0; k < LOOKED_AT; k++)
            m->look_at[k][m->next] = (double)instance_observe(m->instance, m->look[k], &s);
    }
    double *spare = m->before;
    m->before = m->now;
    m->now = spare;
    m->before_t = point->t;
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
    for (int k = 0; k < LOOKED_AT; k++) {
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

static inline void release(motion *m)
{
    free(m->q);
    free(m->before);
    free(m->now);
    free(m->mixed);
}

static inline void make_room(motion *m)
{
    m->q = numbers((size_t)GRID * (size_t)m->nq);
    m->before = numbers((size_t)m->n);
    m->now = numbers((size_t)m->n);
    m->mixed = numbers((size_t)m->n);
}

/* The clock stands still while something is noted. */
static inline void stop_clock(motion *m)
{
    m->seconds += (double)(clock() - m->from) / CLOCKS_PER_SEC;
}

static inline void watch(void *self, const evolve_point *point)
{
    motion *m = self;
    stop_clock(m);
    note(m, point);
    if (m->multistep && point->h > 0) m->orders += m->multistep->degree;
    if (m->stop && m->stop->ends(m->stop, m)) {
        m->stopped = true;
        m->evolve->setting.tol.max_steps = 1; /* that is, no further one */
    }
    m->from = clock();
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
    motion m = { .instance = i, .nq = nq, .n = n, .stop = stop };
    m.step = (of->t1 > 0 ? of->t1 : i->t1) / GRID;
    look_for(&m, of);
    make_room(&m);
    evolve *e = set_up(i, &setup);
    if (!strcmp(by.solver, "bdf")) m.multistep = e->self;
    m.evolve = e;
    m.from = clock();
    m.status = evolve_run(e, watch, &m);
    stop_clock(&m);
    m.stopped = m.stopped && m.status;
    memcpy(m.count, evolve_counters(e), sizeof m.count);
    evolve_destroy(e);
    return m;
}

static inline motion run_of(instance *i, const model *of, integrator by, double eps)
{
    return run_until(i, of, by, eps, NULL);
}

#endif
