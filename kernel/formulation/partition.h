/* partition.h -- generalized coordinate partitioning: q = (w, v), dependent and independent.
 *
 * Complete pivoting on G (ng x nq) chooses the ng dependent coordinates, those with the largest
 * pivots, and finds its rank. Coordinates that enter g affinely are preferred as dependent
 * ones: w then follows from v by one linear solve, and G_w does not degrade with them. For
 * bodies in Cartesian coordinates the angles become independent; stiff springs are linear in
 * them. Along the constraints, at constant time,
 *
 *     dq = E dv,     E = [ -G_w^-1 G_v ; I ] in the order of q
 *
 * RN paper, section 2 (state-space form); Wehage and Haug, J. Mech. Design 104 (1982).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PARTITION_H
#define IVP_PARTITION_H

#include "kernel/problem/mech.h"

typedef struct partition {
    int nq, ng, nv;
    int *dependent, *independent; /* ng and nv positions in q, ascending */
    real limit;                   /* largest |E| that is still good */
    ivp_mat Gw, E;                /* factors of G_w; nq x nv */
    int *pivots;
    real t, t_before;   /* of the last two settled states ... */
    real *q, *before;   /* ... and their positions: where recovery starts */
    real *u;            /* a direction without symmetries */
    real *w, *work;     /* ng; G as it is pivoted */
    real *Dv, *qt, *ut; /* nq x nv: du/dv; nq: dq/dt, du/dt at constant v, v' */
} partition;

ivp_status partition_create(partition **out, int nq, int ng);
void partition_destroy(partition *p);

/* Chooses the coordinates at the consistent state y = (q, u, x), which becomes the anchor.
 * IVP_SINGULAR if constraints are redundant there. */
ivp_status partition_choose(partition *p, mech *m, real t, const real *y);
/* Computes q and u of y = (q, u, x); x is already there. `at` is mech_state() of t and y. q
 * follows from v by Newton's method on g = 0 in w. It starts from the anchor, or, if t lies
 * between the last two anchors, from their linear interpolant. u follows from v' by G u + g_t
 * = 0. Leaves G_w factored at the result. */
ivp_status partition_recover(partition *p, mech *m, const ivp_state *at, const real *v,
                             const real *vp, real *y);
/* After a recovery: E; true while it is within the limit. */
bool partition_good(partition *p, mech *m);
/* Sets a settled state as anchor: the end of a step from the previous anchor. If t is not
 * larger, it is another end of the same step. */
void partition_anchor(partition *p, real t, const real *q);

/* x := -G_w^-1 b in the dependent entries of a vector of nq; other entries are unchanged. */
void partition_dependent(partition *p, mech *m, const real *b, real *x);

#endif
