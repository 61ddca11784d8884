/* divided.h -- a polynomial through points at unequal distances by modified divided
 * differences: the memory of multistep methods whose step size varies.
 *
 *     psi_j = t_n - t_(n-j)
 *     phi_j = psi_1 psi_2 ... psi_j y[t_n, t_(n-1), ..., t_(n-j)],     phi_0 = y_n
 *
 * With equal distances phi_j are the backward differences of y. Seen from the next point
 * t_(n+1) = t_n + h, at which psi_j(n+1) = h + psi_(j-1)(n), the polynomial of degree k has
 *
 *     beta_j     = prod_(i<=j) psi_i(n+1) / psi_i(n)
 *     p(t_(n+1)) = sum_(j<=k) beta_j phi_j
 *     p'         = sum_(j<=k) gamma_j beta_j phi_j,     gamma_j = sum_(i<=j) 1 / psi_i(n+1)
 *
 * and with delta = y_(n+1) - p(t_(n+1)) the differences there are
 *
 *     phi_(k+1)(n+1) = delta
 *     phi_j(n+1)     = beta_j phi_j(n) + phi_(j+1)(n+1),     j = k, ..., 0
 *
 * Krogh: Changing stepsize in the integration of differential equations using modified divided
 * differences, Lecture Notes in Math. 362 (1974); Brenan, Campbell, Petzold: Numerical Solution
 * of Initial-Value Problems in Differential-Algebraic Equations, 5.2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_MULTISTEP_DIVIDED_H
#define KERNEL_METHODS_MULTISTEP_DIVIDED_H

#include <ivp/base.h>

enum { DIVIDED_MAX = 14 }; /* highest difference that is kept */

typedef struct divided {
    int n;                     /* length of the vectors */
    int most;                  /* highest difference that there is storage for */
    int known;                 /* phi[0 .. known] are good, psi[1 .. known] */
    real psi[DIVIDED_MAX + 1]; /* psi[0] = 0 */
    real *phi[DIVIDED_MAX + 1];
} divided;

/* Takes n (most + 1) reals of storage; returns what lies behind. */
real *divided_carve(divided *x, int n, int most, real *storage);

/* One point, and a second one at a distance h before it on the line of this slope. */
void divided_begin(divided *x, real h, const real *y, const real *slope);

/* The same polynomial seen from a further point at a distance h: psi and beta_j phi_j for j <=
 * degree. The vectors of both are different ones. */
void divided_ahead(const divided *from, real h, int degree, divided *to);
/* Its value there, and its slope (NULL: not wanted). */
void divided_predict(const divided *ahead, int degree, real *y, real *slope);
/* The further point lies delta from the value of degree `degree`. Where beta phi of one degree
 * more is there, the difference of order degree + 2 comes with it. */
void divided_add(divided *ahead, int degree, const real *delta);

/* y at t_n + s of the polynomial of this degree. */
void divided_at(const divided *x, int degree, real s, real *y);

#endif
