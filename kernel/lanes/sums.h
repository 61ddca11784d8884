/* sums.h -- sums over the points of a batch, in vectors of IVP_WIDTH doubles; lanes.h says
 * which.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_LANES_SUMS_H
#define IVP_LANES_SUMS_H

#include <ivp/base.h>
#include <math.h>
#include <string.h>

#include "kernel/lanes/lanes.h"

enum { W = IVP_WIDTH };

static real load(const double *x)
{
    real v;
    memcpy(&v, x, sizeof v);
    return v;
}

static void store(double *x, real v) { memcpy(x, &v, sizeof v); }

/* a b + c, rounded once where the width has an instruction for it; sums over stages alone:
 * blocks and eliminations keep the operations of the scalar code. */
static real fused(real a, real b, real c)
{
#if IVP_WIDTH == 2
    return a * b + c;
#else
    return ivp_lane_fma(a, b, c);
#endif
}

static void collocate(int n, const double *A, const double *c, double h, double hA,
                      const double *base, const double *slope, const double *x, double *out)
{
    for (int s = 0; s < LANES_MOST; s += W) {
        real column[LANES_MOST];
#pragma GCC unroll 8
        for (int j = 0; j < LANES_MOST; j++) column[j] = hA * load(A + j * LANES_MOST + s);
        const real along = h * load(c + s);
        for (int k = 0; k < n; k++, x += LANES_MOST) {
            real sum = base[k] + (slope ? along * slope[k] : ivp_of(0)), more = ivp_of(0);
#pragma GCC unroll 4 /* so that the columns stay in registers */
            for (int j = 0; j < LANES_MOST; j += 2) {
                sum = fused(column[j], ivp_of(x[j]), sum);
                more = fused(column[j + 1], ivp_of(x[j + 1]), more);
            }
            store(out + k * LANES_MOST + s, sum + more);
        }
        x -= n * LANES_MOST;
    }
}

static void scaled(real *column, double h, const double *A)
{
#pragma GCC unroll 8
    for (int j = 0; j < LANES_MOST; j++) column[j] = h * load(A + j * LANES_MOST);
}

static void collocate_second(int n, const double *AA, const double *A, const double *c,
                             double h, const double *y, const double *x, double *out)
{
    for (int s = 0; s < LANES_MOST; s += W) {
        real twice[LANES_MOST], once[LANES_MOST];
        scaled(twice, h * h, AA + s);
        scaled(once, h, A + s);
        const real along = h * load(c + s);
        for (int k = 0; k < n; k++) {
            const double *f = x + k * LANES_MOST;
            real vp = ivp_of(y[n + k]), v = fused(along, vp, ivp_of(y[k]));
#pragma GCC unroll 8 /* so that the columns stay in registers */
            for (int j = 0; j < LANES_MOST; j++) {
                const real fj = ivp_of(f[j]);
                v = fused(twice[j], fj, v);
                vp = fused(once[j], fj, vp);
            }
            store(out + k * LANES_MOST + s, v);
            store(out + (n + k) * LANES_MOST + s, vp);
        }
    }
}

static double total(real x)
{
#if IVP_WIDTH == 8
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
#elif IVP_WIDTH == 4
    return (x[0] + x[2]) + (x[1] + x[3]);
#else
    return x[0] + x[1];
#endif
}

/* A sum for each vector of a row, so that none waits for the one before. */
static inline real squares(bool two, int n, const double *w, const double *x, const double *y)
{
    enum { VECTORS = LANES_MOST / W };
    real sum[VECTORS];
    for (int i = 0; i < VECTORS; i++) sum[i] = ivp_of(0);
    for (int k = 0; k < n; k++) {
        const real wk = ivp_of(w[k]);
#pragma GCC unroll 4
        for (int i = 0; i < VECTORS; i++, x += W, y += two ? W : 0) {
            const real d = wk * (two ? load(x) - load(y) : load(x));
            sum[i] = fused(d, d, sum[i]);
        }
    }
    for (int i = 1; i < VECTORS; i++) sum[0] += sum[i];
    return sum[0];
}

static double distance(int n, const double *w, const double *x, const double *y)
{
    return sqrt(total(y ? squares(true, n, w, x, y) : squares(false, n, w, x, x)));
}

/* x += B (y - x) for the eight points of a component; what w^2 (y - x)^2 adds to `sum`. */
static real relax_one(real sum, double w, const double *B, double *x, const double *y)
{
    double d[LANES_MOST];
    for (int s = 0; s < LANES_MOST; s += W) {
        const real step = load(y + s) - load(x + s), weighted = w * step;
        store(d + s, step);
        sum = fused(weighted, weighted, sum);
    }
    for (int s = 0; s < LANES_MOST; s += W) {
        real moved = load(x + s), more = ivp_of(0);
#pragma GCC unroll 4
        for (int j = 0; B && j < LANES_MOST; j += 2) {
            moved = fused(load(B + j * LANES_MOST + s), ivp_of(d[j]), moved);
            more = fused(load(B + (j + 1) * LANES_MOST + s), ivp_of(d[j + 1]), more);
        }
        store(x + s, B ? moved + more : load(y + s));
    }
    return sum;
}

static double relax(int n, const double *w, const double *const *B, double *x, const double *y)
{
    real sum = ivp_of(0);
    for (int k = 0; k < n; k++)
        sum = relax_one(sum, w[k], B[k], x + k * LANES_MOST, y + k * LANES_MOST);
    return sqrt(total(sum));
}

/* Sums of w^2 dx^2, w^2 dx df and w^2 df^2; dx = x - x0, df = f - f0. */
static void moments(int n, const double *w, const double *const x[2], const double *const f[2],
                    double sums[3])
{
    real xx = ivp_of(0), xf = xx, ff = xx;
    for (int k = 0; k < n; k++)
        for (int s = k * LANES_MOST; s < (k + 1) * LANES_MOST; s += W) {
            const real dx = w[k] * (load(x[0] + s) - load(x[1] + s));
            const real df = w[k] * (load(f[0] + s) - load(f[1] + s));
            xx = fused(dx, dx, xx);
            xf = fused(dx, df, xf);
            ff = fused(df, df, ff);
        }
    sums[0] = total(xx);
    sums[1] = total(xf);
    sums[2] = total(ff);
}

#endif
