/* newmark.h -- one step of the Newmark family for mechanical systems with position constraints:
 * its nonlinear system, and Newton's iteration for it.
 *
 * Unknowns are z = (a, lambda, w, nu) at the end t1 = t0 + h of the step, where a and w stand
 * for the derivatives of u and x; y = (q, u, x, lambda, mu):
 *
 *     q1 = q0 + h u0 + h^2 ((1/2 - beta) a0 + beta a1) - beta h^2 G0^T nu
 *     u1 = u0 + h ((1 - gamma) a0 + gamma a1)
 *     x1 = x0 + h ((1 - rho) w0 + rho w1)
 *     0  = M v - kept p0 + p1                              p = G^T lambda - f
 *     0  = g(t1, q1) / (beta h^2)
 *     0  = v_x - d(t1, q1, u1, x1, lambda1)
 *     0  = (G u1 + g_t) / (gamma h)
 *
 * with the derivatives that enter the equations of motion
 *
 *     v   = lead_q a1 + held_q
 *     v_x = lead_x w1 + held_x
 *
 * For Hilber-Hughes-Taylor lead_q = 1 / (1 + alpha), lead_x = 1, held = 0 and
 * kept = alpha / (1 + alpha); for generalized-alpha kept = 0, and its file has the others.
 *
 * M is taken at t1 + shift h and q1 + shift (q1 - q0). nu and the last row belong to the
 * stabilised form of index 2 alone (formulation ggl; mu = beta h nu). With g scaled like this
 * the matrix of the iteration stays well conditioned as h goes to zero, and its constraint rows
 * do not depend on h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_NEWMARK_NEWMARK_H
#define KERNEL_METHODS_NEWMARK_NEWMARK_H

#include "kernel/formulation/sparse_saddle.h"

#include <ivp/model.h>

/* The unknowns that steer iteration and step size: accelerations, derivatives of states. */
typedef struct newmark_part {
    int at, n;     /* where in z */
    real lead;     /* weight of z1 in the derivative */
    real *scale;   /* Y_i = max(1, largest |q_i| or |x_i| so far) */
    real constant; /* local error = unit (z1 - z0), unit = constant h^2 (q), constant h (x) */
    real unit;
    real lever;  /* change of q1 (x1) for a change of z1 */
    real grain;  /* norm of the change of z1 that moves q1 (x1) by its own size */
    real before; /* norm of the correction before */
} newmark_part;

typedef struct newmark {
    ivp_model *m;
    int nq, nx, ng, nm; /* nm = ng in the stabilised form, else 0 */
    int n;              /* length of z; y has nq + n */
    real beta, gamma, rho, kept, shift;
    real eps; /* iteration stops when it changes the local error by less than 0.1 % of eps */
    bool rounding; /* it stops at rounding level only */
    newmark_part q, x;

    real t1, h;
    real *y0, *y1, *z0, *z1, *rise; /* rise = z1 - z0 */
    real *base;                     /* q, u, x at t1 where z1 = z0 */
    real lever_u, lever_mu;         /* change of u1 for one of a1; mu = lever_mu nu */
    real *held, *v;                 /* n each, in the places of a and w */
    real *p;                        /* p0; after newmark_keep() p1 */

    real *r, *inertia, *y_shifted, *pushed; /* work; pushed: G0^T nu */
    ivp_blocks at;
    ivp_derivatives d;
    ivp_mat A, G0;
    sparse_saddle
        *saddle;       /* in place of A and d where blocks are sparse; NULL: they are full */
    real lever_matrix; /* lever_u that A was made for; 0: none */
    int *pivots;
} newmark;

/* Sets n and all pointers from nq, nx, ng, nm, into `store`; NULL: only says how many reals it
 * takes. */
size_t newmark_carve(newmark *s, real *store);

/* |z|_Y of a part: root of the mean of (z_i / Y_i)^2. */
real newmark_norm(const newmark_part *part, const real *z);
void newmark_forget_scales(newmark *s);
void newmark_widen_scales(newmark *s, const real *y); /* by an accepted state */

/* Blocks at (t, y) into s->at, without those of constraints or states that do not exist. */
ivp_status newmark_blocks(newmark *s, unsigned want, real t, const real *y);
/* q, u, x and lambda of the unknowns y */
static inline ivp_state newmark_state(const newmark *s, real t, const real *y)
{
    const real *x = y + 2 * s->nq;
    return (ivp_state){ .t = t, .q = y, .u = y + s->nq, .x = x, .lambda = x + s->nx };
}
/* p := G^T lambda - f at a state that no step has led to. */
ivp_status newmark_forces(newmark *s, real t, const real *y);
/* p := p1 by the equation of the step, free of the stiffness that would magnify the last
 * correction. */
void newmark_keep(newmark *s);

/* A step of size h from (t, y), with z0 there. */
ivp_status newmark_begin(newmark *s, real t, real h, const real *y, const real *z0);
/* The two parts of it that others make in their own way: q1, u1, x1 where z1 = z0, from y0 and
 * z0; and G0, of the point (t, y). Other formulas than Newmark's set t1, h, z0, base and what
 * has to do with levers themselves. */
void newmark_base(newmark *s);
ivp_status newmark_directions(newmark *s, real t, const real *y);
/* Has the step size left the range that the matrix serves? */
bool newmark_stale(const newmark *s);
/* Iterates from the z1 that the caller predicts; `build`: with a new matrix. Leaves z1, rise,
 * v, y1. */
ivp_status newmark_correct(newmark *s, bool build);

#endif
