/* ahead.h -- on which side of zero guards are just behind a state: looked for, not assumed.
 *
 * A guard that is away from zero is where its sign says. One that is zero as far as times can be told apart is followed along
 * y' over a ladder of short times, until two rungs agree. */
#ifndef IVP_AHEAD_H
#define IVP_AHEAD_H

#include "kernel/problem/instance.h"

typedef struct ahead ahead;

/* y' behind t with the sides as they are in p: of LIN and DAE, whose unknowns need equations solved; else NULL. */
typedef ivp_status (*ahead_slopes)(void *context, real t, real *y, real *yp);

ahead *ahead_create(instance *i, ahead_slopes slopes, void *context); /* NULL: out of memory */
void ahead_destroy(ahead *a);

/* Times that cannot be told apart around t. */
real ahead_resolution(const instance *i, real t);

/* sign[k] of guard number[k]: +1, -1, or 0: cannot be told; clear[k]: how long until it can be seen. `canonical` (q, u, x or y) is
 * not changed; yp NULL: computed. noise[k]: what its value may be where it is zero; NULL: nothing. A status: y' cannot be had, all signs are those of the guards. */
ivp_status ahead_look(ahead *a, real t, const real *canonical, const real *yp, int n, const int *number, const real *noise,
                      int *sign, real *clear);
real ahead_value(const ahead *a, int k); /* of the last look: the guard itself */
/* Of the last look: sign of the guard's rate of change, 0: none to be seen. */
int ahead_rate(const ahead *a, int k);

#endif
