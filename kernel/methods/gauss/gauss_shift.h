/* gauss_shift.h -- the fixed-point iteration of gauss.c as a simplified Newton iteration whose
 * Jacobian is a number:
 *
 *     F += (I - lambda h A)^-1 (f(Y(F)) - F)
 *
 * If f_y has eigenvalues nu between 0 and -L, plain iteration (lambda = 0) contracts like L.
 * This one contracts like |nu - lambda|, which is L / 2 for lambda = -L / 2. The damping of a
 * controller has such eigenvalues. The matrix has the size of the stages and is the same for
 * every component.
 *
 * Each step estimates eigenvalues from the last change of the stages, dY, and the change df of
 * f along it (weighted):
 *
 *     r = (dY, df) / (dY, dY)       the mean of nu over the directions that converge slowest
 *     L = -(df, df) / (dY, df)      the mean over the same, dominated by what is largest;
 *                                   only where dY and df are nearly parallel
 *
 * If the running mean of L is steady, lambda = -p L with this mean; otherwise lambda = 0. p
 * decreases while r shows that the remaining error lies near eigenvalue 0, and increases while
 * it lies near -L.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_SHIFT_H
#define KERNEL_METHODS_GAUSS_GAUSS_SHIFT_H

#include <ivp/base.h>

typedef struct gauss_shift {
    real lambda;
    real part;         /* p */
    real mean, spread; /* of -L; both 0: not known */
} gauss_shift;

void gauss_shift_reset(gauss_shift *s);

/* -lambda h, at most 32 */
real gauss_shift_z(const gauss_shift *s, real h);

/* After an iteration that converged: (dY, dY), (dY, df), (df, df). */
void gauss_shift_learn(gauss_shift *s, const real moments[3]);

/* After one that did not. */
void gauss_shift_fail(gauss_shift *s);

#endif
