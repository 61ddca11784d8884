/* style.h -- colour, marker and dash of a line: the same for a solver in every figure.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_STYLE_H
#define REPORTS_STYLE_H

#include "reports/board/board.h"

typedef struct style {
    unsigned rgb;
    int filled, hollow; /* gnuplot point types of one shape */
    const char *dash;   /* gnuplot dash type */
} style;

/* The family gives the colour, the solver the marker, the formulation the dash. Variants of one
 * pair (options, constant steps, no event location, another machine) are lighter or darker. */
style style_of(const board *b, const ladder *l);
/* The same from names, among the solvers of a board, which knows the family, or alone (NULL).
 * The n-th of all styles is for curves of anything else. */
style style_named(const board *b, const char *solver, const char *family,
                  const char *formulation);
style style_number(int n);
/* On white: from 1 to 21 (WCAG 2.1); and the colour for text, darkened as far as it takes for
 * 4.5. */
double style_contrast(unsigned rgb);
unsigned style_text(unsigned rgb);
/* Letter that marks a failure in a diagram, and its meaning. */
char style_failure_letter(outcome o);

#endif
