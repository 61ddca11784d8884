/* look.h -- checks the equations and guards of a problem along a given trajectory, at times
 * that are independent of the steps.
 *
 * Sides are not given: the equations use the signs of the guards. So a trajectory on a branch
 * that contradicts its guards has a defect. At (t, y, y') with errors dy, dy' the defect of row
 * k is
 *
 *     q' - u,  u' - a(t, q, u, x),  x' - d     IVP_MECH (a and lambda eliminated)
 *     f - M y'                                 IVP_ODE (M = 1), IVP_LIN
 *     F(t, y, y')                              IVP_DAE
 *
 * Its limit is 1e-6 of the sum of the absolute values of its terms, plus a hundred times the
 * effect of the errors. For y' = f and mechanical problems 1e-7 of the component's largest
 * value over the interval is added.
 *
 * Guards must change sign at reported events, in the event's direction, and nowhere else. A
 * guard that is smaller than its error has no sign.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_LOOK_H
#define REFERENCE_LOOK_H

#include "kernel/problem/instance.h"
#include "reference/witness/complaints.h"

typedef struct look look;

/* n of each: q, u, x or y. */
typedef struct look_point {
    real t;
    const real *y, *yp;
    const real *error, *slope_error;
} look_point;

/* What was seen. */
typedef struct look_seen {
    int times; /* at which the equations could be evaluated */
    double
        width; /* largest distance between two of these, the ends of the interval among them */
    double worst; /* largest defect over what is allowed */
    int events;   /* that were told */
} look_seen;

/* peak: largest modulus of each component, the caller's. NULL: no memory. */
look *look_create(instance *i, const real *peak);
void look_destroy(look *l); /* accepts NULL */
/* Times must ascend. Parameters are those that the instance has now. */
void look_at(look *l, const look_point *p);
/* Where guard k seems to come near zero and go back, between the last three times; NAN:
 * nowhere. There look_turn() sees whether it goes through. */
real look_turns(const look *l, int k);
void look_turn(look *l, int k, const look_point *p);
/* Guard k crossed zero between the last time and the next one: +1 rising, -1 falling. jumped: a
 * reset at that time, of this or another event, changed the state. */
void look_event(look *l, int k, int direction, real t, bool jumped);
/* How far guard k is beyond zero in this direction at (t, y), in units of the largest modulus
 * that it has had. y' is not given to it. */
real look_beyond(look *l, int k, int direction, real t, const real *y);
/* Ends the trajectory at t and reports all failed checks. */
look_seen look_end(look *l, real t, complaints *c);

/* Number of times that can be checked in this many seconds, a power of two. */
int look_afford(instance *i, double seconds);
/* Golden ratio's sequence k = 0 .. n - 1 in (t0, t1): low discrepancy, and in step with
 * nothing. */
void look_times(double t0, double t1, int n, double *t);
void look_sort(double *t, int n); /* ascending */

#endif
