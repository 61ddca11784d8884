/* contract_hand.h -- single steps of a method from points of a closed-form solution. Its error
 * estimate of a step can then be compared with the exact error.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_HAND_H
#define IVP_CONTRACT_HAND_H

#include <ivp/solver.h>

#include "kernel/contract/contract_pair.h"

enum { HAND_LEVELS = 12, HAND_GUARD = 4 }; /* numbers between two arrays */

typedef struct hand {
    const ivp_solver *s;
    instance *i;
    ivp_model *m;
    void *self;
    ivp_tol tol;
    int n;
    real t0, unit; /* where it begins; a step that resolves the solution: a thousandth of the
                      interval, a twentieth of that of a cell */
    real t;        /* where it is */
    real *y, *yp;  /* the closed form there, or where it has been put */
    bool left;     /* drive() has returned: restart() is due */
    real *y1, *at, *e, *atol, *other;
    real *canonical, *store;
} hand;

/* unit is the interval in so many parts. tol.rtol and atol; h > 0 units: constant steps,
 * rounding alone stops iterations. */
bool hand_open(hand *b, const ivp_solver *s, const pair *p, int parts, real rtol, real h,
               reason *why);
/* The same where the atol of unknown `which` is rtol and of all others 1e9. */
bool hand_open_for(hand *b, const ivp_solver *s, const pair *p, int parts, real rtol, int which,
                   reason *why);
void hand_close(hand *b);

/* Unknowns and slopes of the closed form at t. */
ivp_status hand_exact(hand *b, real t, real *y, real *yp);
/* Restart at t on the closed form, or at the start where there is none; h0 is what will be
 * tried. */
ivp_status hand_begin(hand *b, real t, real h0);
/* One attempt of length h, or one own step, from where it is to y1; *t1 its end. `trial` may be
 * NULL. A code that drives itself is restarted for each step but the first. */
ivp_status hand_step(hand *b, real h, real *t1, ivp_trial *trial);
/* Largest error of q, u, x or y at t. */
real hand_error(hand *b, real t, const real *y);

/* Whether nothing has written between the arrays. */
bool hand_intact(const hand *b);

/* Slopes of log2 of errors that belong to halved steps, for those above `least`: their median;
 * NAN with fewer than three. */
real hand_slope(const real *error, int n, real least);

#endif
