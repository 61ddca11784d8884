/* agreement.h -- digits of solvers in double, where two families of methods agree: the rule of
 * references of grade double. docs/references.md says what it was held against.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_DOUBLE_AGREEMENT_H
#define REFERENCE_DOUBLE_AGREEMENT_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { AGREEMENT_WINDOW = 3, AGREEMENT_HALVES = 2 };

/* End states of one configuration over tolerances that follow one another by a decade, loose
 * ones first. */
typedef struct agreement_ladder {
    const char *name, *family;
    int n;
    const double *rtol;
    const double *const *y; /* n arrays of ncomponents */
} agreement_ladder;

/* Raises sizes to 1e5 units of rounding of the largest size of their kind, and to 1 where a
 * whole kind is zero. The kind is the letters of a name: "q", "lambda", "y". A component that
 * is zero by symmetry is rounding alone in every run: it agrees with zero, not with itself.
 * least[n]: for a raised one 16 units of rounding of its kind, which belong to its bar, since
 * all runs may round alike; else 0. */
void agreement_floor(const char *const *names, int n, double *scale, double *least);

typedef struct agreement_choice {
    int ladder[AGREEMENT_HALVES]; /* of unlike families, the one with the least spread first */
    int first[AGREEMENT_HALVES];  /* rung where the window begins */
    double spread[AGREEMENT_HALVES];
} agreement_choice;

/* Chooses two windows; scale[ncomponents]: the size of each component, positive. false with a
 * sentence: fewer than two families have three rungs that follow one another. */
bool agreement_choose(const agreement_ladder *l, int nladders, int ncomponents,
                      const double *scale, agreement_choice *c, reason *why);

/* value[], bar[] and half[h][]: the median of both windows, of each window; noise[]: what an
 * error of one unit of rounding in f does. unit[]: the size beside which scores see an error of
 * a component, where that is larger than its scale; INFINITY: no score sees it. false with a
 * sentence: a bar is above a thousandth of scale and unit, so nothing can be told. */
bool agreement_value(const agreement_ladder *l, const agreement_choice *c, int ncomponents,
                     const double *scale, const double *unit, const double *noise,
                     double *half[AGREEMENT_HALVES], double *bar, reason *why);

#endif
