/* stiffness.h -- detects whether stability limits the step size of an explicit Runge-Kutta
 * method.
 *
 *     h |lambda| = h |f(t + h, y1) - f(t + h, g)| / |y1 - g|
 *
 * where g is the argument of the stage before f(t + h, y1), at the same time: an estimate of
 * the largest eigenvalue along which y1 and g differ. A step counts if this lies outside the
 * stability boundary; six steps in a row inside it reset the count. A problem is called stiff
 * after 15 counted steps. One step in a thousand is checked; after a counted step, every one.
 * So the test costs nothing on problems that are not stiff.
 *
 * Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2; numbers as in the authors'
 * codes dopri5 and dop853.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RUNGE_KUTTA_STIFFNESS_H
#define KERNEL_METHODS_RUNGE_KUTTA_STIFFNESS_H

#include <ivp/base.h>

typedef struct stiffness {
    int waited; /* steps since the last one in a thousand */
    int beyond; /* checked steps outside the boundary */
    int within; /* those that do not, since the last one that did */
    bool look;  /* at the step that was accepted last */
    bool found;
} stiffness;

enum { STIFFNESS_EVERY = 1000 };

/* A step was accepted. */
static inline void stiffness_step(stiffness *s)
{
    const bool due = ++s->waited == STIFFNESS_EVERY;
    if (due) s->waited = 0;
    s->look = !s->found && (due || s->beyond > 0);
}

/* Result of the check of a step. */
void stiffness_see(stiffness *s, real h_lambda, real boundary);

#endif
