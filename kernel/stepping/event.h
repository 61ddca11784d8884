/* event.h -- events: all zeros of guards inside a step, the earliest first, and their actions.
 *
 * docs/events.md says what an event is and what happens at one. Guards are watched as s = side
 * * guard > 0. If a side is known, the right-hand side depends on it instead of the guard's
 * sign. So the solution is smooth up to the event. Runs (locate.c) and references
 * (reference/flow) both call these functions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_EVENT_H
#define IVP_EVENT_H

#include "kernel/problem/instance.h"
#include "kernel/stepping/ahead.h"

typedef struct events events;

/* Returns the state at t + theta h of the present step. fine: with the solver's full accuracy;
 * otherwise by a cheap interpolant. The state must stay valid until the next call. */
typedef struct event_probe {
    ivp_status (*at)(void *context, real theta, bool fine, ivp_state *s);
    void *context;
    real t, h;
    real least; /* theta; below it the state is that at 0, so no zero is closed in there */
} event_probe;

typedef struct event_hit {
    real theta;
    int n;         /* guards that fire here together */
    int *guard;    /* n numbers in the problem's table, owned by the events object */
    bool recorded; /* all of them are only noted: the step stands */
} event_hit;

/* Who is at an event, a run or a reference. */
typedef struct event_site {
    real t;
    real *canonical; /* q, u, x or y: look() fills it, resets change it */
    ivp_status (*look)(void *context);
    ivp_status (*moved)(void *context); /* a reset has changed `canonical` and perhaps p */
    ivp_status (*note)(void *context, int number, int direction); /* +1 rising, -1 falling */
    void *context;
} event_site;

/* Number of monitored guards: all, or all without kinks. References and runs with kinks=located
 * monitor kinks. */
int events_count(const instance *i, bool kinks);
/* NULL: out of memory; slopes: ahead.h */
events *events_create(instance *i, bool kinks, ahead_slopes slopes, void *context);
void events_destroy(events *e);

/* Their number, and their values in the order of the descriptor. */
int events_watched(const events *e);
void events_values(const events *e, const ivp_state *s, real *value);

/* Sides at the start of a run. `canonical` and yp as in ahead_look(). */
void events_begin(events *e, real t, const real *canonical, const real *yp);

/* First hit with theta in (from, 1]; hit->n = 0 when there is none. IVP_E_EVENT_LOST: a guard
 * has the wrong sign. A status of the probe is passed on. */
ivp_status events_locate(events *e, const event_probe *probe, real from, event_hit *hit);

/* Performs all actions at the time of a hit: records, resets, sides, and guards whose sign a
 * reset changes. Sets *stopped if one ends the run. IVP_E_EVENT_LOST: the run cannot
 * continue. */
ivp_status events_happen(events *e, const event_site *site, const event_hit *hit,
                         bool *stopped);

/* Status of a failed run: IVP_E_EVENT_LOST if it failed in a sequence of events with decreasing
 * distances, else the given status. */
ivp_status events_blame(events *e, ivp_status st);

/* Reason of the last IVP_E_EVENT_LOST: the guard's name and its behaviour; NULL: none. */
const char *events_what(const events *e, const char **name);

/* Largest difference of two times near t that count as equal: 16 units of rounding of t. */
static inline real events_same(real t) { return 16 * IVP_EPS * ivp_abs(t); }

#endif
