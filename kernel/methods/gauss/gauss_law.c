/* gauss_law.c -- iterations per unit of time, over a range of steps.
 *
 * A step r times as long begins with a first change that is the error of a polynomial of degree
 * d continued over r steps, and contracts r^2 times as slowly (r times on y' = f):
 *
 *     first(r) = first ((1 + 2 r) ratio / (1 + 2 ratio))^(d + 1),     ratio = h / h_old
 *     theta(r) = theta r^power
 *
 * theta is the mean of the iterations of this step: the last contraction alone is better than
 * those before it, and would lead to steps that hardly converge.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss_law.h"

enum { MIDDLE = 8, HALF = MIDDLE - 4 };

static const real shortest = R(0.25), longest = R(4.0);
static const real slowest = R(-0.35);        /* log theta */
static const real most_iterations = R(10.0); /* more are too near to divergence */
static const real of_the_step = R(0.5); /* what a step costs beside its iterations, in these */
static const real enough = R(2.0794415416798357); /* log 8: one iteration will do */

void gauss_law_make(gauss_law *law)
{
    for (int k = 0; k < GAUSS_GROWTHS; k++) {
        law->log_growth[k] = log(R(2.0)) * (real)(k - MIDDLE) / 4;
        law->growth[k] = exp(law->log_growth[k]);
        law->steps[k] = 1 / law->growth[k];
        law->log_reach[k] = log(1 + 2 * law->growth[k]);
    }
}

real gauss_law_reach(real ratio) { return log(ratio / (1 + 2 * ratio)); }

/* What the law looks at: logarithms of the contraction and of what the first change would be
 * but for its reach. */
typedef struct prospect {
    real rate, now, power, order;
    bool continued;
} prospect;

/* The growth of least cost from `begin` on; where none is possible, -1. Longer steps need no
 * fewer iterations, so those behind the first one are counted on from growth to growth, without
 * a division. */
static int cheapest(const gauss_law *law, const prospect *p, int begin)
{
    int best = -1;
    real least = 0, further = 1;
    for (int k = begin; k < GAUSS_GROWTHS; k++) {
        const real there = p->rate + p->power * law->log_growth[k];
        if (there > slowest) break;
        const real reduction = p->continued ? p->now - p->order * law->log_reach[k] : p->now;
        while (reduction < further * there && further < most_iterations) further++;
        if (further >= most_iterations) break;
        const real iterations = reduction >= enough ? 1 : 1 + further;
        const real cost = (iterations + of_the_step) * law->steps[k];
        if (best < 0 || cost < least) best = k, least = cost;
    }
    return best;
}

real gauss_law_growth(const gauss_law *law, const gauss_iteration *i)
{
    if (!(i->last > 0) || i->count < 2) return longest;
    const real order = (real)i->degree + 1;
    const prospect p = { .rate = log(i->last / i->first) / (real)(i->count - 1),
                         .now = log(i->left_over / i->first) - order * i->reach,
                         .order = order,
                         .power = (real)i->power,
                         .continued = i->reach < 0 };
    int best = cheapest(law, &p, HALF);
    if (best <= HALF)
        best = cheapest(law, &p, 0); /* it is rare that a step is to be so much shorter */
    return best < 0 ? shortest : law->growth[best];
}

real gauss_power(real x, int n)
{
    real y = 1;
    while (n > 0) {
        if (n % 2) y *= x;
        x *= x;
        n /= 2;
    }
    return y;
}

const gauss_ratio *gauss_onward_of(gauss_onward *o, const gauss_table *g, real ratio)
{
    for (int k = 0; k < GAUSS_RATIOS; k++)
        if (o->kept[k].ratio == ratio) return &o->kept[k];
    gauss_ratio *r = &o->kept[o->next];
    o->next = (o->next + 1) % GAUSS_RATIOS;
    r->ratio = ratio;
    r->reach = gauss_law_reach(ratio);
    gauss_table_continue(g, ratio, r->P);
    return r;
}
