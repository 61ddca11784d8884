/* stiffness.c -- what is made of the steps that are looked at.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/stiffness.h"

enum { BEYOND = 15, WITHIN = 6 };

void stiffness_see(stiffness *s, real h_lambda, real boundary)
{
    s->look = false;
    if (h_lambda > boundary) {
        s->within = 0;
        s->found = ++s->beyond >= BEYOND;
    } else if (++s->within >= WITHIN) {
        s->beyond = 0;
    }
}
