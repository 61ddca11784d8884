/* extrapolate.h -- extrapolation methods: results of a basic method over one basic step H, with
 * more and more equal substeps, are extrapolated to substep length zero.
 *
 *     n_j     = first + (j - 1) stride
 *     T_j1    = result with n_j substeps
 *     T_j,k+1 = T_jk + (T_jk - T_j-1,k) / ((n_j / n_j-k)^power - 1),   k < j
 *     error   = |T_jj - T_j,j-1| = O(H^(power (j - 1) + 1))
 *
 * `power` is 2 for a basic method with an expansion in h^2, 1 for one in h. A step ends with
 * the first column, from the third on, whose error is below the tolerance. Hairer, Norsett,
 * Wanner, Solving ODEs I, II.8 and II.9.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_EXTRAPOLATE_H
#define REFERENCE_EXTRAPOLATE_H

#include <ivp/base.h>

typedef struct family {
    const char *name;
    int columns, first, stride, power;
    real amplification; /* sum of the moduli of the last column's weights */
} family;

/* Gragg-Bulirsch-Stoer: modified midpoint rule without smoothing, n_j = 2 j, 12 columns. */
extern const family family_gbs;
/* Extrapolated implicit Euler: n_j = 6, 7 ... 21, 16 columns. The first number must not be 1:
 * transients are damped only by (1 + H/(n eps))^-n. */
extern const family family_iex;
/* The same with n_j = 6, 12 ... 96: four times the work, a hundredth of the rounding errors. */
extern const family family_iex_wide;

typedef struct basic_method {
    void *self;
    /* y1 := result of `substeps` substeps from (t, y) over H */
    ivp_status (*run)(void *self, real t, const real *y, real H, int substeps, real *y1);
} basic_method;

typedef struct extrapolation {
    const family *family;
    basic_method basic;
    int n;
    const bool *counted;  /* components in the error norm; NULL: all */
    const double *weight; /* sizes that count as zero, over those without; NULL: all 1 */
    real tol, h;          /* tolerance; next basic step, 0 at first */
    real *peak;           /* largest modulus of each component so far */
    real *table, *trial;  /* columns x n, n */
    int shrunk;           /* successive steps that had to shrink, and the first of them */
    real longest, recent; /* and the longest accepted of the last ones */
    long accepted, rejected;
    ivp_status obstacle; /* why the last rejected step was */
} extrapolation;

/* NULL when memory is short. IVP_E_INVALID of extrapolation_to(): tol is below what the
 * family's rounding allows. The basic method stays the caller's. */
extrapolation *extrapolation_create(const family *f, const basic_method *basic, int n,
                                    real tol);
void extrapolation_destroy(extrapolation *e); /* accepts NULL */
real family_least_tol(const family *f);

/* From (*t, y) to t1; the last step ends exactly there. IVP_E_STEP_TOO_SMALL when steps
 * shrink and lose ten decades; `obstacle` tells by what. */
ivp_status extrapolation_to(extrapolation *e, real *t, real t1, real *y);
/* One accepted step towards t1 > *t. */
ivp_status extrapolation_step(extrapolation *e, real *t, real t1, real *y);

#endif
