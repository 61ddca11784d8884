/* diagrams.h -- work-precision diagrams, error against tolerance, with and without events.
 *
 * Each function writes one figure's script and data, or nothing when there is nothing to draw;
 * *drawn tells which. false with a sentence when a file could not be written.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_DIAGRAMS_H
#define REPORTS_DIAGRAMS_H

#include "reports/board/board.h"

typedef struct diagram {
    const board *board;
    int group;
    const char *folder, *name; /* of the figure */
    bool no_events;            /* draw the ladders without event location too */
    reason *why;
} diagram;

typedef double (*entry_measure)(const entry *e);

typedef struct cost_axis { /* what a work-precision diagram has upward */
    const char *name, *label;
    entry_measure value, low, high; /* low, high: interval; NULL: none */
} cost_axis;
extern const cost_axis cost_axes[]; /* CPU time, evaluations of f; ends with { 0 } */

typedef struct digit_axis {
    const char *name, *label, *error_label;
    const digits *(*of)(const entry *e);
} digit_axis;
extern const digit_axis digit_axes[]; /* scd, mescd; ends with { 0 } */

bool diagram_work(const diagram *d, const digit_axis *x, const cost_axis *y, bool *drawn);
/* Error against tolerance (or step size); a second panel for ladders without event location. */
bool diagram_error(const diagram *d, const digit_axis *y, bool steps, bool *drawn);

/* ---- shared with histories.c ------------------------------------------------------------- */

typedef struct span { /* of positive or any numbers; empty while low > high */
    double low, high;
} span;
span span_empty(void);
void span_add(span *s, double v); /* ignores what is not finite */
bool span_is_empty(const span *s);

/* Is this ladder drawn, and did this rung fail in a way that counts against the solver? */
bool diagram_shows(const diagram *d, const ladder *l);
bool diagram_failed(const entry *e);

#endif
