/* gauss_error.h -- the error of a step of Gauss collocation, from the Legendre coefficients of
 * its right-hand sides.
 *
 * All norms are in units of the tolerance. D is the jump at t_n between this polynomial and the
 * last one. c is the last Legendre coefficient of h F, and M the norm of h F:
 *
 *     err = 0.03 D c / M,     c^2 / M where there is no last polynomial
 *
 * This is proportional to h^16, as the error is. It is not valid if the coefficients decay
 * slowly, by rho from one pair to the next. Then c rho^16 is used if it is larger.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_ERROR_H
#define KERNEL_METHODS_GAUSS_GAUSS_ERROR_H

#include <ivp/base.h>

typedef struct gauss_series {
    int n;
    real h;
    const real *weight; /* n: 1 / tolerance */
    const real *coef,
        *last; /* n x GAUSS_STAGES: of this step, of the one before; NULL: there is none */
} gauss_series;

/* size: M */
real gauss_error(const gauss_series *s, real size);
/* Of the polynomial inside the step, by the first coefficient that it lacks: c_7 continued as
 * c_6 leads to it. As an error that behaves like h^16, so that one law serves both. */
real gauss_error_inside(const gauss_series *s);

#endif
