/* batch.h -- evaluation at several points at once, and sums over them, for methods of this
 * build.
 *
 * Symbol version IVP_PRIVATE: it may change with any commit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_BATCH_H
#define IVP_BATCH_H

#include <ivp/model.h>

/* Points side by side: component k of point s stands at x[k * IVP_BATCH + s]. If the processor,
 * the arithmetic and the problem support lanes, they cost a fraction of single calls; otherwise
 * the same. Counters count points. Open a batch once, in create(). */
enum { IVP_BATCH = 8 };
ivp_status batch_open(ivp_model *m);
/* IVP_SECOND and IVP_FIRST: t[IVP_BATCH]; v, vp, a: nv x IVP_BATCH; y, f: n x IVP_BATCH */
ivp_status batch_accel(ivp_model *m, const real *t, const real *v, const real *vp, real *a);
ivp_status batch_rhs(ivp_model *m, const real *t, const real *y, real *f);
/* Only the first points are needed; the others must still hold valid arguments. */
ivp_status batch_rhs_points(ivp_model *m, int points, const real *t, const real *y, real *f);
/* Returns whether batch_open() found lanes; otherwise points are evaluated one by one. */
bool batch_has_lanes(const ivp_model *m);

/* Sums over the points of a batch, for stages that depend on each other:
 *
 *     out_k[s] = base_k + h c_s slope_k + hA sum_j A_sj x_k[j],  A_sj = A[j * IVP_BATCH + s] */
typedef struct batch_sums {
    const real *A, *c;
    real h, hA;
} batch_sums;

/* k < n; slope may be NULL: zero */
void batch_collocate(const ivp_model *m, int n, const batch_sums *sums, const real *base,
                     const real *slope, const real *x, real *out);

/* Both sums of v'' = f at once, from y = (v, v'), n each, into out = (V, V'). V uses the first
 * sums with slope v', V' the second ones without slope */
void batch_collocate_second(const ivp_model *m, int n, const batch_sums sums[2], const real *y,
                            const real *x, real *out);

/* sqrt(sum_k w_k^2 sum_s (x_k[s] - y_k[s])^2) for k < n; y may be NULL: zero */
real batch_distance(const ivp_model *m, int n, const real *w, const real *x, const real *y);

/* x_k += B[k] (y_k - x_k) for k < n, by columns as A, NULL: I; returns the distance of x from y
 * before. */
real batch_relax(const ivp_model *m, int n, const real *w, const real *const *B, real *x,
                 const real *y);

/* Sums over k < n and all points of w_k^2 dx^2, w_k^2 dx df and w_k^2 df^2, where dx = x[0] -
 * x[1] and df = f[0] - f[1]: products for difference quotients df/dx. */
void batch_moments(const ivp_model *m, int n, const real *w, const real *const x[2],
                   const real *const f[2], real sums[3]);

/* ivp_rhs_jac() for simplified Newton iterations, which need an approximate J only. If a batch
 * is open and has lanes, mechanical problems use central differences in lanes. Their error is
 * 1e-8 of the largest entry. J is full. */
ivp_status batch_rhs_jac_near(ivp_model *m, real t, const real *y, ivp_mat J);

#endif
