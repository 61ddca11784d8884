/* derived.c -- G, gt and gamma from g: complex steps, and central differences of them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/derived.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/mat.h"

enum { PAIRS = IVP_ARITH == IVP_QUAD ? 8 : 4, PAIRS_ALONG = 2, TRIALS = 24 };

/* Spacing of the points in q, rad or m; and of those for Jacobians. */
#define APART ((real)1 / (8 * PAIRS))
#define CLOSE (APART / 8)

struct derived {
    struct cstep *twin;
    unsigned omits;
    int nq, nx, ng, nz;
    real length, time; /* at most 1: of the bounds of the spacing */
    real weight[PAIRS], fewer[PAIRS], few[PAIRS_ALONG]; /* of PAIRS, PAIRS - 1, PAIRS_ALONG */
    real *z, *there, *dz; /* nz: a point (t, q, u, x, lambda), one near it, a direction */
    real *up, *down, *lower, *size; /* ng */
    ivp_terms near;                 /* G, gt, gamma at a point near */
    ivp_terms along;                /* all blocks along a direction */
    real *store;
};

/* ---- creation ---------------------------------------------------------------------------- */

static void set_weights(real *w, int pairs)
{
    real ratio = 1; /* (m!)^2 / ((m - k)! (m + k)!) */
    for (int k = 1; k <= pairs; k++) {
        ratio *= (real)(pairs - k + 1) / (real)(pairs + k);
        w[k - 1] = (k % 2 ? ratio : -ratio) / (real)k;
    }
}

static ivp_terms constraints_in(arena *w, int nq, int ng)
{
    ivp_terms t = { .G = arena_mat(w, ng, nq) };
    t.gt = arena_vec(w, ng);
    t.gamma = arena_vec(w, ng);
    return t;
}

/* Cuts up the store, or measures it when that is NULL. */
static size_t cut(derived *d)
{
    arena w = { d->store, 0 };
    d->z = arena_vec(&w, d->nz);
    d->there = arena_vec(&w, d->nz);
    d->dz = arena_vec(&w, d->nz);
    d->up = arena_vec(&w, d->ng);
    d->down = arena_vec(&w, d->ng);
    d->lower = arena_vec(&w, d->ng);
    d->size = arena_vec(&w, d->ng);
    d->near = constraints_in(&w, d->nq, d->ng);
    d->along = constraints_in(&w, d->nq, d->ng);
    d->along.M = arena_mat(&w, d->nq, d->nq);
    d->along.f = arena_vec(&w, d->nq);
    d->along.d = arena_vec(&w, d->nx);
    d->along.g = arena_vec(&w, d->ng);
    return w.used;
}

derived *derived_create(struct cstep *twin, unsigned omits, int nq, int nx, int ng)
{
    derived *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    *d = (derived){ .twin = twin,
                    .omits = omits,
                    .nq = nq,
                    .nx = nx,
                    .ng = ng,
                    .nz = 1 + 2 * nq + nx + ng,
                    .length = 1,
                    .time = 1 };
    set_weights(d->weight, PAIRS);
    set_weights(d->fewer, PAIRS - 1);
    set_weights(d->few, PAIRS_ALONG);
    d->store = calloc(cut(d), sizeof *d->store);
    if (d->store) {
        cut(d);
        return d;
    }
    free(d);
    return NULL;
}

void derived_destroy(derived *d)
{
    if (!d) return;
    free(d->store);
    free(d);
}

/* ---- spacing ----------------------------------------------------------------------------- */

/* The rate at which (q, u) moves along dz. */
static real rate_of(const derived *d, const real *dz)
{
    real rate = 0;
    for (int k = 1; k <= 2 * d->nq; k++) rate = ivp_max(rate, ivp_abs(dz[k]));
    return rate / d->length;
}

static real rate_in_time(const derived *d, const real *dz) { return ivp_abs(dz[0]) / d->time; }

/* Distance of the points on the line z + s dz; 0: the line does not move in (t, q, u). */
static real spacing(const derived *d, real apart, const real *dz)
{
    const real rate = ivp_max(rate_of(d, dz), rate_in_time(d, dz));
    return rate > 0 ? apart / rate : 0;
}

static void shrink(derived *d)
{
    real *of = rate_in_time(d, d->dz) > rate_of(d, d->dz) ? &d->time : &d->length;
    *of /= 4;
}

static void grow(derived *d)
{
    d->length = ivp_min(2 * d->length, 1);
    d->time = ivp_min(2 * d->time, 1);
}

/* to := z + s dz in (t, q, u) */
static void move(const derived *d, const real *z, real s, const real *dz, real *to)
{
    memcpy(to, z, (size_t)d->nz * sizeof *z);
    for (int k = 0; k <= 2 * d->nq; k++) to[k] += s * dz[k];
}

/* ---- first derivatives ------------------------------------------------------------------- */

static ivp_status columns(derived *d, const real *z, real *unit, ivp_mat G)
{
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < d->nq; j++) {
        unit[1 + j] = 1;
        st = cstep_constraints(d->twin, z, unit, ivp_at(G, 0, j));
        unit[1 + j] = 0;
    }
    return st;
}

static ivp_status by_time(derived *d, const real *z, real *unit, real *gt)
{
    unit[0] = 1;
    const ivp_status st = cstep_constraints(d->twin, z, unit, gt);
    unit[0] = 0;
    return st;
}

/* ---- gamma ------------------------------------------------------------------------------- */

static void set_direction(derived *d, const real *z)
{
    memset(d->dz, 0, (size_t)d->nz * sizeof *d->dz);
    d->dz[0] = 1;
    memcpy(d->dz + 1, z + 1 + d->nq, (size_t)d->nq * sizeof *d->dz);
}

static ivp_status by_one_step(derived *d, const real *z, real *gamma)
{
    const ivp_terms *a = &d->along;
    const cstep_blocks to = { a->M.a, a->G.a, a->f, a->d, a->g, a->gt, a->gamma };
    const ivp_status st = cstep_terms(d->twin, IVP_GQ | IVP_GT, z, d->dz, &to);
    memcpy(gamma, a->gt, (size_t)d->ng * sizeof *gamma);
    mat_multiply_add(a->G, z + 1 + d->nq, gamma);
    for (int i = 0; i < d->ng; i++) gamma[i] = -gamma[i];
    return st;
}

/* gamma, and in d->lower its value by one pair of points less; in d->size the largest |h| */
static ivp_status by_differences(derived *d, const real *z, real s, real *gamma)
{
    const size_t bytes = (size_t)d->ng * sizeof(real);
    memset(gamma, 0, bytes);
    memset(d->lower, 0, bytes);
    memset(d->size, 0, bytes);
    for (int k = 0; k < PAIRS; k++) {
        const real apart = (real)(k + 1) * s;
        move(d, z, apart, d->dz, d->there);
        ivp_status st = cstep_constraints(d->twin, d->there, d->dz, d->up);
        move(d, z, -apart, d->dz, d->there);
        if (!st) st = cstep_constraints(d->twin, d->there, d->dz, d->down);
        if (st) return st;
        for (int i = 0; i < d->ng; i++) {
            const real slope = (d->up[i] - d->down[i]) / s;
            gamma[i] -= d->weight[k] * slope;
            d->lower[i] -= d->fewer[k] * slope;
            const real most = ivp_max(ivp_abs(d->up[i]), ivp_abs(d->down[i]));
            d->size[i] = ivp_max(d->size[i], most);
        }
    }
    return IVP_OK;
}

/* Largest difference of both values in units of rounding. h = G u + gt may cancel, and an entry
 * of G may be zero by cancellation; their row as a whole does not. */
static real doubt(const derived *d, const real *z, ivp_mat G, real s, const real *gamma)
{
    const real *u = z + 1 + d->nq;
    real most = 0, fastest = 0;
    for (int j = 0; j < d->nq; j++) fastest = ivp_max(fastest, ivp_abs(u[j]));
    for (int i = 0; i < d->ng; i++) {
        real size = d->size[i];
        for (int j = 0; j < d->nq; j++) size += ivp_abs(*ivp_at(G, i, j)) * fastest;
        const real left = ivp_abs(gamma[i] - d->lower[i]);
        if (!ivp_finite(gamma[i])) return (real)INFINITY;
        if (left > 0) most = ivp_max(most, left / (IVP_EPS * size / s));
    }
    return most;
}

/* With m pairs the error is by (s / size)^2 / 4 smaller than with m - 1. */
#define TOO_MUCH (1 / (APART * APART) * 4)

static ivp_status with_trials(derived *d, const real *z, ivp_mat G, real *gamma)
{
    const real length = d->length, time = d->time;
    for (int k = 0; k < TRIALS; k++) {
        const real s = spacing(d, APART, d->dz);
        const ivp_status st = by_differences(d, z, s, gamma);
        const real left = st ? (real)INFINITY : doubt(d, z, G, s, gamma);
        if (left < 1) grow(d);
        if (left < TOO_MUCH) return IVP_OK;
        if (st < 0) return st;
        shrink(d);
    }
    d->length = length;
    d->time = time;
    return IVP_DOMAIN;
}

/* trusted: the spacing is taken as it is */
static ivp_status accelerate(derived *d, const real *z, bool trusted, ivp_mat G, real *gamma)
{
    set_direction(d, z);
    if (!(d->omits & (IVP_GQ | IVP_GT))) return by_one_step(d, z, gamma);
    if (trusted) return by_differences(d, z, spacing(d, APART, d->dz), gamma);
    return with_trials(d, z, G, gamma);
}

/* ---- blocks ------------------------------------------------------------------------------ */

unsigned derived_needs(const derived *d, unsigned want)
{
    return want & d->omits & IVP_GAMMA ? IVP_GQ : 0u;
}

static ivp_status blocks_at(derived *d, unsigned want, const real *z, bool trusted,
                            const ivp_terms *out)
{
    memset(d->dz, 0, (size_t)d->nz * sizeof *d->dz);
    ivp_status st = IVP_OK;
    if (want & IVP_GQ) st = columns(d, z, d->dz, out->G);
    if (!st && want & IVP_GT) st = by_time(d, z, d->dz, out->gt);
    if (!st && want & IVP_GAMMA) st = accelerate(d, z, trusted, out->G, out->gamma);
    return st;
}

ivp_status derived_terms(derived *d, unsigned want, const ivp_state *s, const ivp_terms *out)
{
    const size_t nq = (size_t)d->nq, nx = (size_t)d->nx;
    d->z[0] = s->t;
    memcpy(d->z + 1, s->q, nq * sizeof *d->z);
    memcpy(d->z + 1 + nq, s->u, nq * sizeof *d->z);
    if (nx) memcpy(d->z + 1 + 2 * nq, s->x, nx * sizeof *d->z);
    return blocks_at(d, (want | derived_needs(d, want)) & d->omits, d->z, false, out);
}

/* ---- along a direction ------------------------------------------------------------------- */

static void add(int n, real by, const real *x, real *y)
{
    for (int i = 0; i < n; i++) y[i] += by * x[i];
}

/* of the point d->z */
static ivp_status add_blocks(derived *d, unsigned want, real by, const cstep_blocks *out)
{
    ivp_status st = blocks_at(d, want, d->z, true, &d->near);
    if (st) return st;
    if (want & IVP_GQ) add(d->ng * d->nq, by, d->near.G.a, out->G);
    if (want & IVP_GT) add(d->ng, by, d->near.gt, out->gt);
    if (want & IVP_GAMMA) add(d->ng, by, d->near.gamma, out->gamma);
    return IVP_OK;
}

static void clear(const derived *d, unsigned want, const cstep_blocks *out)
{
    const size_t bytes = (size_t)d->ng * sizeof(real);
    if (want & IVP_GQ) memset(out->G, 0, bytes * (size_t)d->nq);
    if (want & IVP_GT) memset(out->gt, 0, bytes);
    if (want & IVP_GAMMA) memset(out->gamma, 0, bytes);
}

ivp_status derived_along(derived *d, unsigned want, const real *z, const real *dz,
                         const cstep_blocks *out)
{
    want &= d->omits;
    const real s = spacing(d, CLOSE, dz);
    clear(d, want, out);
    ivp_status st = IVP_OK;
    for (int k = 0; want && s > 0 && !st && k < PAIRS_ALONG; k++) {
        const real apart = (real)(k + 1) * s;
        move(d, z, apart, dz, d->z);
        st = add_blocks(d, want, d->few[k] / s, out);
        move(d, z, -apart, dz, d->z);
        if (!st) st = add_blocks(d, want, -d->few[k] / s, out);
    }
    return st;
}
