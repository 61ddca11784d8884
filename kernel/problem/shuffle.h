/* shuffle.h -- the index of F(t, y, y') = 0 and M y' = f at a point, and the hidden constraints
 * there.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_PROBLEM_SHUFFLE_H
#define KERNEL_PROBLEM_SHUFFLE_H

#include "kernel/problem/instance.h"

enum { SHUFFLE_MOST = 4 }; /* no higher index is looked for */

typedef struct shuffle_result {
    int index; /* of the pencil (F_y', F_y); 0: F_y' is regular; -1: none up to SHUFFLE_MOST */
    int row;   /* equation, from 0, whose derivative along y' has the largest violation; -1:
                none */
    int order; /* which derivative: 1 and more */
    real violation; /* that derivative */
    real size;      /* what it is made of */
    int component;  /* component of y, from 0, that a correction changes most; -1: unknown */
    real value;     /* what it would have to be, to first order */
} shuffle_result;

/* Analyses (t, y, y'), n numbers each, with F = 0. Returns the status of the problem's
 * functions, or IVP_E_NOMEM. */
ivp_status shuffle_at(const instance *i, real t, const real *y, const real *yp,
                      shuffle_result *out);

/* The same for second and higher derivatives, if shuffle_at() has found index 3 or 4. Sets row,
 * order, violation and size. Not checked if n times the index exceeds 1,200. */
ivp_status shuffle_higher(const instance *i, real t, const real *y, const real *yp, int index,
                          shuffle_result *out);

/* Checks that .index is the index of the pencil at the start and near it. Checks also that the
 * start satisfies the derivatives of the algebraic equations. Otherwise returns false with a
 * sentence in why. Returns true for other forms. */
bool shuffle_agrees(const instance *i, reason *why);

#endif
