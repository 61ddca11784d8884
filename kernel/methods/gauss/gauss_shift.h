/* gauss_shift.h -- the fixed-point iteration of gauss.c as a simplified Newton iteration whose
 * Jacobian is a number:
 *
 *     F += (I - lambda h A)^-1 (f(Y(F)) - F)
 *
 * Where f_y has eigenvalues nu between 0 and -L, plain iteration (lambda = 0) contracts like L,
 * this one like |nu - lambda|, half of it for lambda = -L / 2: the damping of a controller. The
 * matrix has the size of the stages and acts on every component alike.
 *
 * What f does along the last change of the stages, df beside dY (weighted), is looked at once a
 * step:
 *
 *     r = (dY, df) / (dY, dY)       the mean of nu over the directions that converge slowest
 *     L = -(df, df) / (dY, df)      the mean over the same, dominated by what is largest;
 *                                   only where dY and df are nearly parallel
 *
 * and lambda = -p L with the running mean of L where that is steady, and 0 where it is not. p
 * goes down while r says that what is left lies on the side of 0, and up while it lies on the
 * other one. */
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
