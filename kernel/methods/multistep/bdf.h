/* bdf.h -- backward differentiation formulas with fixed leading coefficient as a method: what
 * an ivp_solver is made of. The formulas stand in bdf.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_MULTISTEP_BDF_H
#define KERNEL_METHODS_MULTISTEP_BDF_H

#include <ivp/solver.h>

#include "kernel/methods/corrector.h"
#include "kernel/methods/newmark/newmark.h"
#include "kernel/methods/multistep/divided.h"

enum { BDF_ORDERS = 5 };
enum bdf_option { BDF_MAX_ORDER, BDF_NOPTIONS };

typedef struct bdf {
    ivp_model *m;
    const ivp_tol *tol;
    int n, max_order;
    bool mechanical; /* through the blocks; else through M y' = f */

    divided past, next;  /* of the accepted state; of the trial */
    const divided *last; /* after the last trial, wherever that is now */
    int points;          /* accepted since the restart */
    int order, wanted;   /* of the next attempt; after the verdict */
    int degree;          /* of the last trial */
    int steady;          /* steps of this order and size */
    real h;              /* of the last accepted step */
    int failures;        /* of the error test, one after another */
    bool climbing;       /* at the start: order and size rise from step to step */

    real *y0, *slope0, *delta; /* prediction; the new state's distance from it */
    real *start;               /* y' at the restart */
    real *weight;              /* of errors, zero for multipliers */
    int counted;               /* components whose weight is not zero */
    newmark step;              /* mechanical */
    corrector newton;          /* otherwise */
    real *behind;              /* its storage */
    real store[];
} bdf;

/* *self is one allocation, released by free(). Options: max_order, counted from 0. */
ivp_status bdf_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option);
ivp_status bdf_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status bdf_attempt(void *self, ivp_trial *trial);
void bdf_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status bdf_dense(void *self, real theta, real *y);

/* The equation of a step, kernel/methods/multistep/bdf_mechanical.c: y' = c (y1 - y0) + slope0
 * put into the equations of motion at t1 = t + h; y1. `ck`: a local error is ck times y1 -
 * y0. */
typedef struct bdf_equation {
    real t1, c, ck;
    real *y1;
} bdf_equation;

ivp_status bdf_mechanical_open(bdf *s);
size_t bdf_mechanical_carve(bdf *s, real *store);
void bdf_mechanical_restart(bdf *s);
ivp_status bdf_mechanical_solve(bdf *s, const bdf_equation *e);

#endif
