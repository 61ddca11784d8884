/* gauss_law.h -- which step costs the fixed-point iteration of gauss.c least.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_LAW_H
#define KERNEL_METHODS_GAUSS_GAUSS_LAW_H

#include "kernel/methods/gauss/gauss_table.h"

enum { GAUSS_GROWTHS = 17 };

typedef struct gauss_law {
    real growth[GAUSS_GROWTHS], log_growth[GAUSS_GROWTHS], log_reach[GAUSS_GROWTHS];
    real steps[GAUSS_GROWTHS]; /* 1 / growth: in the time of one */
} gauss_law;

/* What is known of the iteration of a step. */
typedef struct gauss_iteration {
    int count;
    real first, last; /* changes: of the first iteration, of the last one */
    real left_over;   /* change at which the iteration ends */
    real reach; /* of the polynomial of the step before, with which it began; 0: with none */
    int degree; /* of that polynomial */
    int power;  /* the contraction behaves like this power of h */
} gauss_iteration;

void gauss_law_make(gauss_law *law);

/* One iteration is enough, not two: after a first change so small. */
static const real gauss_one_is_enough = R(0.125);

/* The growth of h, from 1/4 to 4, that needs fewest iterations per unit of time. */
real gauss_law_growth(const gauss_law *law, const gauss_iteration *i);

/* log(ratio / (1 + 2 ratio)), below 0: of a polynomial that is continued over `ratio` times its
 * own interval. */
real gauss_law_reach(real ratio);

/* x^n, n >= 0 */
real gauss_power(real x, int n);

/* ---- extrapolation of the polynomial of a step to the nodes of the next one -----------
 *
 * That hangs on the ratio of both steps alone, and as steps grow by few different factors, the
 * last ratios are kept. */

enum { GAUSS_RATIOS = 6 };

typedef struct gauss_ratio {
    real ratio;                          /* of the step to the one before; 0: none */
    real reach;                          /* gauss_law_reach() of it */
    real P[GAUSS_STAGES * GAUSS_STAGES]; /* gauss_table_continue() */
} gauss_ratio;

typedef struct gauss_onward {
    int next;
    gauss_ratio kept[GAUSS_RATIOS];
} gauss_onward;

/* Valid until GAUSS_RATIOS others have been asked for. */
const gauss_ratio *gauss_onward_of(gauss_onward *o, const gauss_table *g, real ratio);

#endif
