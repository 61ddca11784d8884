/* event.h -- zeros of guard functions inside a step: none lost, the earliest first.
 *
 * Guards are watched as s = side * guard > 0. A side changes only when its guard fires; while
 * it is known, the problem's right-hand side follows it and not the guard, so that the solution
 * is smooth up to the event. The side of a guard with a direction is constant: the one from
 * which it fires. */
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
    int n;      /* guards that fire here together */
    int *guard; /* n numbers in the problem's table, owned by the events object */
} event_hit;

/* How many guards are watched: all, or all but kinks, which references look for, and who asks for them. */
int events_count(const instance *i, bool kinks);
/* NULL: out of memory; slopes: ahead.h */
events *events_create(instance *i, bool kinks, ahead_slopes slopes, void *context);
void events_destroy(events *e);

/* Sides at the start of a run: the sign of each guard, or of where it moves when it is zero. */
void events_begin(events *e, real t, const real *canonical, const real *yp);

/* First hit with theta in (from, 1]; hit->n = 0 when there is none. IVP_E_EVENT_LOST when a
 * guard that fired never reaches its new side. */
ivp_status events_locate(events *e, const event_probe *probe, real from, event_hit *hit);

/* Direction in which a guard fires: +1 rising, -1 falling. */
int events_direction(const events *e, int number);
/* A guard has fired: its side changes (in p too), for now. IVP_E_EVENT_LOST: its pauses add up. */
ivp_status events_fire(events *e, int number, real t);
/* Before they fire at t: do those with a reset go through zero there, or back? IVP_E_EVENT_LOST */
ivp_status events_cross(events *e, real t, const real *canonical, int n, const int *firing);
/* All have fired and reset at t: where are they now? Sides are what the equations with them lead to; IVP_E_EVENT_LOST where
 * they lead to none. */
ivp_status events_settle(events *e, real t, const real *canonical, int n, const int *fired);
/* What an IVP_E_EVENT_LOST was about: the guard's name, and what it does; NULL: not known. */
const char *events_what(const events *e, const char **name);

#endif
