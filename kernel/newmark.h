/* newmark.h -- one step of the Newmark family for mechanical systems with position constraints:
 * its nonlinear system, and Newton's iteration for it.
 *
 * Unknowns are z = (a, lambda, x') at the end t1 = t0 + h of the step, y = (q, u, x, lambda):
 *
 *     q1 = q0 + h u0 + h^2 ((1/2 - beta) a0 + beta a1)
 *     u1 = u0 + h ((1 - gamma) a0 + gamma a1)
 *     x1 = x0 + h ((1 - rho) x'0 + rho x'1)
 *     0  = M a1 / (1 + alpha) + p1 - alpha / (1 + alpha) p0        p = G^T lambda - f
 *     0  = g(t1, q1) / (beta h^2)
 *     0  = x'1 - d(t1, q1, u1, x1, lambda1)
 *
 * M is taken at t1 + shift h and q1 + shift (q1 - q0). With g scaled like this the matrix of
 * the iteration stays well conditioned as h goes to zero, and its constraint rows do not depend
 * on h. */
#ifndef IVP_NEWMARK_H
#define IVP_NEWMARK_H

#include <ivp/model.h>

/* The unknowns that steer iteration and step size: accelerations, derivatives of states. */
typedef struct newmark_part {
    int at, n;     /* where in z */
    real *scale;   /* Y_i = max(1, largest |q_i| or |x_i| so far) */
    real constant; /* local error = unit (z1 - z0), unit = constant h^2 (q), constant h (x) */
    real unit;
    real lever;  /* change of q1 (x1) for a change of z1 */
    real before; /* norm of the correction before */
} newmark_part;

typedef struct newmark {
    ivp_model *m;
    int nq, nx, ng, n; /* n = length of z; y has nq + n */
    real alpha, beta, gamma, rho, shift;
    real eps; /* iteration stops when it changes the local error by less than 0.1 % of eps */
    bool rounding; /* it stops at rounding level only */
    newmark_part q, x;

    real t1, h;
    real *y0, *y1, *z0, *z1, *rise; /* rise = z1 - z0 */
    real *p;                        /* p0; after newmark_keep() p1 */

    real *r, *inertia, *y_shifted; /* work */
    ivp_blocks at, shifted;
    ivp_derivatives d;
    ivp_mat A;
    real h_matrix; /* step size that A was made for; 0: none */
    int *pivots;
} newmark;

/* Sets n and all pointers from nq, nx, ng, into `store`; NULL: only says how many reals it
 * takes. */
size_t newmark_carve(newmark *s, real *store);

/* |z|_Y of a part: root of the mean of (z_i / Y_i)^2. */
real newmark_norm(const newmark_part *part, const real *z);
void newmark_forget_scales(newmark *s);
void newmark_widen_scales(newmark *s, const real *y); /* by an accepted state */

/* p := G^T lambda - f at a state that no step has led to. */
ivp_status newmark_forces(newmark *s, real t, const real *y);
/* p := p1 by the equation of the step, free of the stiffness that would magnify the last
 * correction. */
void newmark_keep(newmark *s);

/* A step of size h from (t, y), with z0 there. */
void newmark_begin(newmark *s, real t, real h, const real *y, const real *z0);
/* Has the step size left the range that the matrix serves? */
bool newmark_stale(const newmark *s);
/* Iterates from the z1 that the caller predicts; `build`: with a new matrix. Leaves z1, rise,
 * y1. */
ivp_status newmark_correct(newmark *s, bool build);

#endif
