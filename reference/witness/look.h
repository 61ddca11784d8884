/* look.h -- the equations and guards of a problem along a trajectory that somebody gives, at
 * times that no step has chosen.
 *
 * Sides are not told: the equations decide by the signs of the guards, so that a trajectory
 * which follows another branch than its guards say has a defect. At (t, y, y') with errors dy,
 * dy' the defect of row k,
 *
 *     q' - u,  u' - a(t, q, u, x),  x' - d     IVP_MECH (a and lambda eliminated)
 *     f - M y'                                 IVP_ODE (M = 1), IVP_LIN
 *     F(t, y, y')                              IVP_DAE
 *
 * may be 1e-6 of the sum of the moduli of its parts, and a hundred times what the errors do to
 * it; of y' = f and mechanical problems 1e-7 of the component's largest value over the interval
 * besides.
 *
 * Guards must change their sign, in their direction, where an event is told and nowhere else; a
 * guard that the errors can turn round has no sign there. */
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
/* Between the last time and the next guard k has met zero: +1 rising, -1 falling; `jumped`: a
 * reset of this or another event at that time has moved the state. */
void look_event(look *l, int k, int direction, real t, bool jumped);
/* The trajectory ends at t. All that was wrong is told. */
look_seen look_end(look *l, real t, complaints *c);

/* How many times may be looked at in so many seconds, a power of two. */
int look_afford(instance *i, double seconds);
/* Golden ratio's sequence k = 0 .. n - 1 in (t0, t1): low discrepancy, and in step with
 * nothing. */
void look_times(double t0, double t1, int n, double *t);
void look_sort(double *t, int n); /* ascending */

#endif
