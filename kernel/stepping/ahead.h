/* ahead.h -- finds the signs of guards immediately after a state.
 *
 * A guard that is not zero keeps its sign. A guard that is zero within the resolution of time
 * is evaluated along y' at a sequence of short times, until two in a row agree.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_AHEAD_H
#define IVP_AHEAD_H

#include "kernel/problem/instance.h"

typedef struct ahead ahead;

/* Computes y' after t with the sides in p, and the algebraic unknowns of y. For LIN and DAE,
 * where this requires the solution of equations. */
typedef ivp_status (*ahead_slopes)(void *context, real t, real *y, real *yp);

/* NULL: out of memory. slopes: NULL where the form is ODE or MECH. */
ahead *ahead_create(instance *i, ahead_slopes slopes, void *context);
void ahead_destroy(ahead *a); /* accepts NULL */

/* Shortest step near t: 32 eps |t|; near 0, 32 eps of 1e-4 of the interval. */
real ahead_resolution(const instance *i, real t);

/* Signs of guards number[0] .. number[n - 1] of the table immediately after t:
 *     sign[k]    +1, -1, or 0: it cannot be told
 *     clear[k]   how long until it can be seen; 0: at once
 *     noise[k]   moduli up to 16 of these count as zero; NULL: 0
 * `canonical` (q, u, x or y) is not changed. yp: y' there; NULL: it is computed. A status other
 * than IVP_OK means that y' cannot be computed; all signs are then those of the guards at
 * t. */
ivp_status ahead_look(ahead *a, real t, const real *canonical, const real *yp, int n,
                      const int *number, const real *noise, int *sign, real *clear);
real ahead_value(const ahead *a, int k); /* of the last look: the guard itself at t */
int ahead_rate(const ahead *a, int k); /* ... the sign of its rate of change; 0: none is seen */

/* Guards at a state: ahead_place(), then their values. */
ivp_status ahead_place(ahead *a, real t, const real *canonical);
void ahead_values(const ahead *a, int n, const int *number, real *value);

#endif
