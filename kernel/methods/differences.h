/* differences.h -- a polynomial through equidistant points by its backward differences at the
 * latest one: the memory of a multistep method of quasi-constant step size.
 *
 *     p(t_n + s h) = sum_(j <= degree) d_j s (s + 1) ... (s + j - 1) / j!
 *     d_j = nabla^j y_n
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_DIFFERENCES_H
#define IVP_DIFFERENCES_H

#include <ivp/base.h>

enum { DIFFERENCES_MAX = 7 }; /* highest difference that is kept */

typedef struct differences {
    int n;     /* length of the vectors */
    real h;    /* distance of the points */
    int known; /* d[0 .. known] are good */
    int steps; /* points added since the distance was changed */
    real *d[DIFFERENCES_MAX + 1];
} differences;

/* Takes n (DIFFERENCES_MAX + 1) reals of storage; returns what lies behind. */
real *differences_carve(differences *x, int n, real *storage);

/* The same polynomial, of this degree, by points at distance h: exact for it, higher
 * differences are lost. With h as it is, a copy of everything. */
void differences_rescale(const differences *from, real h, int degree, differences *to);

/* A further point: `top` is its difference of order degree + 1, its distance from the value
 * that the polynomial of this degree has there. */
void differences_add(differences *x, int degree, const real *top);

void differences_at(const differences *x, int degree, real s, real *y);

#endif
