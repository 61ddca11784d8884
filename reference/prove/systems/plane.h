/* plane.h -- vectors of the plane over recorded numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_SYSTEMS_PLANE_H
#define REFERENCE_PROVE_SYSTEMS_PLANE_H

#include "reference/prove/system.h"

typedef struct vec {
    num x, y;
} vec;

static inline vec scaled(num k, vec a) { return (vec){ mul(k, a.x), mul(k, a.y) }; }
static inline vec plus(vec a, vec b) { return (vec){ add(a.x, b.x), add(a.y, b.y) }; }
static inline vec minus(vec a, vec b) { return (vec){ sub(a.x, b.x), sub(a.y, b.y) }; }
static inline vec neg_vec(vec a) { return (vec){ neg(a.x), neg(a.y) }; }
static inline num dot(vec a, vec b) { return add(mul(a.x, b.x), mul(a.y, b.y)); }
/* Turned by 90 degrees. */
static inline vec left_of(vec a) { return (vec){ neg(a.y), a.x }; }

#endif
