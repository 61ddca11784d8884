/* custom_figures.h -- figures of a reader's own making: any two measures of a problem's runs against each other.
 *
 * They are told in JSON, by the page's "save my figures" or by hand:
 *
 *     { "figures": [ { "title": "...", "p": "andrews", "x": "scd", "y": "steps", "off": "a,b", ... } ] }
 *
 * with the words of the page's address (docs/report.md): p problem, x and y axes, off and offf
 * solvers and formulations left out, lx and ly "1" for the other scale, z "x0,x1,y0,y1" a part. */
#ifndef REPORTS_CUSTOM_CUSTOM_FIGURES_H
#define REPORTS_CUSTOM_CUSTOM_FIGURES_H

#include "reports/figures/diagrams.h"

enum { OWN_MOST = 24 };

typedef struct own_figure { /* owned */
    char *title, *problem, *x, *y, *off, *offf;
    bool other_x, other_y; /* the other scale */
    bool part;             /* zoomed: low and high across, low and high upward */
    double zoom[4];
    int group; /* of the board */
    json_t *told;
} own_figure;

typedef struct own_figures {
    int n;
    own_figure list[OWN_MOST];
} own_figures;

/* The words that a figure may have, NULL behind the last. */
const char *own_word(int i);

/* Reads a file and finds its problems and axes on the board. false with a sentence that says what
 * there is. Frees nothing on failure but what it made. */
bool own_read(const board *b, const char *path, own_figures *own, char *why, size_t size);
void own_free(own_figures *own);

/* What both axes are called. */
void own_caption(const board *b, const own_figure *o, char *text, size_t size);
/* Like the diagrams of diagrams.h. */
bool own_draw(const diagram *d, const own_figure *o, bool *drawn);

#endif
