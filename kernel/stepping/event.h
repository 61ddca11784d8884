/* event.h -- zeros of guard functions inside a step: none lost, the earliest first.
 *
 * Guards are watched as s = side * guard > 0. A side changes only when its guard fires; while
 * it is known, the problem's right-hand side follows it and not the guard, so that the solution
 * is smooth up to the event. The side of a guard with a direction is constant: the one from
 * which it fires. */
#ifndef IVP_EVENT_H
#define IVP_EVENT_H

#include "kernel/problem/instance.h"

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
events *events_create(instance *i, bool kinks); /* NULL: out of memory */
void events_destroy(events *e);

/* Sides at the start of a run: the sign of each guard, or of where it moves when it is zero. */
void events_begin(events *e, real t, real *canonical, const real *yp);

/* First hit with theta in (from, 1]; hit->n = 0 when there is none. IVP_E_EVENT_LOST when a
 * guard that fired never reaches its new side. */
ivp_status events_locate(events *e, const event_probe *probe, real from, event_hit *hit);

/* Direction in which a guard fires: +1 rising, -1 falling. */
int events_direction(const events *e, int number);
/* A guard has fired: its side changes (in p too). */
void events_fire(events *e, int number);

#endif
