/* custom_figures.h -- figures that a reader defines: any two measures of a problem's runs
 * against each other.
 *
 * They are defined in JSON, by the page's "save my figures" or by hand:
 *
 *     { "figures": [ { "title": "...", "p": "andrews", "x": "scd", "y": "steps", "off": "a,b",
 *     ... } ] }
 *
 * The members are those of the page's address (docs/report.md). p: problem; x, y: axes; off,
 * offf: solvers and formulations left out. lx, ly: "1" for the other scale; z: "x0,x1,y0,y1", a
 * part.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_CUSTOM_CUSTOM_FIGURES_H
#define REPORTS_CUSTOM_CUSTOM_FIGURES_H

#include "reports/figures/diagrams.h"

enum { CUSTOM_MOST = 24 };

typedef struct custom_figure { /* owned */
    char *title, *problem, *x, *y, *off, *offf;
    bool other_x, other_y; /* the other scale */
    bool part;             /* zoomed: low and high across, low and high upward */
    double zoom[4];
    int group; /* of the board */
    json_t *told;
} custom_figure;

typedef struct custom_figures {
    int n;
    custom_figure list[CUSTOM_MOST];
} custom_figures;

/* The words that a figure may have, NULL behind the last. */
const char *custom_word(int i);

/* Reads a file and finds its problems and axes on the board. false with a sentence that says
 * what there is. Frees nothing on failure but what it made. */
bool custom_read(const board *b, const char *path, custom_figures *custom, reason *why);
void custom_free(custom_figures *custom);

/* What both axes are called. */
void custom_caption(const board *b, const custom_figure *o, char *text, size_t size);
/* Like the diagrams of diagrams.h. */
bool custom_draw(const diagram *d, const custom_figure *o, bool *drawn);

#endif
