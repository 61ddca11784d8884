/* spectral_radius.c -- the power method on differences of f.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/spectral_radius.h"

static const real safety = R(1.2), enough = R(0.01);

static real norm(int n, const real *x)
{
    real sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

/* Numbers of both signs between 1/2 and 3/2, the same in each run */
static void random_direction(int n, real *v)
{
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525U + 1013904223U; /* Numerical Recipes */
        const real part = R(0.5) + (real)(seed >> 9) / (real)(1U << 23);
        v[i] = seed >> 8 & 1U ? part : -part;
    }
}

/* sigma of direction v with |v| = size; v := the next direction, not scaled */
static ivp_status iterate(spectral_radius *x, real t, const real *y, const real *f, real size,
                          real *at, real *f_at, real *sigma)
{
    const real length = norm(x->n, x->v);
    for (int i = 0; i < x->n; i++) at[i] = y[i] + x->v[i] * (size / length);
    const ivp_status status = ivp_rhs(x->m, t, at, f_at);
    if (status) return status;
    real moved = 0; /* what rounding left of v */
    for (int i = 0; i < x->n; i++) {
        moved += (at[i] - y[i]) * (at[i] - y[i]);
        x->v[i] = f_at[i] - f[i];
    }
    *sigma = moved > 0 ? norm(x->n, x->v) / sqrt(moved) : 0;
    return IVP_OK;
}

ivp_status spectral_radius_estimate(spectral_radius *x, real t, const real *y, const real *f,
                                    real small, real *at, real *f_at)
{
    const real length = norm(x->n, y);
    const real size = sqrt(IVP_EPS) * (length > 0 ? length : 1);
    real sigma = 0, most = 0;
    x->settled = false;
    if (!x->known) random_direction(x->n, x->v);
    for (int k = 0; k < SPECTRAL_RADIUS_MOST && !x->settled; k++) {
        const real before = sigma;
        const ivp_status status = iterate(x, t, y, f, size, at, f_at, &sigma);
        x->known = !status && sigma > 0;
        if (status) return status;
        most = ivp_max(most, sigma);
        if (!x->known) random_direction(x->n, x->v);
        x->settled = k > 0 && fabs(sigma - before) <= enough * ivp_max(sigma, small);
    }
    x->estimate = safety * (x->settled ? sigma : most);
    return IVP_OK;
}
