/* trail.h -- a walk along a trajectory on file, with its events. It checks equations and guards
 * (look.h), and resets, which must make the right limits from the left ones.
 *
 * The trajectory is doubles to 2e-16 of a column, so it is summed in double, by
 *
 *     y  = sum c_k T_k(s)        y' = sum k c_k U_k-1(s) ds/dt
 *
 * with errors of the bar and 2e-16 of the largest value, and of 2 n^2 / length times that in
 * y'. The equations are evaluated in the arithmetic of the program: in quad by the witness, in
 * double by ivpbench-scan.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_TRAIL_H
#define REFERENCE_TRAIL_H

#include "reference/file/ref.h"
#include "reference/witness/look.h"

typedef struct trail trail;

/* r must have pieces. peak: trail_peaks(), the caller's. NULL: no memory. */
trail *trail_create(const ref *r, instance *i, const real *peak);
void trail_destroy(trail *a); /* accepts NULL */
/* Looks at n ascending times. Each walk begins anew; the instance is reset before and after.
 * false: no memory. */
bool trail_walk(trail *a, const double *t, int n, complaints *c, look_seen *seen);
int trail_jumps(const trail *a); /* that resets made in the last walk */

/* Largest modulus of n components over states and pieces. */
void trail_peaks(const ref *r, int n, real *peak);

#endif
