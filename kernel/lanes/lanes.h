/* lanes.h -- evaluation of many points of a mechanical problem or an ODE in SIMD lanes. There
 * is one object per width; opening a model chooses it.
 *
 * lanes.c is compiled once per width in the arithmetic IVP_LANES; signatures here hold doubles
 * only. A batch of LANES_MOST points is stored component by component: point s of component k
 * is x[k * LANES_MOST + s].
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_KERNEL_LANES_H
#define IVP_KERNEL_LANES_H

#include <ivp/base.h>

enum { LANES_MOST = 8 };

struct elimination_plan;
typedef struct lanes lanes;

/* What a batch is of. */
typedef struct lanes_setup {
    const void *problem; /* descriptor in the arithmetic and width of this code */
    int n, nq, nx, ng, np;
    const struct elimination_plan *plan; /* of the saddle point; NULL for an ODE */
    const struct elimination_code *code; /* the same in this arithmetic; NULL: none */
    bool assigns;                        /* blocks need not be zeroed: see ivp_mech_problem */
} lanes_setup;

/* Set of points for which a call gives no result, bit s for point s. */
typedef unsigned lanes_bad;

typedef struct lane_code {
    int width;
    const char *arith; /* folder of plug-ins: "lanes8" */
    bool (*supported)(void);
    lanes *(*create)(const lanes_setup *setup); /* NULL: out of memory */
    void (*destroy)(lanes *l);                  /* accepts NULL */
    void (*parameters)(lanes *l, const double *p);
    /* The blocks of accelerate() alone, to see what they cost. */
    void (*terms)(lanes *l, const double *t, const double *q, const double *u);
    /* Accelerations at q, u of the first `points` of a batch, with Baumgarte's alpha and beta
     * (mech.h). Of a problem with first-order states x stands behind u, and x' is put behind
     * a. */
    lanes_bad (*accelerate)(lanes *l, int points, const double *t, const double *q,
                            const double *u, double alpha, double beta, double *a);
    /* f(t, y) of an ODE, likewise */
    lanes_bad (*f)(lanes *l, int points, const double *t, const double *y, double *f);
    /* out_k[s] = base_k + h c[s] slope_k + h^power sum_j A[j][s] x_k[j]  for k < n; slope may
     * be NULL. A by columns: A[j * 8 + s]. */
    void (*collocate)(int n, const double *A, const double *c, double h, double hA,
                      const double *base, const double *slope, const double *x, double *out);
    /* Twice that from one x: of y = (v, v') by AA with slope v', and of v' by A, into (V,
     * V'). */
    void (*collocate_second)(int n, const double *AA, const double *A, const double *c,
                             double h, const double *y, const double *x, double *out);
    /* sqrt(sum_k w_k^2 sum_s (x_k[s] - y_k[s])^2) for k < n; y may be NULL: zero */
    double (*distance)(int n, const double *w, const double *x, const double *y);
    /* x_k += B[k] (y_k - x_k) for k < n, by columns as A, NULL: I; the distance of x from y
     * before */
    double (*relax)(int n, const double *w, const double *const *B, double *x, const double *y);
    /* sums over k < n and all points of w_k^2 dx^2, w_k^2 dx df, w_k^2 df^2, where
     * dx = x[0] - x[1] and df = f[0] - f[1] */
    void (*moments)(int n, const double *w, const double *const x[2], const double *const f[2],
                    double sums[3]);
} lane_code;

extern const lane_code lanes_2, lanes_4, lanes_8;

/* The widest code that this processor runs, of at most so many lanes; NULL: none. */
const lane_code *lanes_here(int most);

#endif
