/* derived.h -- blocks of a mechanical problem that it leaves out (.mech.omits), from its g and
 * the complex twin:
 *
 *     G      by columns, gt: derivatives of g by the complex step, exact to rounding
 *     gamma  = -d/ds (G u + gt) along (t, q) = (1, u) at s = 0
 *            by one complex step of G u + gt, if the problem writes both;
 *            else by central differences of h(s) = d/ds g(t + s, q + s u), each value of
 *            which is a complex step, over 2 m points
 *
 *     h'(0) = sum_k w_k (h(k s) - h(-k s)) / s + O(s^2m),
 *     w_k = (-1)^(k+1) (m!)^2 / (k (m - k)! (m + k)!),      m = 4 in double, 8 in quad
 *
 * (Fornberg, Math. Comp. 51 (1988) 699, table 1). Only first derivatives survive in the complex
 * twin, so the second one needs points that lie apart. s is bounded by a
 * change of q and by a length of time. Both
 * bounds shrink where the results of m and m - 1 pairs differ by far more than rounding, and
 * grow where they differ by less.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_DERIVED_H
#define IVP_DERIVED_H

#include <ivp/problem.h>

#include "kernel/problem/cstep.h"

typedef struct derived derived;

/* omits: IVP_GQ, IVP_GT, IVP_GAMMA. twin must outlive it. NULL: no memory */
derived *derived_create(struct cstep *twin, unsigned omits, int nq, int nx, int ng);
void derived_destroy(derived *d); /* accepts NULL */

/* Blocks that the problem writes and derived_terms() reads, where `want` is wanted. */
unsigned derived_needs(const derived *d, unsigned want);

/* Writes the omitted ones of the wanted blocks at a point (t, q, u, x) into out, whole. Where
 * gamma is wanted, out->G is written too if it is omitted, and holds G of the point if not.
 * IVP_DOMAIN: g is not smooth there. */
ivp_status derived_terms(derived *d, unsigned want, const ivp_state *s, const ivp_terms *out);

/* Derivatives of the omitted ones of the wanted blocks along dz, of relative error 1e-10; z and
 * dz: (t, q, u, x, lambda), as of cstep_terms(). */
ivp_status derived_along(derived *d, unsigned want, const real *z, const real *dz,
                         const cstep_blocks *out);

#endif
