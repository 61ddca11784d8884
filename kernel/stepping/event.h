/* event.h -- events: all zeros of guards inside a step, the earliest first, and their actions.
 *
 * docs/events.md says what an event is and what happens at one. Guards are watched as s = side
 * * guard > 0. If a side is known, the right-hand side depends on it instead of the guard's
 * sign. So the solution is smooth up to the event. Runs (locate.c) and references
 * (reference/flow) both call these functions. */
#ifndef IVP_EVENT_H
#define IVP_EVENT_H

#include "kernel/problem/instance.h"
#include "kernel/stepping/ahead.h"

typedef struct events events;

/* Gives the state at t + theta h of the present step. `fine`: as exact as the solver can; else
 * an interpolant that is cheap will do. The state must stay valid until the next call. */
typedef struct event_probe {
    ivp_status (*at)(void *context, real theta, bool fine, ivp_state *s);
    void *context;
    real t, h;
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

/* How many guards are watched: all, or all but kinks, which references look for, and who
 * asks for them. */
int events_count(const instance *i, bool kinks);
/* NULL: out of memory; slopes: ahead.h */
events *events_create(instance *i, bool kinks, ahead_slopes slopes, void *context);
void events_destroy(events *e);

/* How many these are, and their values, in the order of the descriptor. */
int events_watched(const events *e);
void events_values(const events *e, const ivp_state *s, real *value);

/* Sides at the start of a run. `canonical` and yp as in ahead_look(). */
void events_begin(events *e, real t, const real *canonical, const real *yp);

/* First hit with theta in (from, 1]; hit->n = 0 when there is none. IVP_E_EVENT_LOST: a
 * guard is not where it must be. A status of the probe is passed on. */
ivp_status events_locate(events *e, const event_probe *probe, real from, event_hit *hit);

/* All that happens at the time of a hit: notes, resets, sides, and guards that resets take
 * through zero. *stopped is set where one ends the run. IVP_E_EVENT_LOST: there is no way
 * on. */
ivp_status events_happen(events *e, const event_site *site, const event_hit *hit,
                         bool *stopped);

/* A run has failed: IVP_E_EVENT_LOST where it did so in a row of ever shorter pauses, else
 * the status. */
ivp_status events_blame(events *e, ivp_status st);

/* What the last IVP_E_EVENT_LOST was about: the guard's name and what it does; NULL: nothing
 * was lost. */
const char *events_what(const events *e, const char **name);

/* Two times around t that differ by no more are one time: 16 roundings of t. */
static inline real events_same(real t) { return 16 * IVP_EPS * ivp_abs(t); }

#endif
