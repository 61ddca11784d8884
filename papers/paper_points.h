/* paper_points.h -- the points of a curve: numbers of two columns, scaled, divided, wrapped.
 *
 *     { x = "t"; y = "obs:theta1"; xscale; yscale; modulo; over = { where = { ... } } }
 *
 * x = "parameters:delta" is the number of the setting delta=... in the column parameters. With
 * `over`, y is divided by that of the rows that it names, at the same x. Rows without a number,
 * or without one to divide by, are no points.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_POINTS_H
#define PAPERS_PAPER_POINTS_H

#include "papers/paper.h"

typedef struct points {
    double *x, *y;
    int n;
} points;

/* Of the given rows of d, to which s belongs: curve and set. false with a sentence. */
bool points_take(points *p, const scope *s, datasets *all, const dataset *d, const int *rows,
                 int n, reason *why);
/* In place of the points the means of so many neighbours, of logarithms in y > 0: what a ladder
 * does on average. Fewer than three times as many points stay as they are; false then. */
bool points_average(points *p, int neighbours);
void points_free(points *p);

#endif
