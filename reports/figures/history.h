/* history.h -- series of a run, thinned for drawing, and what figures along time share.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_HISTORY_H
#define REPORTS_HISTORY_H

#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"

enum { HISTORY_HEIGHT = 720, HISTORY_TALL = 1000 };

typedef struct history { /* owned */
    double *t, *v;
    int n;
} history;

/* The curves of a figure along time: those in front of the work-precision diagram, each by one
 * run. */
typedef struct histories {
    const diagram *d;
    bool *front;         /* a flag a ladder */
    int behind;          /* ladders that are not drawn */
    double t0, t1, room; /* of the interval; the share of a frame that names take beside it */
} histories;

/* steps: of tolerances alone, where some are, as constant steps would be lines. */
histories histories_of(const diagram *d, bool steps);
void histories_free(histories *k);
/* The rung that is drawn for a selected ladder: the successful one nearest to rtol = 1e-6. With
 * constant steps it is the middle one; NULL: none. */
const entry *history_shown(const histories *k, int ladder);

history history_read(const board *b, const entry *e, const char *series);
void history_free(history *h);

/* Points of a curve, smallest and largest value of each stretch; returns how many. */
int history_thinned(FILE *f, const double *t, const double *v, int n);
/* Largest magnitude on each subinterval, without zeros, for a logarithmic axis. Extends the
 * range, returns the number of values, and gives the last one. */
int history_envelope(FILE *f, const histories *k, const history *h, span *seen, double *last);
/* Smallest, middle and largest magnitude of each stretch: t, low, median, high; likewise. */
int history_band(FILE *f, const histories *k, const history *h);
/* Points from marker to marker, so that a curve of n points has about a dozen. */
int history_gap(int n);

void history_title(const histories *k, figure *f, const char *what);
/* Time axis over the interval, with space for labels on its right; hidden: the panel below has
 * the tick labels. */
void history_time_axis(const histories *k, figure *f, bool hidden);
void history_styles(const histories *k, figure *f);
/* Panel from bottom to top of the screen. */
void history_panel(figure *f, double bottom, double top);
/* Names at the ends of curves. last[i] is the last value of ladder i, NAN: none. The axis is
 * logarithmic from low to high; the height of the frame is in pixels. */
void history_names(const histories *k, figure *f, const double *last, const span *axis,
                   double height);
/* What is drawn, below: what a curve is, and which ones are left out. */
void history_notes(const histories *k, figure *f, const char *what);

#endif
