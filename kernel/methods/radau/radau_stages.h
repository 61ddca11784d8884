/* radau_stages.h -- the stages of one step of a Radau IIA method with 3, 5 or 7 stages, order
 * 5, 9 or 13:
 *
 *     y' = f:           z_i = h sum_j a_ij f(t + c_j h, y + z_j)
 *     F(t, y, y') = 0:  F(t + c_i h, y + z_i, y'_i) = 0,     h y'_i = sum_j (A^-1)_ij z_j
 *     y1 = y + z_s
 *
 * Simplified Newton with A^-1 = T L T^-1 (radau_blocks.h), w = T^-1 z: one real system and one
 * complex system for each pair,
 *
 *     (J + (l_k / h) N) dw_k = (T^-1 F)_k,     z := z - T dw     (F = L/h w - f for y' = f)
 *
 * The first iterate is the polynomial of the step before, continued. The iteration stops when
 * the remaining correction, estimated from the rate theta, is below `enough` times the
 * tolerance. It fails when theta predicts that this takes too many iterations. After a failure
 * the limit of iterations is higher.
 *
 * Source: Hairer, Wanner, Solving ODEs II, IV.8. The limit of iterations and `enough` for each
 * number of stages are those of Hairer, Wanner, J. Comput. Appl. Math. 111 (1999).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RADAU_RADAU_STAGES_H
#define KERNEL_METHODS_RADAU_RADAU_STAGES_H

#include "kernel/methods/radau/radau_system.h"

enum { RADAU_VARIANTS = 3 };

typedef struct radau_variant {
    radau_nodes nodes;
    radau_blocks blocks;
    int most;    /* iterations */
    real rtol;   /* the tolerance that the estimate is compared with */
    real enough; /* part of it that the iteration may leave; */
    real rough;  /* ... that it may leave where rounding keeps it from `enough` */
} radau_variant;

typedef struct radau_stages {
    radau_system system;
    radau_variant variant[RADAU_VARIANTS];
    const radau_variant *v; /* in use */
    int n, padded;          /* padded: of a stage, in whole packs */
    bool exactly;           /* iterate to rounding level */

    bool in_lanes;       /* stages side by side */
    real *batch;         /* then: n x IVP_BATCH points, and their f */
    real *Z, *W, *F, *w; /* s x padded: increments, transformed; values; corrections */
    real *point, *slope; /* n */
    real *weight;        /* n: 1 / tolerance */

    const radau_variant *factored; /* NULL: nothing is */
    real h;                        /* for which, then */

    int failures;         /* of the iteration since the last accepted step */
    int iterations;       /* of the last call */
    real theta;           /* rate of the last iteration that had two corrections */
    real known;           /* rate of the last iteration that had three; 0: none */
    real factor;          /* theta / (1 - theta) */
    real last, last_rate; /* size of the last correction; its ratio to the one before */
    real shorter;         /* after IVP_NO_CONVERGENCE: part of h to try; 0: no advice */
} radau_stages;

size_t radau_stages_carve(radau_stages *s, real *store);

/* y of the polynomial with increments Z of variant v at theta, less y at its start. */
void radau_stages_inside(const radau_stages *s, const radau_variant *v, const real *Z,
                         real theta, real *y);
/* Z := the polynomial `before`, continued over h / h_before, less its end; NULL: zero */
void radau_stages_predict(radau_stages *s, const radau_variant *v, const real *before,
                          real ratio);
/* All matrices for s->v and h. */
ivp_status radau_stages_factor(radau_stages *s, real h);
/* IVP_NO_CONVERGENCE: see `shorter`. */
ivp_status radau_stages_solve(radau_stages *s, real t, real h, const real *y);
/* y' at the end of the step */
void radau_stages_end_slope(const radau_stages *s, real h, real *yp);
/* e := (J + gamma/h N)^-1 F(t, at, P'(0)), P being the polynomial of the step: the difference
 * to an embedded formula of order s, filtered. IV.8, (8.19). Constraints of a mechanism count
 * as fulfilled: what the start leaves of them is no error of this step. */
ivp_status radau_stages_defect(radau_stages *s, real t, real h, const real *at, real *e);

#endif
