/* gauss_law.h -- which step costs the fixed-point iteration of gauss.c least. */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_LAW_H
#define KERNEL_METHODS_GAUSS_GAUSS_LAW_H

#include <ivp/base.h>

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

/* log(ratio / (1 + 2 ratio)), below 0: of a polynomial that is continued over `ratio` times its own interval. */
real gauss_law_reach(real ratio);

/* x^n, n >= 0 */
real gauss_power(real x, int n);

#endif
