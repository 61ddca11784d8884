/* gauss_inner.h -- a method of gauss.c, seen by its own files alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_INNER_H
#define KERNEL_METHODS_GAUSS_GAUSS_INNER_H

#include "kernel/methods/gauss/gauss_diagonal.h"
#include "kernel/methods/gauss/gauss_law.h"
#include "kernel/methods/gauss/gauss_shift.h"
#include "kernel/methods/gauss/gauss_table.h"

#include <ivp/solver.h>

typedef struct gauss {
    ivp_model *m;
    const ivp_tol *tol;
    gauss_table g;
    gauss_law law;
    gauss_onward onward;
    gauss_shift shift;       /* on y' = f */
    gauss_diagonal diagonal; /* on v'' = f */
    gauss_inverses inverses; /* with A, or with A A */
    bool shifted;            /* B is in use in the trial at hand */
    const real **B;          /* nf: of each component; NULL: I */
    int n, nf;               /* unknowns; of them those with a right-hand side of their own */
    real over_root;          /* 1 / sqrt(nf) */
    real scale;              /* of the last trial: h over the root of nf */
    bool second;             /* v'' = f */
    bool velocity_free;      /* v'' = f(t, v) */
    bool continued;          /* old holds the polynomial of the step before */
    bool placed;             /* old_V does too */
    real h, h_old;           /* of the last trial, of the step of old */
    real wanted; /* h / h_old, as the law had it; the quotient is by rounding another number */
    const gauss_ratio *ratio; /* how old goes on in this trial; NULL: there is none */
    int iterations;
    int stiff; /* accepted steps that the iteration alone kept short, 5 off for any other */
    real first_change, last_change; /* of the iteration of the last trial */
    real last_ratio, largest_ratio; /* r_k of gauss_iterate.c, in the last trial */
    real known_ratio; /* largest of the last trial with three iterations, over h; 0: none */
    real theta;       /* contraction of the last trial; 0: not known */
    real *y, *start,
        *zero;    /* n: start of the last trial; what a first iterate begins with; nothing */
    real *weight; /* nf: 1 / tolerance of what F changes */
    real times[GAUSS_STAGES]; /* of the stages */
    real *Y, *F; /* stages: n x S; nf x S, the iterate: in `first` or where f(Y) is */
    real *first; /* nf x S */
    real *next;  /* nf x S: f(Y) */
    real *Y_before, *next_before; /* of the iteration before */
    real *coef,
        *old; /* Legendre coefficients of F, nf x S: of this trial, of the step before */
    real *old_V, *slow; /* those of V; of F - lambda V; nf x S */
    const real *shown;  /* the coefficients of the last trial */
    real store[];
} gauss;

/* h times the root mean square over all components of the sizes of rows x - y, in units of the
 * tolerance; y may be NULL: zero. */
real gauss_size_of(const gauss *s, const real *x, const real *y);

/* Degree of the polynomial with which the iteration of the last trial began. */
int gauss_degree(const gauss *s);

/* Fixed point of F = f(Y(F)) for a step from (t, y); IVP_NO_CONVERGENCE: theta says how
 * badly. */
ivp_status gauss_iterate(gauss *s, real t, const real *y);

/* What may be left over when an iteration ends, in units of the tolerance. */
static const real gauss_left_over = R(0.1);

#endif
