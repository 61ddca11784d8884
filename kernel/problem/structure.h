/* structure.h -- the structure of a problem's saddle point, found by looking. */
#ifndef IVP_STRUCTURE_H
#define IVP_STRUCTURE_H

#include "kernel/linear/elimination.h"
#include "kernel/problem/mech.h"

/* A plan for [M G^T; G 0], read from M and G as they lie one behind the other, from M and G at points around y = (q, u, x) and all over [t0, t1]. NULL:
 * the matrix is not symmetric, no order of pivots is safe, or memory is short. */
elimination_plan *structure_plan(mech *m, real t0, real t1, const real *y);

#endif
