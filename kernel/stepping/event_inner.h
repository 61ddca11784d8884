/* event_inner.h -- one monitored guard, and declarations that the files of event location
 * share. event.c finds sides at the start, event_search.c zeros inside a step; event_happen.c
 * applies the actions at one time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_EVENT_INNER_H
#define IVP_EVENT_INNER_H

#include "kernel/stepping/ahead.h"
#include "kernel/stepping/event.h"

/* State of a guard since its last event, until its sign has been observed. */
typedef enum watch_after {
    OFF,      /* unknown; a guard with a direction is armed when its sign is observed */
    EXPECTED, /* it was followed to its side: it must be there by `due` */
    RESTING,  /* it is zero for a while, as far as can be told */
    AWAITED   /* expected: y' cannot be computed there, or the event was only recorded */
} watch_after;

/* s = side * guard. */
typedef struct watch {
    const ivp_event *event;
    int number; /* in the problem's table */
    int side;   /* for a guard with a direction: always the side from which it fires */
    bool armed; /* s > 0 was seen since it last fired */
    bool fresh; /* it has just fired: its s is rounding there */
    bool rests; /* the zero found begins a time of zeros */
    bool fired; /* in the present round of an event */
    watch_after after;
    int waiting;      /* AWAITED: steps so far */
    int again;        /* consecutive events without an observation of its sign between them */
    real due;         /* EXPECTED */
    real floor;       /* RESTING: s no larger than this is zero */
    real since;       /* theta of the present search from which on it is armed */
    real root;        /* candidate in the present sample interval; negative: none */
    real s[3];        /* at the last three samples, oldest first */
    real last, pause; /* time of the last event, and the pause before it, */
    real ratio;       /* its ratio to the one before */
    real row;         /* where a row of ever shorter pauses began */
    int shorter;      /* pauses of that row */
    real longest;     /* pause */
    int short_ones;   /* consecutive intervals between events that are short relative to it and
                         to t */
    int went;         /* sign of its rate of change before its event; 0: unknown */
    real noise;       /* its value at the event; values up to this count as zero afterwards */
} watch;

struct events {
    instance *i;
    int n;
    watch *at;
    ahead *ahead;
    real sample[3];     /* theta of the three samples */
    int *hits, *fired;  /* numbers of guards, of the hit and of one round */
    int *number, *sign; /* arguments and results of ahead_look(), n each */
    real *noise, *clear;
    real now; /* the last time at which something happened, */
    int here; /* and how many rounds did so there */
    int culprit;
    reason what; /* "": nothing went wrong */
};

watch *events_watch(events *e, int number);
/* The side of a guard, in p too unless the guard has a direction. */
void events_set_side(events *e, watch *w, int side);
/* IVP_E_EVENT_LOST, with the sentence that events_what() gives. */
ivp_status events_lose(events *e, const watch *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
