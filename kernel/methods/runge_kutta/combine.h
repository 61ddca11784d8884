/* combine.h -- sums of stages, v := base + h sum_j w_j k_j, in registers as far as they go.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RUNGE_KUTTA_COMBINE_H
#define KERNEL_METHODS_RUNGE_KUTTA_COMBINE_H

#include <ivp/base.h>

enum { COMBINE_MOST = 18 };

/* Weights and what they weigh: vectors that are padded to whole packs (kernel/linear/pack.h).
 * The stage that was evaluated last comes last. At least one term. */
typedef struct combine_term {
    real weight;
    const real *k;
} combine_term;

typedef struct combine_terms {
    int count;
    combine_term term[COMBINE_MOST];
} combine_terms;

/* Appends the weights that are not zero, of `count`, with their stages k. */
void combine_keep(combine_terms *t, const real *weights, real *const *k, int count);

/* v := base + h sum of terms, of n components; base NULL: zero */
typedef void combiner(int n, real h, const combine_terms *x, const real *base, real *v);
combiner *combiner_of(int n);

#endif
