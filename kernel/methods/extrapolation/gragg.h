/* gragg.h -- extrapolation of the explicit midpoint rule as a method: what an ivp_solver is
 * made of. The formulas stand in gragg.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_EXTRAPOLATION_GRAGG_H
#define KERNEL_METHODS_EXTRAPOLATION_GRAGG_H

#include <ivp/solver.h>

enum { GRAGG_ROWS = 11 };                    /* of the tableau; order 2 GRAGG_ROWS */
enum { GRAGG_PARTS = 4 * GRAGG_ROWS - 2 };   /* of the longest row */
enum { GRAGG_DERIVATIVES = 2 * GRAGG_ROWS }; /* at the middle of a step */
enum gragg_option { GRAGG_COLUMNS, GRAGG_SMOOTHING, GRAGG_NOPTIONS };

typedef struct gragg {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    int columns; /* > 0: always so many */
    bool smoothing;
    bool inside; /* events are looked for: rows serve the polynomial, too */
    bool keeps;  /* the present rows do */

    int wanted;                 /* rows after which convergence is expected */
    bool rejected;              /* the trial before */
    bool f_known;               /* f0 belongs to the accepted state */
    real t, h;                  /* of the last trial */
    int used;                   /* its rows */
    bool f1_known, kept, drawn; /* then: f1; rows kept for the polynomial; its coefficients */
    real work[GRAGG_ROWS + 1], size[GRAGG_ROWS + 1], cost[GRAGG_ROWS + 1];
    real *y, *f0, *f1, *a, *b, *e, *y1;
    real *T[GRAGG_ROWS + 1];
    real *F[GRAGG_PARTS + 1];                       /* f along the present row */
    real *D[GRAGG_DERIVATIVES + 1][GRAGG_ROWS + 1]; /* derivatives at the middle, by rows */
    real store[];
} gragg;

/* gragg_row.c: n_j of the present rows; T_(j,1), with z of the middle of the step in s->e if
 * they are kept. */
int gragg_parts(const gragg *s, int j);
ivp_status gragg_row(gragg *s, int j, real t, real h, const real *y);
int gragg_first_row(int k); /* that knows the k-th derivative at the middle */

/* *self is one allocation, released by free(). Options: columns, smoothing. */
ivp_status gragg_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option);
ivp_status gragg_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status gragg_attempt(void *self, ivp_trial *trial);
void gragg_verdict(void *self, ivp_verdict verdict, const real *y1);
ivp_status gragg_dense(void *self, real theta, real *y);

#endif
