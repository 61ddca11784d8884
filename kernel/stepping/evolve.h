/* evolve.h -- run one solver on one model over the interval: acceptance, step control, events,
 * break points, projection, counters. It contains the only loop over steps.
 *
 * A run without an observer records nothing, so timings contain the solve only.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_EVOLVE_H
#define IVP_EVOLVE_H

#include <ivp/model.h>

#include "kernel/problem/instance.h"
#include "kernel/stepping/beat.h"

struct ivp_solver;

/* A point that the observer of a run receives. h > 0: the end of an accepted step of size h.
 * h = 0: the start, an event that is only recorded, or the state with which the method
 * restarts. A step that ends at an event is reported before the reset. Each further guard that
 * fires reports it again with h = 0. */
typedef struct evolve_point {
    double t, h;
    const ivp_state *state;
    int event;     /* number of the guard that fired here, or -1 */
    int direction; /* of that event: +1 rising, -1 falling */
} evolve_point;

typedef struct evolve_setup {
    const char *formulation;         /* "index3" ... */
    const char *formulation_options; /* "alpha=10 beta=100", "newton=1"; NULL: defaults */
    const char *solver;
    const char *options; /* "corrector=rounding"; NULL: defaults */
    double rtol, atol;   /* atol is multiplied by the problem's weights */
    double h0, h, hmax;  /* h0 0: rule of the solver; h > 0: constant step size */
    long max_steps;      /* 0: no bound */
    double cpu_s;        /* CPU seconds that the run may take; 0: as many as it needs */
    bool no_events;      /* true: guards are not located */
    double t1;           /* 0: end of the problem's interval */
    bool *called;        /* set to true when the solver's own code is called; may be NULL */
    evolve_beat *beat;   /* may be NULL */
} evolve_setup;

typedef struct evolve evolve;

/* Loads the solver and sets everything up, untimed. why gets a sentence. The
 * instance must outlive the result.
 *     IVP_E_DECLINED   the solver does not take this problem or formulation
 *     IVP_E_INVALID    unknown solver, option or formulation, bad tolerance or step size */
ivp_status evolve_create(evolve **out, instance *i, const evolve_setup *setup, reason *why);
void evolve_destroy(evolve *e); /* accepts NULL */

/* The given options, each normalised (spell.h), in the descriptor's order. */
const char *evolve_options(const evolve *e);
const char *evolve_formulation_options(const evolve *e);

ivp_view evolve_view(const evolve *e); /* through which the solver sees the model */

/* Width of the lanes, and the elimination, that evaluations use: model_inner.h. */
int evolve_lanes(const evolve *e);
const char *evolve_elimination(const evolve *e);

/* CPU time that processes of the solver's own have used so far [s]. */
double evolve_elsewhere_s(const evolve *e);

/* Runs from t0 to t1. Repeated runs start anew and give the same bits. watch may be NULL; it
 * is called with `watcher` and must not change the state. */
typedef void (*evolve_watch)(void *watcher, const evolve_point *point);
ivp_status evolve_run(evolve *e, evolve_watch watch, void *watcher);

/* After a run. */
double evolve_t(const evolve *e);            /* time reached */
const char *evolve_message(const evolve *e); /* why it failed, and remarks; "" if neither */
/* IVP_NCOUNTERS numbers of the last run; -1: the method does not count it */
const long *evolve_counters(const evolve *e);
/* Canonical state reached: instance_ncomponents() numbers; lambda is the solver's own where its
 * formulation carries it. */
ivp_status evolve_state(evolve *e, real *canonical);

/* Returns whether evolve_create() would accept it. Cheap: it opens the descriptor, not the
 * solver object. */
ivp_status evolve_fits(instance *i, const char *solver, const char *formulation, reason *why);

#endif
