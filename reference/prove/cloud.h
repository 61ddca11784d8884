/* cloud.h -- a set of states { centre + axes s : |s_k| <= half_k }, a parallelepiped. Its axes
 * follow the flow, which avoids the wrapping effect of boxes.
 *
 * Lohner, Enclosing the solutions of ordinary initial and boundary value problems, 1987. m is
 * the image of the centre, with small errors e; S is the derivative of the flow along the axes,
 * over the whole set:
 *
 *     image = m + e,  S s + e in axes' s',  s' = (axes'^-1 S) s + axes'^-1 e
 *
 * where axes' has, scaled by the components' sizes, orthonormal columns: those of S times half,
 * the longest first. Any regular matrix gives an enclosure; this one keeps it small.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_CLOUD_H
#define REFERENCE_PROVE_CLOUD_H

#include <stdbool.h>

#include "reference/prove/ball.h"

typedef struct cloud {
    int n;
    slong low;      /* bits of the axes */
    arb_ptr centre; /* exact */
    arb_mat_t axes; /* exact */
    mag_ptr half;
} cloud;

void cloud_init(cloud *c, int n, slong low);
void cloud_clear(cloud *c);
void cloud_copy(cloud *to, const cloud *from);
/* The box. */
void cloud_set(cloud *c, arb_srcptr box);
/* Smallest box around it, in `prec` bits. */
void cloud_box(const cloud *c, arb_ptr box, slong prec);
/* Its image: that of the centre, the derivative S = D phi axes; size: of the components,
 * positive. false if axes cannot be inverted or a radius is not finite. */
bool cloud_map(cloud *c, arb_srcptr image, const arb_mat_t S, const double *size);

#endif
