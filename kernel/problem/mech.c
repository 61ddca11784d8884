/* mech.c -- blocks, checked and counted, and the saddle-point system they form. */
#include "kernel/problem/mech.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/saddle.h"

static size_t sz(int n) { return (size_t)n; }

/* Number of reals in the blocks of ivp_terms. */
static size_t terms_reals(int nq, int nx, int ng)
{
    return sz(nq) * sz(nq) + sz(ng) * sz(nq) + sz(nq) + sz(nx) + 3 * sz(ng);
}

static real *carve(real **at, size_t n)
{
    real *here = *at;
    *at += n;
    return here;
}

static ivp_mat carve_mat(real **at, int rows, int cols)
{
    return (ivp_mat){ rows, cols, rows, carve(at, sz(rows) * sz(cols)) };
}

static ivp_terms carve_terms(real **at, int nq, int nx, int ng)
{
    ivp_terms t;
    t.M = carve_mat(at, nq, nq);
    t.G = carve_mat(at, ng, nq);
    t.f = carve(at, sz(nq));
    t.d = carve(at, sz(nx));
    t.g = carve(at, sz(ng));
    t.gt = carve(at, sz(ng));
    t.gamma = carve(at, sz(ng));
    return t;
}

static ivp_tangent carve_tangent(real **at, int nq, int nx, int ng)
{
    ivp_tangent d;
    d.rq = carve_mat(at, nq, nq);
    d.ru = carve_mat(at, nq, nq);
    d.rx = carve_mat(at, nq, nx);
    d.sq = carve_mat(at, ng, nq);
    d.su = carve_mat(at, ng, nq);
    d.vq = carve_mat(at, ng, nq);
    d.wq = carve_mat(at, nq, nq);
    d.dq = carve_mat(at, nx, nq);
    d.du = carve_mat(at, nx, nq);
    d.dx = carve_mat(at, nx, nx);
    d.dl = carve_mat(at, nx, ng);
    d.rt = carve(at, sz(nq));
    d.st = carve(at, sz(ng));
    d.vt = carve(at, sz(ng));
    d.dt = carve(at, sz(nx));
    return d;
}

ivp_status mech_create(mech **out, const ivp_problem *problem, const ivp_sizes *sizes,
                       const real *p, struct cstep *twin, long *count)
{
    const int nq = sizes->nq, nx = sizes->nx, ng = sizes->ng, ns = nq + ng;
    const int nz = 1 + 2 * nq + nx + ng;
    const size_t tangent = sz(nq) * sz(3 * nq + nx + 3 * ng + 1) +
                           sz(nx) * sz(2 * nq + nx + ng) + 2 * sz(ng) + sz(nx);
    const size_t reals =
        2 * terms_reals(nq, nx, ng) + sz(ns) * sz(ns) + 2 * sz(ns) + 3 * sz(nz) + tangent;
    mech *m = calloc(1, sizeof *m);
    real *at = calloc(reals, sizeof *at);
    int *pivots = calloc(sz(ns), sizeof *pivots);
    *out = m;
    if (!m || !at || !pivots) {
        free(at);
        free(pivots);
        free(m);
        return IVP_E_NOMEM;
    }
    *m = (mech){ .problem = problem->mech,
                 .twin = twin,
                 .p = p,
                 .nq = nq,
                 .nx = nx,
                 .ng = ng,
                 .count = count,
                 .pivots = pivots,
                 .store = at,
                 .tangent_reals = tangent };
    m->at = carve_terms(&at, nq, nx, ng);
    m->along = carve_terms(&at, nq, nx, ng);
    m->S = carve_mat(&at, ns, ns);
    m->a = carve(&at, sz(ns));
    m->lambda = m->a + nq;
    m->rhs = carve(&at, sz(ns));
    m->y = carve(&at, sz(nz));
    m->z = carve(&at, sz(nz));
    m->dz = carve(&at, sz(nz));
    m->tangent = carve_tangent(&at, nq, nx, ng);
    return IVP_OK;
}

void mech_destroy(mech *m)
{
    if (!m) return;
    fixed_order_destroy(m->fixed);
    free(m->store);
    free(m->pivots);
    free(m);
}

static void count_terms(mech *m, unsigned want)
{
    m->count[IVP_N_F] += !!(want & IVP_F);
    m->count[IVP_N_MASS] += !!(want & IVP_M);
    m->count[IVP_N_CON] += !!(want & (IVP_CON | IVP_GQ | IVP_GT));
    m->count[IVP_N_GAMMA] += !!(want & IVP_GAMMA);
}

/* The same point with q, u and x in one vector y. */
static ivp_state joined(mech *m, const ivp_state *s)
{
    const size_t nq = sz(m->nq), nx = sz(m->nx);
    ivp_state whole = *s;
    whole.y = s->q;
    if (s->u == s->q + nq && (!nx || s->x == s->u + nq)) return whole;
    memcpy(m->y, s->q, nq * sizeof(real));
    memcpy(m->y + nq, s->u, nq * sizeof(real));
    if (nx) memcpy(m->y + 2 * nq, s->x, nx * sizeof(real));
    whole.y = whole.q = m->y;
    whole.u = whole.q + nq;
    whole.x = whole.u + nq;
    return whole;
}

ivp_status mech_terms(mech *m, unsigned want, const ivp_state *s)
{
    const size_t n = terms_reals(m->nq, m->nx, m->ng);
    const ivp_state at = joined(m, s);
    count_terms(m, want);
    memset(m->at.M.a, 0, n * sizeof(real));
    ivp_status st = m->problem.terms(want, &at, &m->at, m->p);
    return st ? st : vec_finite(m->at.M.a, n) ? IVP_OK : IVP_DOMAIN;
}

ivp_status mech_factor(mech *m)
{
    m->count[IVP_N_LU]++;
    m->pivoted = !m->fixed || !fixed_order_factor(m);
    if (!m->pivoted) return IVP_OK;
    saddle_fill(m->S, m->at.M, m->at.G);
    return lu_factor(m->S, m->pivots);
}

void mech_solve(mech *m, real *b)
{
    m->count[IVP_N_SOLVE]++;
    if (!m->pivoted) {
        if (fixed_order_solve(m, b)) return;
        fixed_order_expand(m);
        m->count[IVP_N_LU]++;
        m->pivoted = true;
        if (lu_factor(m->S, m->pivots)) b[0] = R(0.0) / R(0.0); /* whoever called looks at b */
    }
    lu_solve(m->S, m->pivots, b);
}

/* gamma - 2 alpha (G u + g_t) - beta g */
static void constraint_rhs(mech *m, const real *u, real *rhs)
{
    if (m->alpha == 0 && m->beta == 0) {
        memcpy(rhs, m->at.gamma, sz(m->ng) * sizeof(real));
        return;
    }
    saddle_velocity(m->at.G, u, m->at.gt, rhs);
    for (int i = 0; i < m->ng; i++)
        rhs[i] = m->at.gamma[i] - (2 * m->alpha * rhs[i] + m->beta * m->at.g[i]);
}

ivp_status mech_accelerate(mech *m, const ivp_state *s)
{
    unsigned want = IVP_M | IVP_F | IVP_GQ | IVP_GAMMA;
    if (m->alpha != 0 || m->beta != 0) want |= IVP_CON | IVP_GT;
    ivp_status st = mech_terms(m, want, s);
    if (!st) st = mech_factor(m);
    if (st) return st;
    memcpy(m->a, m->at.f, sz(m->nq) * sizeof(real));
    constraint_rhs(m, s->u, m->lambda);
    mech_solve(m, m->a);
    if (!vec_finite(m->a, sz(m->nq + m->ng))) return IVP_DOMAIN;
    if (!m->nx) return IVP_OK;
    ivp_state pulled = *s;
    pulled.lambda = m->lambda;
    return mech_terms(m, IVP_D, &pulled);
}
