/* ahead.h -- on which side of zero guards are just behind a state: looked for, not assumed.
 *
 * A guard that is away from zero is where its sign says. One that is zero as far as times
 * can be told apart is followed along y' over a ladder of short times, until two rungs
 * agree. */
#ifndef IVP_AHEAD_H
#define IVP_AHEAD_H

#include "kernel/problem/instance.h"

typedef struct ahead ahead;

/* y' behind t with the sides as they are in p, and the algebraic unknowns of y anew: of LIN
 * and DAE, whose unknowns need equations solved. */
typedef ivp_status (*ahead_slopes)(void *context, real t, real *y, real *yp);

/* NULL: out of memory. slopes: NULL where the form is ODE or MECH. */
ahead *ahead_create(instance *i, ahead_slopes slopes, void *context);
void ahead_destroy(ahead *a); /* accepts NULL */

/* Two times around t that differ by less are not worth a step: 32 eps of |t|, around 0 of
 * 1e-4 of the interval. */
real ahead_resolution(const instance *i, real t);

/* Guards number[0] .. number[n - 1] of the table just behind t:
 *     sign[k]    +1, -1, or 0: it cannot be told
 *     clear[k]   how long until it can be seen; 0: at once
 *     noise[k]   moduli up to 16 of these count as zero; NULL: 0
 * `canonical` (q, u, x or y) is not changed; yp: y' there, NULL: it is computed. A status
 * means that y' cannot be had: then all signs are those of the guards at t. */
ivp_status ahead_look(ahead *a, real t, const real *canonical, const real *yp, int n,
                      const int *number, const real *noise, int *sign, real *clear);
real ahead_value(const ahead *a, int k); /* of the last look: the guard itself at t */
int ahead_rate(const ahead *a, int k); /* ... the sign of its rate of change; 0: none is seen */

/* Guards at a state: ahead_place(), then their values. */
ivp_status ahead_place(ahead *a, real t, const real *canonical);
void ahead_values(const ahead *a, int n, const int *number, real *value);

#endif
