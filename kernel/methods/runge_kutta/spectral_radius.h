/* spectral_radius.h -- an upper estimate of the spectral radius of df/dy by a nonlinear power
 * method, from values of f alone.
 *
 *     v_(k+1) = f(t, y + v_k) - f(t, y), scaled to |v| = |y| sqrt(2^-52)
 *     sigma_k = |f(t, y + v_k) - f(t, y)| / |v_k|
 *
 * in the 2-norm, until sigma changes by 1 %; the estimate is 1.2 sigma. The last direction
 * begins the next estimate. The first one has random parts in all unknowns. f itself would be
 * wrong: where the fast parts have died out it is smooth, and the method settles on a slow one.
 * A pair of complex eigenvalues may keep sigma moving. After 50 evaluations the largest sigma
 * counts.
 *
 * Sommeijer, Shampine, Verwer, J. Comput. Appl. Math. 88 (1998), section 3, and rkc.f.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RUNGE_KUTTA_SPECTRAL_RADIUS_H
#define KERNEL_METHODS_RUNGE_KUTTA_SPECTRAL_RADIUS_H

#include <ivp/model.h>

enum { SPECTRAL_RADIUS_MOST = 50 }; /* evaluations */

typedef struct spectral_radius {
    ivp_model *m;
    int n;
    real *v;       /* n: the direction; its owner provides it */
    bool known;    /* v is one */
    bool settled;  /* the last estimate changed by less than 1 % in the end */
    real estimate; /* 1 / unit of t */
} spectral_radius;

/* f = f(t, y), n; at, f_at: n numbers of work. Rates below `small` need no accuracy. */
ivp_status spectral_radius_estimate(spectral_radius *x, real t, const real *y, const real *f,
                                    real small, real *at, real *f_at);

#endif
