/* step.h -- one verified step of y' = f(t, y) from a cloud of states.
 *
 * With the Taylor coefficients y_k of the solutions from the cloud, N = order, a candidate tube
 * around them on the pieces I_1, .., I_m of [0, h]
 *
 *     W_j  contains  sum_{k<N} y_k s^k  +  [-eps, eps]         for s in I_j
 *
 * is verified by the high-order inclusion (Corliss, Rihm 1996; Nedialkov, Jackson, Pryce 2001)
 *
 *     h^N |y_N(W_j)| < eps         for every j, component by component,
 *
 * y_N(W) being the N-th coefficient by the same recursion over the box W. Then every solution
 * from the cloud exists on [0, h] and stays in the tube. While a solution is in the tube,
 * Taylor's formula with Lagrange's remainder places it in the interior. So there is no first
 * time at which it leaves. The same remainder encloses the state at h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_STEP_H
#define REFERENCE_PROVE_STEP_H

#include "reference/prove/cloud.h"
#include "reference/prove/jet.h"

enum { STEP_STATES = 32 };

typedef struct step_rule {
    int order;
    slong bits; /* of the state */
    slong low;  /* of derivatives */
    int goal;   /* remainder below 2^-goal of the component's size */
    int pieces;
} step_rule;

typedef struct step {
    step_rule rule;
    int n;
    jets point, box, wide;
    arb_ptr hull, rest, guard_rest; /* n: the cloud; y_N over the tube */
    arb_t t;                        /* exact */
    double size[STEP_STATES];       /* largest so far */
    double eps[STEP_STATES];
    double longest;     /* step of interest */
    double most, trust; /* step that the coefficients suggest; what of it held */
} step;

void step_init(step *s, const formula *of, const int *slope, int n, step_rule rule);
void step_clear(step *s);
/* Coefficients from the cloud at t; sets s->most. */
void step_from(step *s, const cloud *c, const arb_t t);
/* Whether the tube over [0, h] holds. */
bool step_holds(step *s, const arb_t h);
/* The cloud at t + h, h as verified; s->t is advanced. */
bool step_to(step *s, cloud *c, const arb_t h);

/* Encloses entry e of the formula for all times in the ball `at` within the verified [0, h];
 * with slope its derivative in time. */
void step_entry(step *s, arb_t out, int e, const arb_t at, bool slope);

#endif
