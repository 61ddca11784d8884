/* lanes.c -- blocks and elimination in vectors of IVP_WIDTH doubles; sums over stages: sums.h.
 *
 * The saddle point is eliminated by the program of elimination.h, so the order of operations is
 * that of the scalar path; there is no branch on a value: lanes whose residual is large, or
 * that are not finite, are handed back in a set, for the scalar path to do again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/lanes/lanes.h"

#include <ivp/problem.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/lanes/sums.h"
#include "kernel/linear/arena.h"
#include "kernel/linear/elimination_run.h"

enum { ALIGNMENT = 64 };
static const lanes_bad every_lane = (1u << W) - 1;

struct lanes {
    const ivp_problem *problem;
    elimination K; /* plan NULL: of an ODE */
    int n, nq, nx, ng, np;
    real *p;
    real *y, *f;   /* n: (q, u, x) of a mechanical problem; a right-hand side */
    const real *v; /* y, or rows of the batch */
    real *b, *x, *r;
    ivp_terms at;
    real *kept, *when; /* of each W points of a batch: what the problem keeps, of these times */
    bool assigns;      /* nothing need be zeroed between evaluations */
    size_t nblocks;    /* entries of M and G */
    int *outside;      /* noutside entries of M and G that the pattern does not have */
    int noutside;
};

static size_t sz(int n) { return (size_t)n; }

/* ---- creation --------------------------------------------------------------------------- */

/* Both triangles of M are written by a problem; the lower one is read. */
static int mirrored(const lanes *l, const elimination_entry *e)
{
    return e->row < l->nq ? e->column + e->row * l->nq : e->from;
}

static bool mark(lanes *l)
{
    bool *inside = calloc(l->nblocks + 1, sizeof *inside);
    for (int k = 0; inside && k < l->K.plan->nnonzero; k++) {
        const elimination_entry *e = &l->K.plan->nonzero[k];
        inside[e->from] = inside[mirrored(l, e)] = true;
    }
    for (size_t k = 0; inside && k < l->nblocks; k++)
        if (!inside[k]) l->outside[l->noutside++] = (int)k;
    free(inside);
    return inside != NULL;
}

/* Cuts up the store, which begins with p, or measures it when that is NULL. */
static size_t cut(lanes *l)
{
    arena w = { l->p, 0 };
    const elimination_plan *plan = l->K.plan;
    const int nq = l->nq, ng = l->ng, ns = nq + ng;
    l->p = arena_vec(&w, l->np);
    l->y = arena_vec(&w, l->n);
    l->f = arena_vec(&w, l->n);
    l->b = arena_vec(&w, ns);
    l->x = arena_vec(&w, ns);
    l->r = arena_vec(&w, 2 * ns);
    l->kept = arena_vec(&w, IVP_STATE_KEPT * (LANES_MOST / W));
    l->when = arena_vec(&w, LANES_MOST / W);
    l->K.slot = arena_vec(&w, plan ? plan->nslots : 0);
    l->K.value = arena_vec(&w, plan ? plan->nnonzero : 0);
    l->at.M = arena_mat(&w, nq, nq);
    l->at.G = arena_mat(&w, ng, nq);
    l->at.f = arena_vec(&w, nq);
    l->at.gamma = arena_vec(&w, ng); /* behind f: both are one right-hand side */
    l->at.g = arena_vec(&w, ng);
    l->at.gt = arena_vec(&w, ng);
    l->at.d = arena_vec(&w, l->nx); /* clear() sweeps over all vectors */
    return w.used;
}

static void forget(lanes *l)
{
    for (int k = 0; k < LANES_MOST / W; k++) l->when[k] = ivp_of(NAN);
}

static bool allocate(lanes *l)
{
    const size_t bytes = cut(l) * sizeof(real);
    l->p = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
    l->nblocks = sz(l->nq * l->nq + l->ng * l->nq);
    l->outside = calloc(l->nblocks + 1, sizeof *l->outside);
    if (!l->p || !l->outside) return false;
    memset(l->p, 0, bytes);
    cut(l);
    forget(l);
    return true;
}

static void destroy(lanes *l)
{
    if (!l) return;
    free(l->p);
    free(l->outside);
    free(l);
}

static lanes *create(const lanes_setup *s)
{
    lanes *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (lanes){ .problem = s->problem,
                  .K = { .plan = s->plan, .code = s->code },
                  .assigns = s->assigns,
                  .n = s->n,
                  .nq = s->nq,
                  .nx = s->nx,
                  .ng = s->ng,
                  .np = s->np };
    if (!allocate(l) || (l->K.plan && !mark(l))) {
        destroy(l);
        return NULL;
    }
    return l;
}

static void parameters(lanes *l, const double *p)
{
    forget(l);
    for (int k = 0; k < l->np; k++) l->p[k] = ivp_of(p[k]);
}

/* ---- batches ---------------------------------------------------------------------------- */

static void gather(int n, const double *x, real *v)
{
#pragma GCC unroll 4
    for (int k = 0; k < n; k++) v[k] = load(x + k * LANES_MOST);
}

/* The sign bits. */
static lanes_bad set_of(ivp_lane_mask bad)
{
#ifndef __x86_64__
    lanes_bad set = 0;
    for (int i = 0; i < IVP_WIDTH; i++) set |= (lanes_bad)(bad[i] < 0) << i;
    return set;
#elif IVP_WIDTH == 8
    return (lanes_bad)__builtin_ia32_cvtq2mask512(bad);
#elif IVP_WIDTH == 4
    return (lanes_bad)__builtin_ia32_movmskpd256((real)bad);
#else
    return (lanes_bad)__builtin_ia32_movmskpd((real)bad);
#endif
}

/* Only what a problem may write: the pattern of M and G, and all vectors. */
static void clear(lanes *l)
{
    const real zero = ivp_of(0);
    for (int k = 0; k < l->K.plan->nnonzero; k++) {
        const elimination_entry *e = &l->K.plan->nonzero[k];
        l->at.M.a[e->from] = l->at.M.a[mirrored(l, e)] = zero;
    }
    memset(l->at.f, 0, sz(l->nq + 3 * l->ng + l->nx) * sizeof(real));
}

static elimination_bits bits_outside(const lanes *l)
{
    if (l->K.code) return l->K.code->strays(l->at.M.a);
    elimination_bits bits = { 0 };
    for (int k = 0; k < l->noutside; k++) bits |= elimination_bits_of(l->at.M.a[l->outside[k]]);
    return bits;
}

/* Lanes in which a problem has written where the pattern has nothing; that is taken back. */
static lanes_bad stray(lanes *l)
{
    const lanes_bad set = set_of(bits_outside(l) != 0);
    for (int k = 0; set && k < l->noutside; k++) l->at.M.a[l->outside[k]] = ivp_of(0);
    return set;
}

/* (f, gamma), or less Baumgarte's terms. */
static const real *right_hand_side(lanes *l, double alpha, double beta)
{
    real *b = l->b + l->nq;
    const real *u = l->v + l->nq;
    if (!(alpha + beta > 0)) return l->at.f;
    memcpy(l->b, l->at.f, sz(l->nq + l->ng) * sizeof(real));
    for (int i = 0; i < l->ng; i++) {
        real v = l->at.gt[i];
        for (int j = 0; j < l->nq; j++) v += *ivp_at(l->at.G, i, j) * u[j];
        b[i] -= 2 * alpha * v + beta * l->at.g[i];
    }
    return l->b;
}

/* x := K^-1 b, refined once in the lanes that need it. */
static lanes_bad solve_checked(lanes *l, const real *b)
{
    elimination *K = &l->K;
    const int n = K->plan->n;
    elimination_size size;
    real left = elimination_solve_system(K, l->at.M.a, b, l->x, l->r, &size);
    const ivp_lane_mask rough = ~(left <= elimination_stable(K->plan, &size));
    if (!set_of(rough)) return 0;
    const real largest = elimination_factor(K, l->at.M.a);
    elimination_residual(K, largest, b, l->x, l->r, &size);
    elimination_solve(K, l->r, l->r + n);
    for (int i = 0; i < n; i++) l->x[i] = ivp_if(rough, l->x[i] + l->r[n + i], l->x[i]);
    left = elimination_residual(K, largest, b, l->x, l->r, &size);
    return set_of(~(left <= ELIMINATION_WORTHLESS * size.unit));
}

/* ---- what a model asks for --------------------------------------------------------------- */

/* Points s .. s + W - 1 of a batch, which l->v shows. */
static inline void point(lanes *l, int s, const double *t, ivp_state *z)
{
    real *when = &l->when[s / W];
    z->t = load(t + s);
    z->again = !set_of(z->t != *when);
    *when = z->t;
    z->y = z->q = l->v;
    z->u = l->v + l->nq;
    z->x = l->v + 2 * l->nq;
    z->yp = z->a = z->lambda = NULL;
    z->kept = l->kept + s / W * IVP_STATE_KEPT;
}

/* (q, u, x) as vectors: where they stand, if rows of the batch are vectors of this width (which
 * may alias their elements). */
static inline void see(lanes *l, const double *q, const double *u)
{
    if (IVP_WIDTH == 8 && u == q + l->nq * LANES_MOST && (uintptr_t)q % sizeof(real) == 0) {
        l->v = (const real *)q;
        return;
    }
    gather(l->nq, q, l->y);
    gather(l->nq + l->nx, u, l->y + l->nq);
    l->v = l->y;
}

static ivp_status evaluate(lanes *l, int s, const double *t, const double *q, const double *u,
                           unsigned more)
{
    const unsigned want = IVP_M | IVP_F | IVP_GQ | IVP_GAMMA | more;
    see(l, q + s, u + s);
    ivp_state at;
    point(l, s, t, &at);
    if (!l->assigns) clear(l);
    const ivp_status st = l->problem->mech.terms(want, &at, &l->at, l->p);
    if (st) forget(l);
    return st;
}

/* x' = d, which may depend on the multipliers. */
static ivp_status pull(lanes *l, int s, const double *t)
{
    ivp_state at;
    point(l, s, t, &at);
    at.lambda = l->x + l->nq;
    return l->problem->mech.terms(IVP_D, &at, &l->at, l->p);
}

/* n results in all lanes; those that are not finite. */
static lanes_bad give(int n, const real *v, double *out)
{
    real sum = ivp_of(0);
#pragma GCC unroll 4
    for (int k = 0; k < n; k++) {
        store(out + k * LANES_MOST, v[k]);
        sum += 0 * v[k];
    }
    return set_of(~(sum == 0));
}

static void terms(lanes *l, const double *t, const double *q, const double *u)
{
    for (int s = 0; s < LANES_MOST; s += W) evaluate(l, s, t, q, u, 0);
}

static lanes_bad accelerate_some(lanes *l, int s, const double *t, const double *q,
                                 const double *u, double alpha, double beta, double *a)
{
    const unsigned stabilised = alpha + beta > 0 ? IVP_CON | IVP_GT : 0u;
    if (evaluate(l, s, t, q, u, stabilised)) return every_lane;
    const real *b = right_hand_side(l, alpha, beta);
    const lanes_bad bad = stray(l) | solve_checked(l, b) | give(l->nq, l->x, a + s);
    if (!l->nx) return bad;
    return pull(l, s, t) ? every_lane : bad | give(l->nx, l->at.d, a + s + l->nq * LANES_MOST);
}

static lanes_bad accelerate(lanes *l, int points, const double *t, const double *q,
                            const double *u, double alpha, double beta, double *a)
{
    lanes_bad bad = 0;
    for (int s = 0; s < points; s += W)
        bad |= accelerate_some(l, s, t, q, u, alpha, beta, a) << s;
    return bad;
}

static lanes_bad f(lanes *l, int points, const double *t, const double *y, double *f)
{
    lanes_bad bad = 0;
    l->v = l->y;
    for (int s = 0; s < points; s += W) {
        gather(l->n, y + s, l->y);
        ivp_state at;
        point(l, s, t, &at);
        memset(l->f, 0, sz(l->n) * sizeof(real));
        const bool failed = l->problem->ode.f(&at, l->f, l->p);
        if (failed) forget(l);
        bad |= (failed ? every_lane : give(l->n, l->f, f + s)) << s;
    }
    return bad;
}

static bool supported(void)
{
#ifndef __x86_64__
    return IVP_WIDTH == 2;
#elif IVP_WIDTH == 8
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#elif IVP_WIDTH == 4
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

#define PASTE(a, b) a##b
#define NAMED(w)    PASTE(lanes_, w)
#define WORD(x)     #x
#define SPELLED(x)  WORD(x)
const lane_code NAMED(IVP_WIDTH) = {
    .width = W,
    .arith = "lanes" SPELLED(IVP_WIDTH),
    .supported = supported,
    .create = create,
    .destroy = destroy,
    .parameters = parameters,
    .terms = terms,
    .accelerate = accelerate,
    .f = f,
    .collocate = collocate,
    .collocate_second = collocate_second,
    .distance = distance,
    .relax = relax,
    .moments = moments,
};
