/* events.h -- located events against those of the reference.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_EVENTS_H
#define REPORTS_EVENTS_H

typedef struct event_point {
    double t;
    const char *name;
    int direction;
} event_point;

typedef struct event_errors {
    int expected, found;
    int matched, missed, spurious, duplicated, reordered;
    double time_error;      /* largest |t - T| of the matched; NAN if there are none */
    double *computed, *ref; /* times of the matched pairs in the reference's order */
} event_errors;

/* Both lists ascending in time. An own event and a reference event of the same guard and
 * direction belong together when each is the other's nearest. Other own events are duplicates
 * or spurious. A duplicate is closer to a matched own event than a tenth of the distance to the
 * next reference event of its kind. Reordered: two matched pairs with different times in the
 * reference whose order in the run is reversed. */
event_errors events_match(const event_point *computed, int nown, const event_point *ref,
                          int nref);
void events_free(event_errors *e);

#endif
