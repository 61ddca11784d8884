/* stop.c -- the last event of a record beside the events of its problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/stop.h"

#include <math.h>
#include <string.h>

static bool stops(const json_t *event, const char *guard)
{
    const char *name = json_string_value(json_object_get(event, "name"));
    return name && !strcmp(name, guard) && json_is_true(json_object_get(event, "stops"));
}

bool record_stopped(const record *r, const json_t *scoring)
{
    const json_t *events = json_object_get(scoring, "events"), *event;
    size_t k;
    if (r->nevents < 1) return false;
    const record_event *last = &r->events[r->nevents - 1];
    if (!(fabs(last->t - r->t_reached) <= 0)) return false;
    json_array_foreach(events, k, event) if (stops(event, last->guard)) return true;
    return false;
}
