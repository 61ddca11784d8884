/* border.h -- failures at a diagram's border: marker of the solver, letter of the outcome. */
#ifndef REPORTS_BORDER_H
#define REPORTS_BORDER_H

#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"

/* 'W': arrived with less than -1 digit, ten times the value off; 0: a point like any other. */
char border_letter(const entry *e, const digits *d);
/* Legend entries for the letters that occur among the ladders shown: of tolerances, of constant
 * steps, or both. */
typedef enum border_kind { BORDER_TOLERANCES, BORDER_STEPS, BORDER_BOTH } border_kind;
void border_key(figure *f, const diagram *d, const digit_axis *axis, border_kind kind);
/* Legend entries of the ladders shown, with line, marker and number of failures. */
void border_lines(figure *f, const diagram *d, const digit_axis *axis);

#endif
