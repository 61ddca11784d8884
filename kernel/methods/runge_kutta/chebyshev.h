/* chebyshev.h -- coefficients of the second-order Runge-Kutta-Chebyshev method with s stages,
 * stage by stage. Numbers are those of the equations of Sommeijer, Shampine, Verwer, "RKC: an
 * explicit solver for parabolic PDEs", J. Comput. Appl. Math. 88 (1998), 315-326.
 *
 *     Y_0 = y
 *     Y_1 = Y_0 + h mu'_1 F_0                                                         (2.1)
 *     Y_j = (1 - mu_j - nu_j) Y_0 + mu_j Y_(j-1) + nu_j Y_(j-2)
 *           + h mu'_j F_(j-1) + h gamma_j F_0,          F_j = f(t + c_j h, Y_j)
 *     y1  = Y_s
 *
 *     w_0 = 1 + eps / s^2, eps = 2/13,    w_1 = T_s'(w_0) / T_s''(w_0)                (2.3)
 *     b_j = T_j''(w_0) / T_j'(w_0)^2,     b_0 = b_1 = b_2
 *     a_j = 1 - b_j T_j(w_0),             mu'_1 = b_1 w_1                             (2.2)
 *     mu_j = 2 b_j w_0 / b_(j-1),         nu_j = -b_j / b_(j-2)
 *     mu'_j = 2 b_j w_1 / b_(j-1),        gamma_j = -a_(j-1) mu'_j
 *
 * with Chebyshev's polynomials T_j. b_1 = b_2 is that of the authors' code rkc.f, where the
 * paper prints 1 / w_0: then c_j h is the time of stage j for j = 1 too,
 *
 *     c_0 = 0,   c_1 = mu'_1,   c_j = mu_j c_(j-1) + nu_j c_(j-2) + mu'_j + gamma_j
 *
 * A step is stable for h lambda from -beta to 0 with beta near 2/3 (s^2 - 1) (1 - 2 eps / 15);
 * rkc.f asks for s^2 >= 1 + 1.54 h rho, rho the spectral radius. Its least number of stages is
 * two. Here it is three. The error of a step has two parts, one for each tree of order three.
 * With two stages the estimate (2.9) sees them with factors 1.20 and 1.43. If they have unlike
 * signs, it may be half the error. With three stages the factors are 1.45 and 1.50.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RUNGE_KUTTA_CHEBYSHEV_H
#define KERNEL_METHODS_RUNGE_KUTTA_CHEBYSHEV_H

#include <ivp/base.h>

enum { CHEBYSHEV_LEAST = 3 }; /* stages */

/* T_j(w), T_j'(w), T_j''(w) */
typedef struct chebyshev_value {
    real value, first, second;
} chebyshev_value;

/* The recurrence between two stages: j is the last that is known, [0] belongs to it and [1] to
 * the one before. */
typedef struct chebyshev {
    real w0, w1;
    int j;
    chebyshev_value T[2];
    real b[2], c[2];
} chebyshev;

typedef struct chebyshev_stage {
    real mu, nu;      /* of Y_(j-1), Y_(j-2) */
    real h_f, h_f0;   /* mu'_j and gamma_j */
    real c_of_last_f; /* c_(j-1) */
} chebyshev_stage;

/* At least CHEBYSHEV_LEAST stages; *x is at stage 1 and c[0] = mu'_1. */
void chebyshev_begin(chebyshev *x, int stages);
chebyshev_stage chebyshev_next(chebyshev *x); /* j = 2, 3 ... */

/* The stages that a step with h rho = z needs, CHEBYSHEV_LEAST or more; z is below 1e12. */
int chebyshev_stages(real z);
/* The largest z that so many stages take. */
real chebyshev_bound(int stages);

#endif
