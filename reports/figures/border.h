/* border.h -- failures at a diagram's border: marker of the solver, letter of the outcome.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_BORDER_H
#define REPORTS_BORDER_H

#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"

/* 'W': arrived with less than -1 digit, ten times the value off; 0: a point like any other. */
char border_letter(const entry *e, const digits *d);
/* The letters that occur among the ladders shown, of tolerances, of constant steps, or both, in
 * words: "D = diverged, T = timeout"; "" where nothing failed. */
typedef enum border_kind { BORDER_TOLERANCES, BORDER_STEPS, BORDER_BOTH } border_kind;
void border_letters(const diagram *d, const digit_axis *axis, border_kind kind, char *text,
                    size_t size);
/* " (6 failed, 1 wrong of 10)"; "" when all rungs are points. */
void border_count(const diagram *d, const ladder *l, const digit_axis *axis, char *text,
                  size_t size);

#endif
