/* adams.h -- Adams-Bashforth-Moulton formulas of variable order and step size as a method: what
 * an ivp_solver is made of. The formulas stand in adams.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_MULTISTEP_ADAMS_H
#define KERNEL_METHODS_MULTISTEP_ADAMS_H

#include <ivp/solver.h>

enum { ADAMS_ORDERS = 12 };
enum adams_option { ADAMS_MAX_ORDER, ADAMS_MODE, ADAMS_NOPTIONS };
enum adams_mode { ADAMS_PECE, ADAMS_PEC };

enum { ADAMS_MOST = ADAMS_ORDERS + 2 }; /* differences that are kept */

/* What distances and an order make of the formulas, [i] as in adams.c. */
typedef struct adams_grid {
    int order;
    real h, psi[ADAMS_MOST + 1];
    real beta[ADAMS_MOST + 1], sigma[ADAMS_MOST + 1], g[ADAMS_MOST + 1];
} adams_grid;

/* A point of the solution, with the differences of f there. */
typedef struct adams_point {
    real psi[ADAMS_MOST + 1];
    real *phi[ADAMS_MOST + 1]; /* [0] is y */
} adams_point;

typedef struct adams {
    ivp_model *m;
    const ivp_tol *tol;
    int n, max_order;
    enum adams_mode mode;
    real gamma[ADAMS_MOST + 1]; /* |gamma*_j| */

    adams_point past, next;  /* of the accepted state; of the trial */
    const adams_point *last; /* after the last trial, wherever that is now */
    adams_grid grid;         /* of the last trial */
    int points;              /* accepted since the restart */
    bool open;               /* phi of `past` is phi^e: f at its point is not known yet */
    int order, wanted;       /* of the next attempt; after the verdict */
    int steady;              /* accepted steps of this size, one after another */
    real h;                  /* that size */
    int failures;            /* of the error test, one after another */
    bool climbing;           /* at the start: order and size rise from step to step */
    real *f, *d, *weight;    /* d: f(p) - phi^e_1 of the last trial */
    real store[];
} adams;

/* *self is one allocation, released by free(). Options: max_order counted from 0; mode. */
ivp_status adams_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option);
ivp_status adams_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status adams_attempt(void *self, ivp_trial *trial);
void adams_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status adams_dense(void *self, real theta, real *y);

#endif
