/* reactions.h -- mass action from a table: reaction r with rate k_r y_a y_b takes its reactants
 * away and makes others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REACTIONS_H
#define REACTIONS_H

#include <ivp/problem.h>

enum { REACTION_MADE = 4 };

/* Species are counted from 1, as tables print them; 0: none. A species that takes part in a
 * reaction unchanged stands on both sides. */
typedef struct reaction {
    signed char used[2], made[REACTION_MADE];
} reaction;

static inline void reaction_add(const reaction *r, real rate, real *f)
{
    for (int k = 0; k < 2; k++)
        if (r->used[k]) f[r->used[k] - 1] -= rate;
    for (int k = 0; k < REACTION_MADE; k++)
        if (r->made[k]) f[r->made[k] - 1] += rate;
}

static inline real reaction_rate(const reaction *r, real k, const real *y)
{
    const real one = k * y[r->used[0] - 1];
    return r->used[1] ? one * y[r->used[1] - 1] : one;
}

/* Column j of J: the rate changes by d. */
static inline void reaction_spread(const reaction *r, ivp_mat J, int j, real d)
{
    reaction_add(r, d, ivp_at(J, 0, j));
}

static inline void reaction_jacobian(const reaction *r, real k, const real *y, ivp_mat J)
{
    const int a = r->used[0] - 1, b = r->used[1] - 1;
    reaction_spread(r, J, a, b < 0 ? k : k * y[b]);
    if (b >= 0) reaction_spread(r, J, b, k * y[a]);
}

#endif
