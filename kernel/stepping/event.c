/* event.c -- monitored guards, and their sides at the start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/event_inner.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool watched(const instance *i, int number, bool kinks)
{
    return kinks || i->problem->events[number].then != IVP_KINK;
}

int events_count(const instance *i, bool kinks)
{
    int n = 0;
    for (int k = 0; k < i->nevents; k++) n += watched(i, k, kinks);
    return n;
}

static bool allocate(events *e, ahead_slopes slopes, void *context)
{
    const size_t n = (size_t)(e->n ? e->n : 1);
    e->at = calloc(n, sizeof *e->at);
    e->hits = calloc(4 * n, sizeof *e->hits);
    e->noise = calloc(2 * n, sizeof *e->noise);
    e->ahead = ahead_create(e->i, slopes, context);
    if (!e->at || !e->hits || !e->noise || !e->ahead) return false;
    e->fired = e->hits + n;
    e->number = e->fired + n;
    e->sign = e->number + n;
    e->clear = e->noise + n;
    return true;
}

events *events_create(instance *i, bool kinks, ahead_slopes slopes, void *context)
{
    events *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->i = i;
    e->n = events_count(i, kinks);
    if (!allocate(e, slopes, context)) {
        events_destroy(e);
        return NULL;
    }
    for (int k = 0, n = 0; k < i->nevents; k++)
        if (watched(i, k, kinks))
            e->at[n++] = (watch){ .number = k, .event = &i->problem->events[k] };
    return e;
}

void events_destroy(events *e)
{
    if (!e) return;
    ahead_destroy(e->ahead);
    free(e->at);
    free(e->hits);
    free(e->noise);
    free(e);
}

int events_watched(const events *e) { return e->n; }

void events_values(const events *e, const ivp_state *s, real *value)
{
    for (int k = 0; k < e->n; k++) value[k] = instance_guard(e->i, e->at[k].event, s);
}

watch *events_watch(events *e, int number)
{
    watch *w = e->at;
    while (w->number != number) w++;
    return w;
}

void events_set_side(events *e, watch *w, int side)
{
    w->side = w->event->direction ? -w->event->direction : side;
    e->i->side[w->number] = w->event->direction ? 0 : (real)side;
}

ivp_status events_lose(events *e, const watch *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *e->what.text = '\0';
    reason_vadd(&e->what, format, args);
    va_end(args);
    e->culprit = w->number;
    return IVP_E_EVENT_LOST;
}

const char *events_what(const events *e, const char **name)
{
    *name = e->i->problem->events[e->culprit].name;
    return *e->what.text ? e->what.text : NULL;
}

/* sign 0: it cannot be told. One that rests on zero from the start counts as not positive. */
static void begin_one(events *e, watch *w, real t, int sign, real value, real clear, bool known)
{
    const ivp_event *event = w->event;
    *w = (watch){ .number = w->number, .event = event, .last = t, .row = t };
    events_set_side(e, w, sign ? sign : value > 0 ? 1 : -1);
    w->s[0] = value;
    w->armed = w->side * value > 0 && sign == w->side;
    w->fresh = !w->armed;
    w->due = t + 8 * clear;
    if (sign)
        w->after = sign == w->side ? EXPECTED : OFF;
    else
        w->after = event->direction ? OFF : known ? RESTING : AWAITED;
}

void events_begin(events *e, real t, const real *canonical, const real *yp)
{
    *e->what.text = '\0';
    e->here = 0;
    e->now = t;
    for (int k = 0; k < e->n; k++) e->number[k] = e->at[k].number;
    const ivp_status st =
        ahead_look(e->ahead, t, canonical, yp, e->n, e->number, NULL, e->sign, e->clear);
    for (int k = 0; k < e->n; k++)
        begin_one(e, &e->at[k], t, e->sign[k], ahead_value(e->ahead, k), e->clear[k], !st);
    instance_sync(e->i);
}
