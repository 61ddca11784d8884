/* front.h -- which curves of a work-precision diagram stand in front, and their names beside
 * them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_FRONT_H
#define REPORTS_FRONT_H

#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"

enum { FRONT_CURVES = 8 };

/* Which curves may stand in a diagram. */
typedef bool (*front_eligible)(const diagram *d, const ladder *l);
/* Selects curves; the result has a flag for each ladder of the board. Each family (or solver
 * without a family) offers the eligible curve that is nearest to the cheapest over all digits.
 * The best FRONT_CURVES of these are selected; if there are no more, all. */
bool *front_chosen(const diagram *d, front_eligible eligible, const digit_axis *x,
                   const cost_axis *y);

/* Where a curve ends, in parts of the frame, and what stands there. */
typedef struct front_name {
    double x, y;
    unsigned rgb;
    char *text;
} front_name;

/* What names had better not cover: points of curves, and points along their lines. */
typedef struct front_marks {
    int n;
    double (*at)[2]; /* in parts of the frame */
} front_marks;

/* One more point; with `joined` and the line from the one before. */
void front_mark(front_marks *m, bool joined, double x, double y);
/* Writes the names as labels. In a frame of this size (pixels) they are moved apart to avoid
 * overlaps, and away from marks if a free place is near. marks NULL: none. Frees texts and
 * marks. */
void front_names(figure *f, front_name *list, int n, front_marks *marks, double width,
                 double height);
/* The share of a frame that a name of so many characters needs beside the curves. */
double front_room(size_t characters, double width);
/* What a figure does not show by itself, at its lower border from this line (0, 1, 2) on.
 * Returns the next free line. */
int front_note(figure *f, int line, const char *text);
/* One more part of such a line, behind a semicolon; "" adds nothing. */
void front_add_note(char *text, size_t size, const char *more);

#endif
