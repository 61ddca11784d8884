/* mech.c -- blocks, checked and counted, and the saddle-point system they form.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/mech.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/pack.h"
#include "kernel/linear/saddle.h"
#include "kernel/problem/derived.h"
#include "kernel/problem/elements.h"

static size_t sz(int n) { return (size_t)n; }

/* M and G take no place where they are sparse */
static ivp_terms terms_in(arena *w, bool sparse, int nq, int nx, int ng)
{
    ivp_terms t = { .M = { nq, nq, nq, NULL }, .G = { ng, nq, ng, NULL } };
    if (!sparse) t.M = arena_mat(w, nq, nq);
    if (!sparse) t.G = arena_mat(w, ng, nq);
    t.f = arena_vec(w, nq);
    t.gamma = arena_vec(w, ng); /* behind f: both are one right-hand side */
    t.g = arena_vec(w, ng);
    t.gt = arena_vec(w, ng);
    t.d = arena_vec(w, nx);
    return t;
}

static ivp_tangent tangent_in(arena *w, int nq, int nx, int ng)
{
    ivp_tangent d;
    d.rq = arena_mat(w, nq, nq);
    d.ru = arena_mat(w, nq, nq);
    d.rx = arena_mat(w, nq, nx);
    d.sq = arena_mat(w, ng, nq);
    d.su = arena_mat(w, ng, nq);
    d.vq = arena_mat(w, ng, nq);
    d.wq = arena_mat(w, nq, nq);
    d.dq = arena_mat(w, nx, nq);
    d.du = arena_mat(w, nx, nq);
    d.dx = arena_mat(w, nx, nx);
    d.dl = arena_mat(w, nx, ng);
    d.rt = arena_vec(w, nq);
    d.st = arena_vec(w, ng);
    d.vt = arena_vec(w, ng);
    d.dt = arena_vec(w, nx);
    return d;
}

/* Cuts up the store, or measures it when that is NULL. */
static size_t cut(mech *m)
{
    arena w = { m->store, 0 };
    const int nq = m->nq, nx = m->nx, ng = m->ng, ns = nq + ng;
    const int nz = 1 + 2 * nq + nx + ng;
    m->at = terms_in(&w, m->is_sparse, nq, nx, ng);
    m->terms_reals = w.used;
    m->along = terms_in(&w, m->is_sparse, nq, nx, ng);
    if (!m->is_sparse) m->S = arena_mat(&w, ns, ns);
    m->a = arena_vec(&w, nq);
    m->lambda = arena_vec(&w, ng);
    m->rhs = arena_vec(&w, ns);
    m->solution = arena_vec(&w, ns);
    m->y = arena_vec(&w, nz);
    m->z = arena_vec(&w, nz);
    m->dz = arena_vec(&w, nz);
    if (m->is_sparse) return w.used;
    const size_t before = w.used;
    m->tangent = tangent_in(&w, nq, nx, ng);
    m->tangent_reals = w.used - before;
    return w.used;
}

/* false: no memory */
static bool derive_omitted(mech *m)
{
    if (!m->problem.omits || !m->ng) return true;
    m->derived = derived_create(m->twin, m->problem.omits, m->nq, m->nx, m->ng);
    return m->derived != NULL;
}

static ivp_status create(mech **out, bool sparse, const mech *like)
{
    mech *m = *out = calloc(1, sizeof *m);
    if (!m) return IVP_E_NOMEM;
    *m = *like;
    m->is_sparse = sparse;
    m->store = calloc(cut(m), sizeof *m->store);
    m->pivots = calloc(sz(m->nq + m->ng), sizeof *m->pivots);
    if (m->store && m->pivots) {
        cut(m);
        if (sparse) m->sparse = mech_sparse_create(m);
        if ((!sparse || m->sparse) && derive_omitted(m)) return IVP_OK;
    }
    mech_destroy(m);
    *out = NULL;
    return IVP_E_NOMEM;
}

static mech described(const ivp_problem *problem, const ivp_sizes *sizes, const real *p,
                      struct cstep *twin, long *count)
{
    return (mech){ .problem = problem->mech,
                   .twin = twin,
                   .p = p,
                   .nq = sizes->nq,
                   .nx = sizes->nx,
                   .ng = sizes->ng,
                   .count = count };
}

ivp_status mech_create(mech **out, const ivp_problem *problem, const ivp_sizes *sizes,
                       const real *p, struct cstep *twin, long *count)
{
    const mech m = described(problem, sizes, p, twin, count);
    return create(out, false, &m);
}

ivp_status mech_create_sparse(mech **out, const ivp_problem *problem, const ivp_sizes *sizes,
                              const real *p, struct cstep *twin, long *count)
{
    const mech m = described(problem, sizes, p, twin, count);
    return create(out, true, &m);
}

void mech_destroy(mech *m)
{
    if (!m) return;
    mech_destroy(m->full);
    mech_sparse_destroy(m->sparse);
    fixed_order_destroy(m->fixed);
    derived_destroy(m->derived);
    free(m->store);
    free(m->pivots);
    free(m);
}

ivp_status mech_full(mech *m, mech **full)
{
    *full = m;
    if (!m->is_sparse) return IVP_OK;
    const mech like = { .problem = m->problem,
                        .twin = m->twin,
                        .p = m->p,
                        .nq = m->nq,
                        .nx = m->nx,
                        .ng = m->ng,
                        .count = m->count };
    if (!m->full && create(&m->full, false, &like)) return IVP_E_NOMEM;
    m->full->alpha = m->alpha;
    m->full->beta = m->beta;
    *full = m->full;
    return IVP_OK;
}

static inline void count_terms(mech *m, unsigned want)
{
    m->count[IVP_N_F] += !!(want & IVP_F);
    m->count[IVP_N_MASS] += !!(want & IVP_M);
    m->count[IVP_N_CON] += !!(want & (IVP_CON | IVP_GQ | IVP_GT));
    m->count[IVP_N_GAMMA] += !!(want & IVP_GAMMA);
}

/* The same point with q, u and x in one vector y, which is q: a copy in m->y. */
static const ivp_state *put_together(mech *m, const ivp_state *s, ivp_state *joint)
{
    const size_t nq = sz(m->nq), nx = sz(m->nx);
    *joint = *s;
    joint->y = s->q;
    if (s->u == s->q + nq && (!nx || s->x == s->u + nq)) return joint;
    memcpy(m->y, s->q, nq * sizeof(real));
    memcpy(m->y + nq, s->u, nq * sizeof(real));
    if (nx) memcpy(m->y + 2 * nq, s->x, nx * sizeof(real));
    joint->y = joint->q = m->y;
    joint->u = joint->q + nq;
    joint->x = joint->u + nq;
    return joint;
}

static inline const ivp_state *joined(mech *m, const ivp_state *s, ivp_state *joint)
{
    const bool together = s->u == s->q + m->nq && (!m->nx || s->x == s->u + m->nq);
    return together && s->y == s->q ? s : put_together(m, s, joint);
}

/* Of problems whose terms() leaves something out: blocks that are derived, and elements. */
static __attribute__((noinline)) ivp_status terms_and_rest(mech *m, unsigned want,
                                                           const ivp_state *s)
{
    if (m->derived) want |= derived_needs(m->derived, want);
    ivp_status st = m->problem.terms(want, s, &m->at, m->p);
    if (!st && m->derived) st = derived_terms(m->derived, want, s, &m->at);
    if (!st && want & IVP_F && m->problem.elements.count)
        elements_add(&m->problem.elements, s, m->at.f, m->p);
    return st;
}

/* Blocks as the problem writes them, not looked at; the point is joined. In line: the counters
 * of a `want` that is known are. */
INLINED ivp_status evaluate(mech *m, unsigned want, const ivp_state *s)
{
    count_terms(m, want);
    if (m->sparse) return mech_sparse_terms(m, want, s); /* that looks at them */
    if (m->stale || !terms_assign(&m->problem))
        memset(m->at.M.a, 0, m->terms_reals * sizeof(real));
    m->stale = false;
    const bool rest = m->derived || m->problem.elements.count;
    const ivp_status st =
        rest ? terms_and_rest(m, want, s) : m->problem.terms(want, s, &m->at, m->p);
    if (want & IVP_F) noise_add(&m->noise, m->at.f, m->nq);
    return st;
}

INLINED ivp_status evaluate_checked(mech *m, unsigned want, const ivp_state *s)
{
    m->stale = true; /* all blocks are looked at */
    const ivp_status st = evaluate(m, want, s);
    if (st || m->sparse) return st;
    return vec_finite(m->at.M.a, m->terms_reals) ? IVP_OK : IVP_DOMAIN;
}

ivp_status mech_terms_at(mech *m, unsigned want, const ivp_state *s)
{
    return evaluate_checked(m, want, s);
}

ivp_status mech_terms(mech *m, unsigned want, const ivp_state *s)
{
    ivp_state joint;
    return evaluate_checked(m, want, joined(m, s, &joint));
}

ivp_status mech_factor(mech *m)
{
    m->count[IVP_N_LU]++;
    m->factored = true;
    if (m->sparse) return mech_sparse_factor(m);
    m->pivoted = !m->fixed || !fixed_order_fits(m);
    if (!m->pivoted) {
        fixed_order_factor(m);
        return IVP_OK;
    }
    saddle_fill(m->S, m->at.M, m->at.G);
    return lu_factor(m->S, m->pivots);
}

static const real none = R(0.0) / R(0.0); /* whoever called looks at the solution */

/* What was factored in a fixed order, and did not serve: once more, with pivoting */
static void pivot(mech *m, const real *b, real *x)
{
    fixed_order_expand(m);
    m->count[IVP_N_LU]++;
    m->pivoted = true;
    memcpy(x, b, sz(m->nq + m->ng) * sizeof *x);
    if (lu_factor(m->S, m->pivots)) x[0] = none;
    lu_solve(m->S, m->pivots, x);
}

static void solve(mech *m, bool closely, const real *b, real *x)
{
    m->count[IVP_N_SOLVE]++;
    if (!m->pivoted && !m->sparse) {
        if (!fixed_order_solve(m, closely, b, x)) pivot(m, b, x);
        return;
    }
    memcpy(x, b, sz(m->nq + m->ng) * sizeof *x);
    if (m->sparse)
        mech_sparse_solve(m, x);
    else
        lu_solve(m->S, m->pivots, x);
}

/* Factors and solves; where factors need not be kept they are not stored. */
static inline ivp_status eliminate(mech *m, bool keep, const real *b, real *x)
{
    if (keep || m->sparse || !m->fixed || !fixed_order_fits(m)) {
        const ivp_status st = mech_factor(m);
        if (!st) solve(m, true, b, x);
        return st;
    }
    m->count[IVP_N_LU]++;
    m->count[IVP_N_SOLVE]++;
    m->factored = m->pivoted = false;
    if (!fixed_order_once(m, b, x)) pivot(m, b, x);
    return IVP_OK;
}

void mech_solve(mech *m, real *b)
{
    if (m->factored)
        solve(m, false, b, m->solution);
    else
        m->solution[0] = none;
    memcpy(b, m->solution, sz(m->nq + m->ng) * sizeof *b);
}

static void solve_mass(mech *m, real *b)
{
    if (m->sparse)
        mech_sparse_solve_mass(m, b);
    else
        lu_solve(m->at.M, m->pivots, b);
}

/* Factors of a singular M may have pivots of round-off in place of 0. Then M x = M e does not
 * give e back. */
ivp_status mech_solve_mass(mech *m, real *b)
{
    real *e = m->at.f, *x = m->solution;
    for (int i = 0; i < m->nq; i++) e[i] = 1 + R(0.1) * (real)(i % 7), x[i] = 0;
    mat_multiply_add(m->at.M, e, x);
    m->stale = true;
    const ivp_status st =
        m->sparse ? mech_sparse_factor_mass(m) : lu_factor(m->at.M, m->pivots);
    if (st) return st;
    solve_mass(m, b);
    solve_mass(m, x);
    for (int i = 0; i < m->nq; i++)
        if (!(ivp_abs(x[i] - e[i]) < R(1e-3))) return IVP_SINGULAR;
    return IVP_OK;
}

/* (f, gamma), or (f, gamma - 2 alpha (G u + g_t) - beta g) */
static const real *right_hand_side(mech *m, const real *u)
{
    if (m->alpha == 0 && m->beta == 0) return m->at.f;
    real *rhs = m->rhs + m->nq;
    memcpy(m->rhs, m->at.f, sz(m->nq) * sizeof *rhs);
    saddle_velocity(m->at.G, u, m->at.gt, rhs);
    for (int i = 0; i < m->ng; i++)
        rhs[i] = m->at.gamma[i] - (2 * m->alpha * rhs[i] + m->beta * m->at.g[i]);
    return m->rhs;
}

/* x' = d, which may depend on the multipliers; the other blocks are of no use any more. */
static ivp_status pull(mech *m, const ivp_state *s)
{
    ivp_state at = *s;
    at.lambda = m->lambda;
    if (m->sparse) return mech_sparse_terms(m, IVP_D, &at);
    for (int i = 0; i < m->nx; i++) m->at.d[i] = 0;
    const ivp_status st = m->problem.terms(IVP_D, &at, &m->at, m->p);
    return st ? st : vec_finite(m->at.d, sz(m->nx)) ? IVP_OK : IVP_DOMAIN;
}

/* What is not finite in a block is found in the solution: the residual sees it, or a pivot that
 * is none. */
INLINED ivp_status accelerate(mech *m, bool keep, const ivp_state *s)
{
    enum { WANT = IVP_M | IVP_F | IVP_GQ | IVP_GAMMA };
    const bool stabilised = m->alpha != 0 || m->beta != 0;
    ivp_status st = evaluate(m, stabilised ? WANT | IVP_CON | IVP_GT : WANT, s);
    if (!st) st = eliminate(m, keep, right_hand_side(m, s->u), m->a);
    if (st) return st;
    const bool checked = !m->pivoted && !m->sparse;
    if (!checked && !vec_finite(m->a, sz(m->nq + m->ng))) return IVP_DOMAIN;
    return m->nx ? pull(m, s) : IVP_OK;
}

ivp_status mech_accelerate_at(mech *m, const ivp_state *s) { return accelerate(m, false, s); }

ivp_status mech_accelerate(mech *m, const ivp_state *s)
{
    ivp_state joint;
    return accelerate(m, false, joined(m, s, &joint));
}

ivp_status mech_accelerate_factored(mech *m, const ivp_state *s)
{
    ivp_state joint;
    return accelerate(m, true, joined(m, s, &joint));
}
