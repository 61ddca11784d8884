/* tangent.c -- derivatives of a mechanical problem's blocks, at frozen a, lambda and mu:
 *
 *     r = M a + G^T lambda - f
 *     s = G a - gamma
 *     v = G u + g_t
 *     w = G^T mu
 *     d
 *
 * One complex step per column gives the directional derivative of every block at once; the
 * products with the frozen vectors follow in real arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/problem/cstep.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/derived.h"
#include "kernel/problem/mech.h"

static size_t sz(int n) { return (size_t)n; }

static void subtract(int n, const real *x, real *y)
{
    for (int i = 0; i < n; i++) y[i] -= x[i];
}

ivp_status mech_along(mech *m, unsigned want, const real *z, const real *dz,
                      const cstep_blocks *out)
{
    const ivp_status st = cstep_terms(m->twin, want, z, dz, out);
    return st || !m->derived ? st : derived_along(m->derived, want, z, dz, out);
}

struct point {
    const ivp_state *s;
    const real *mu;
};

/* Columns of the derivatives along one direction; NULL: not wanted. */
struct column {
    real *r, *s, *v, *w, *d;
};

static ivp_status along(mech *m, unsigned terms, const struct point *z, struct column to)
{
    const cstep_blocks out = { m->along.M.a, m->along.G.a, m->along.f,    m->along.d,
                               m->along.g,   m->along.gt,  m->along.gamma };
    m->count[IVP_N_JAC_EVALS]++;
    ivp_status st = mech_along(m, terms, m->z, m->dz, &out);
    if (st) return st;
    const bool mass = terms & IVP_M, constraints = terms & IVP_GQ;
    if (to.r && mass) mat_multiply_add(m->along.M, z->s->a, to.r);
    if (to.r && constraints) mat_transposed_add(m->along.G, z->s->lambda, to.r);
    if (to.r) subtract(m->nq, m->along.f, to.r);
    if (to.s && constraints) mat_multiply_add(m->along.G, z->s->a, to.s);
    if (to.s) subtract(m->ng, m->along.gamma, to.s);
    if (to.v) mat_multiply_add(m->along.G, z->s->u, to.v);
    for (int i = 0; to.v && i < m->ng; i++) to.v[i] += m->along.gt[i];
    if (to.w) mat_transposed_add(m->along.G, z->mu, to.w);
    if (to.d) memcpy(to.d, m->along.d, sz(m->nx) * sizeof(real));
    return IVP_OK;
}

/* Blocks whose derivatives enter the parts wanted. */
static unsigned blocks_of(unsigned want)
{
    return (want & TANGENT_R ? IVP_M | IVP_F | IVP_GQ : 0u) |
           (want & TANGENT_S ? IVP_GQ | IVP_GAMMA : 0u) |
           (want & TANGENT_V ? IVP_GQ | IVP_GT : 0u) | (want & TANGENT_W ? IVP_GQ : 0u) |
           (want & TANGENT_D ? IVP_D : 0u);
}

static real *column_of(bool wanted, ivp_mat A, int j)
{
    return wanted && A.rows > 0 ? ivp_at(A, 0, j) : NULL;
}

/* Column k of (t, q, u, x, lambda) */
static ivp_status differentiate(mech *m, unsigned terms, const struct point *z, int k,
                                struct column to)
{
    if (!terms) return IVP_OK;
    m->dz[k] = 1;
    ivp_status st = along(m, terms, z, to);
    m->dz[k] = 0;
    return st;
}

static ivp_status by_positions(mech *m, unsigned want, const struct point *z)
{
    const ivp_tangent *t = &m->tangent;
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < m->nq; j++)
        st = differentiate(m, blocks_of(want), z, 1 + j,
                           (struct column){ column_of(want & TANGENT_R, t->rq, j),
                                            column_of(want & TANGENT_S, t->sq, j),
                                            column_of(want & TANGENT_V, t->vq, j),
                                            column_of(want & TANGENT_W, t->wq, j),
                                            column_of(want & TANGENT_D, t->dq, j) });
    return st;
}

static ivp_status by_velocities(mech *m, unsigned want, const struct point *z)
{
    const ivp_tangent *t = &m->tangent;
    const unsigned terms = (want & TANGENT_R ? IVP_F : 0u) |
                           (want & TANGENT_S ? IVP_GAMMA : 0u) |
                           (want & TANGENT_D ? IVP_D : 0u);
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < m->nq; j++)
        st = differentiate(m, terms, z, 1 + m->nq + j,
                           (struct column){ column_of(want & TANGENT_R, t->ru, j),
                                            column_of(want & TANGENT_S, t->su, j), NULL, NULL,
                                            column_of(want & TANGENT_D, t->du, j) });
    return st;
}

static ivp_status by_states(mech *m, unsigned want, const struct point *z)
{
    const ivp_tangent *t = &m->tangent;
    const unsigned terms = (want & TANGENT_R ? IVP_F : 0u) | (want & TANGENT_D ? IVP_D : 0u);
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < m->nx; j++)
        st = differentiate(m, terms, z, 1 + 2 * m->nq + j,
                           (struct column){ column_of(want & TANGENT_R, t->rx, j), NULL, NULL,
                                            NULL, column_of(want & TANGENT_D, t->dx, j) });
    for (int j = 0; !st && m->nx && want & TANGENT_D && j < m->ng; j++)
        st = differentiate(m, IVP_D, z, 1 + 2 * m->nq + m->nx + j,
                           (struct column){ .d = column_of(true, t->dl, j) });
    return st;
}

/* Whatever a tangent by hand has written there */
static ivp_status by_time(mech *m, unsigned want, const struct point *z)
{
    const ivp_tangent *t = &m->tangent;
    memset(t->rt, 0, sz(m->nq) * sizeof(real));
    memset(t->st, 0, sz(m->ng) * sizeof(real));
    memset(t->vt, 0, sz(m->ng) * sizeof(real));
    memset(t->dt, 0, sz(m->nx) * sizeof(real));
    return differentiate(m, blocks_of(want), z, 0,
                         (struct column){ want & TANGENT_R ? t->rt : NULL,
                                          want & TANGENT_S ? t->st : NULL,
                                          want & TANGENT_V ? t->vt : NULL, NULL,
                                          want & TANGENT_D && m->nx ? t->dt : NULL });
}

/* The point into m->z; the same point as a problem wants it, q, u and x in one vector. */
static ivp_state set_point(mech *m, const ivp_state *s)
{
    real *to = m->z;
    *to++ = s->t;
    memcpy(to, s->q, sz(m->nq) * sizeof(real));
    memcpy(to + m->nq, s->u, sz(m->nq) * sizeof(real));
    if (m->nx) memcpy(to + 2 * m->nq, s->x, sz(m->nx) * sizeof(real));
    if (m->ng && s->lambda) memcpy(to + 2 * m->nq + m->nx, s->lambda, sz(m->ng) * sizeof(real));
    ivp_state state = mech_state(m, s->t, to);
    state.a = s->a;
    state.lambda = s->lambda;
    return state;
}

ivp_status mech_tangent(mech *m, unsigned want, const ivp_state *s, const real *mu)
{
    memset(m->tangent.rq.a, 0, m->tangent_reals * sizeof(real));
    const ivp_state at = set_point(m, s);
    const struct point point = { &at, mu }, *z = &point;
    ivp_status st;
    if (m->problem.tangent) {
        m->count[IVP_N_JAC_EVALS]++;
        st = m->problem.tangent(&at, mu, &m->tangent, m->p);
    } else {
        st = by_positions(m, want, z);
        if (!st) st = by_velocities(m, want, z);
        if (!st) st = by_states(m, want, z);
    }
    if (!st && want & TANGENT_TIME) st = by_time(m, want, z);
    return st;
}

/* ---- forces alone ------------------------------------------------------------------------ */

/* Of sparse blocks, and without them; elements come by themselves there. */
static ivp_status sparse_force_along(mech *m, unsigned terms)
{
    cstep_blocks out = { NULL,       NULL,        m->along.f,    m->along.d,
                         m->along.g, m->along.gt, m->along.gamma };
    m->count[IVP_N_JAC_EVALS]++;
    ivp_status st = cstep_taped(m->twin, terms, m->z, m->dz, tape_of(m->at.M)->sheet,
                                tape_of(m->at.G)->sheet, &out);
    if (!st) st = cstep_elements(m->twin, m->z, m->dz, m->rhs);
    for (int i = 0; i < m->nq; i++) m->along.f[i] += m->rhs[i];
    return st;
}

static ivp_status force_along(mech *m, unsigned terms)
{
    if (m->sparse) return sparse_force_along(m, terms);
    const cstep_blocks out = { m->along.M.a, m->along.G.a, m->along.f,    m->along.d,
                               m->along.g,   m->along.gt,  m->along.gamma };
    m->count[IVP_N_JAC_EVALS]++;
    return mech_along(m, terms, m->z, m->dz, &out);
}

ivp_status mech_force_along(mech *m, const ivp_state *s, real dt, const real *dq)
{
    set_point(m, s);
    m->dz[0] = dt;
    memcpy(m->dz + 1, dq, sz(m->nq) * sizeof(real));
    const ivp_status st = force_along(m, IVP_F | (m->nx ? IVP_D : 0u));
    memset(m->dz, 0, sz(1 + m->nq) * sizeof(real));
    return st;
}

/* Columns `from` .. of (t, q, u, x) into f_z and d_z, one complex step each. */
static ivp_status force_columns(mech *m, int from, ivp_mat fz, ivp_mat dz)
{
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < fz.cols; j++) {
        m->dz[from + j] = 1;
        st = force_along(m, IVP_F | (m->nx ? IVP_D : 0u));
        m->dz[from + j] = 0;
        memcpy(ivp_at(fz, 0, j), m->along.f, sz(m->nq) * sizeof(real));
        if (m->nx) memcpy(ivp_at(dz, 0, j), m->along.d, sz(m->nx) * sizeof(real));
    }
    return st;
}

static void negative(ivp_mat A, ivp_mat to)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) *ivp_at(to, i, j) = -*ivp_at(A, i, j);
}

/* With a = lambda = 0 the tangent's r is -f. */
static ivp_status force_jac_by_hand(mech *m, const ivp_state *s, ivp_force_jac *out)
{
    memset(m->rhs, 0, sz(m->nq + m->ng) * sizeof(real));
    ivp_state rest = *s;
    rest.a = m->rhs;
    rest.lambda = m->rhs + m->nq;
    const ivp_status st = mech_tangent(m, TANGENT_R, &rest, NULL);
    negative(m->tangent.rq, out->fq);
    negative(m->tangent.ru, out->fu);
    return st;
}

ivp_status mech_force_jac(mech *m, const ivp_state *s, ivp_force_jac *out)
{
    /* by hand d has its derivatives at lambda = 0 only */
    if (m->problem.tangent && !m->nx) return force_jac_by_hand(m, s, out);
    set_point(m, s);
    ivp_status st = force_columns(m, 1, out->fq, out->dq);
    if (!st) st = force_columns(m, 1 + m->nq, out->fu, out->du);
    if (!st && m->nx) st = force_columns(m, 1 + 2 * m->nq, out->fx, out->dx);
    return st;
}

static void clear(ivp_mat A)
{
    for (int j = 0; A.rows > 0 && j < A.cols; j++)
        memset(ivp_at(A, 0, j), 0, sz(A.rows) * sizeof(real));
}

ivp_status mech_stiff_jac(mech *m, const ivp_state *s, ivp_force_jac *out)
{
    const ivp_state at = set_point(m, s);
    const ivp_mat all[] = { out->fq, out->fu, out->fx, out->dq, out->du, out->dx };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) clear(all[k]);
    m->count[IVP_N_JAC_EVALS]++;
    return m->problem.stiff(&at, out->fq, out->fu, m->p);
}
