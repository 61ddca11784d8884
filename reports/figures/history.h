/* history.h -- series of a run, thinned for drawing, and what figures along time share. */
#ifndef REPORTS_HISTORY_H
#define REPORTS_HISTORY_H

#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"

enum { HISTORY_WIDTH = 1240, HISTORY_HEIGHT = 600, HISTORY_TALL = 820 };

typedef struct history { /* owned */
    double *t, *v;
    int n;
} history;

/* The rung of a ladder that is drawn along time: of those that arrived the one nearest to
 * rtol = 1e-6, of constant steps the middle one; NULL if none arrived, or if the diagram does
 * not show the ladder. */
const entry *history_shown(const diagram *d, int ladder);

history history_read(const board *b, const entry *e, const char *series);
void history_free(history *h);

/* Points of a curve, smallest and largest value of each stretch; returns how many. */
int history_thinned(FILE *f, const double *t, const double *v, int n);
/* Largest magnitude of each stretch, without zeros: what a logarithmic axis can show. Adds to
 * the range; returns how many points there are. */
int history_envelope(FILE *f, const history *h, span *seen);
/* Points from marker to marker, so that a curve of n points has about a dozen. */
int history_gap(int n);

void history_title(const diagram *d, figure *f, const char *what);
/* Time over the interval; hidden: the panel below has the labels. */
void history_time_axis(const diagram *d, figure *f, bool hidden);
void history_styles(const diagram *d, figure *f);
/* Legend: label and rung of every curve. */
void history_key(const diagram *d, figure *f);
/* Panel from bottom to top of the screen, leaving room for the legend on the right. */
void history_panel(const diagram *d, figure *f, double bottom, double top);
void history_key_place(const diagram *d, figure *f);
/* The legend beside several panels, as the last plot of a multiplot. */
void history_legend(const diagram *d, figure *f, bool reference);

#endif
