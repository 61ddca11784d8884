/* ceiling.h -- an upper bound of the step size after a failed corrector.
 *
 * A step whose corrector does not converge is tried again with a quarter of its size. The error
 * test does not know of the failure and soon proposes the same size again. So the next accepted
 * steps grow by at most a half and stay below 0.8 of the size that failed. This holds for two
 * steps, since the cause (a contact) is usually passed by then. If a step of similar size fails
 * again, the number of steps doubles.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CEILING_H
#define IVP_CEILING_H

#include <ivp/base.h>

typedef struct ceiling {
    real failed;  /* the size of the step that failed last; 0: none has */
    real bound;   /* of the next step; 0: none */
    int patience; /* steps below 0.8 of it */
    int left;     /* of them */
} ceiling;

static inline void ceiling_set(ceiling *c, real h)
{
    enum { FEWEST = 2, MOST = 32 };
    const bool again = h < 2 * c->failed && c->failed < 2 * h;
    c->patience = !again ? FEWEST : c->patience < MOST ? 2 * c->patience : MOST;
    c->left = c->patience;
    c->failed = h;
    c->bound = h / 4;
}

/* After an accepted step: the size to try next if the control proposes h. */
static inline real ceiling_below(ceiling *c, real h)
{
    if (c->bound == 0) return h;
    c->bound *= R(1.5);
    if (c->left > 0)
        c->left--, c->bound = ivp_min(c->bound, R(0.8) * c->failed);
    else if (h < c->bound)
        c->bound = 0;
    return c->bound > 0 ? ivp_min(h, c->bound) : h;
}

#endif
