/* state_space.c -- constrained mechanical systems in their independent coordinates v:
 *
 *     v'' = f(t, v, v', x)
 *
 * where q and u are recovered from v and v', and a comes from the saddle-point system S of
 * mech.h; with exact Jacobians by implicit differentiation. With E = dq/dv = du/dv' of
 * partition.h and r, s of tangent.c,
 *
 *     S (a_z, lambda_z) = -(r_q q_z + r_u u_z + r_z, s_q q_z + s_u u_z + s_z)
 *     z = v      q_z = E                        u_z = D = [ -G_w^-1 (V_q E) ; 0 ]
 *     z = v'     q_z = 0                        u_z = E
 *     z = t      q_t = [ -G_w^-1 g_t ; 0 ]      u_t = [ -G_w^-1 (V_q q_t + V_t) ; 0 ]
 *
 * where V = G u + g_t (RN paper, section 2.3).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/partition.h"

static size_t sz(int n) { return (size_t)n; }

/* x of the point (t, q, u, x) in m->q, where one pass goes: partition_recover() adds q and u, and
 * mech_accelerate_at() takes the accelerations there. NULL: there is none. */
static void put_x(const ivp_model *m, const real *x)
{
    if (x) memcpy(m->x, x, sz(m->nx) * sizeof *x);
}

static void pick(const partition *p, const real *a, real *independent)
{
    for (int k = 0; k < p->nv; k++) independent[k] = a[p->independent[k]];
}

ivp_status state_space_rhs(ivp_model *m, real t, const real *y, real *f)
{
    const int nv = m->part->nv;
    const ivp_state at = mech_state(m->mech, t, m->q);
    put_x(m, y + 2 * nv);
    ivp_status st = partition_recover(m->part, m->mech, &at, y, y + nv, m->q);
    if (!st) st = mech_accelerate_at(m->mech, &at);
    if (st) return st;
    memcpy(f, y + nv, sz(nv) * sizeof *f);
    pick(m->part, m->mech->a, f + nv);
    if (m->nx) memcpy(f + 2 * nv, m->mech->at.d, sz(m->nx) * sizeof *f);
    return IVP_OK;
}

ivp_status state_space_accel(ivp_model *m, real t, const real *v, const real *vp, real *a)
{
    const ivp_state at = mech_state(m->mech, t, m->q);
    ivp_status st = partition_recover(m->part, m->mech, &at, v, vp, m->q);
    if (!st) st = mech_accelerate_at(m->mech, &at);
    if (!st) pick(m->part, m->mech->a, a);
    return st;
}

/* ---- derivatives ------------------------------------------------------------------------ */

/* D and the time derivatives q_t, u_t at constant v, v', from E and the tangent's vq and vt. */
static void motions(partition *p, mech *m, const real *gt)
{
    const ivp_tangent *d = &m->tangent;
    real *b = p->work; /* ng */
    memset(p->Dv, 0, sz(p->nq) * sz(p->nv) * sizeof(real));
    memset(p->qt, 0, 2 * sz(p->nq) * sizeof(real)); /* and ut */
    for (int k = 0; k < p->nv; k++) {
        memset(b, 0, sz(p->ng) * sizeof(real));
        mat_multiply_add(d->vq, ivp_at(p->E, 0, k), b);
        partition_dependent(p, m, b, p->Dv + k * p->nq);
    }
    partition_dependent(p, m, gt, p->qt);
    memcpy(b, d->vt, sz(p->ng) * sizeof(real));
    mat_multiply_add(d->vq, p->qt, b);
    partition_dependent(p, m, b, p->ut);
}

/* (a_z, lambda_z) into m->rhs for the motion (q_z, u_z), plus partial derivatives r_z, s_z, and
 * x'_z into dx. */
static void along(mech *m, const real *qz, const real *uz, const real *rz, const real *sz_,
                  const real *dz, real *dx)
{
    const ivp_tangent *d = &m->tangent;
    real *r = m->rhs, *s = r + m->nq;
    memset(r, 0, sz(m->nq + m->ng) * sizeof(real));
    if (qz) mat_multiply_add(d->rq, qz, r);
    if (qz) mat_multiply_add(d->sq, qz, s);
    if (uz) mat_multiply_add(d->ru, uz, r);
    if (uz) mat_multiply_add(d->su, uz, s);
    for (int i = 0; i < m->nq; i++) r[i] = -r[i] - (rz ? rz[i] : 0);
    for (int i = 0; i < m->ng; i++) s[i] = -s[i] - (sz_ ? sz_[i] : 0);
    mech_solve(m, r);
    if (!m->nx) return;
    for (int i = 0; i < m->nx; i++) dx[i] = dz ? dz[i] : 0;
    if (qz) mat_multiply_add(d->dq, qz, dx);
    if (uz) mat_multiply_add(d->du, uz, dx);
    mat_multiply_add(d->dl, s, dx);
}

static ivp_status linearise(ivp_model *m, real t, const real *v, const real *vp, const real *x)
{
    mech *k = m->mech;
    partition *p = m->part;
    ivp_state s = mech_state(k, t, m->q);
    put_x(m, x);
    ivp_status st = partition_recover(p, k, &s, v, vp, m->q);
    if (st) return st;
    partition_good(p, k); /* for E */
    st = mech_accelerate_factored(k, &s);
    if (!st) st = mech_terms(k, IVP_GT, &s);
    s.a = k->a;
    s.lambda = k->lambda;
    const unsigned want =
        TANGENT_R | TANGENT_S | TANGENT_V | TANGENT_TIME | (m->nx ? TANGENT_D : 0u);
    if (!st) st = mech_tangent(k, want, &s, NULL);
    if (!st) motions(p, k, k->at.gt);
    return st;
}

ivp_status state_space_accel_jac(ivp_model *m, real t, const real *v, const real *vp,
                                 ivp_mat J1, ivp_mat J2, real *at)
{
    partition *p = m->part;
    mech *k = m->mech;
    ivp_status st = linearise(m, t, v, vp, NULL);
    if (st) return st;
    for (int j = 0; j < p->nv; j++) {
        along(k, ivp_at(p->E, 0, j), p->Dv + j * p->nq, NULL, NULL, NULL, NULL);
        pick(p, k->rhs, ivp_at(J1, 0, j));
        along(k, NULL, ivp_at(p->E, 0, j), NULL, NULL, NULL, NULL);
        pick(p, k->rhs, ivp_at(J2, 0, j));
    }
    if (!at) return IVP_OK;
    along(k, p->qt, p->ut, k->tangent.rt, k->tangent.st, NULL, NULL);
    pick(p, k->rhs, at);
    return IVP_OK;
}

static const real *column(ivp_mat A, int j) { return A.rows ? ivp_at(A, 0, j) : NULL; }

/* ft from what linearise() has left */
static void state_space_time(ivp_model *m, real *ft)
{
    partition *p = m->part;
    mech *k = m->mech;
    memset(ft, 0, sz(p->nv) * sizeof *ft);
    along(k, p->qt, p->ut, k->tangent.rt, k->tangent.st, k->tangent.dt, ft + 2 * p->nv);
    pick(p, k->rhs, ft + p->nv);
}

ivp_status state_space_jac(ivp_model *m, real t, const real *y, ivp_mat J, real *ft)
{
    partition *p = m->part;
    mech *k = m->mech;
    const int nv = p->nv, x0 = 2 * nv;
    ivp_status st = linearise(m, t, y, y + nv, y + x0);
    if (st) return st;
    for (int j = 0; j < nv; j++) {
        real *by_v = ivp_at(J, 0, j), *by_vp = ivp_at(J, 0, nv + j);
        by_vp[j] = 1;
        along(k, ivp_at(p->E, 0, j), p->Dv + j * p->nq, NULL, NULL, NULL, by_v + x0);
        pick(p, k->rhs, by_v + nv);
        along(k, NULL, ivp_at(p->E, 0, j), NULL, NULL, NULL, by_vp + x0);
        pick(p, k->rhs, by_vp + nv);
    }
    for (int j = 0; j < m->nx; j++) {
        real *by_x = ivp_at(J, 0, x0 + j);
        along(k, NULL, NULL, column(k->tangent.rx, j), NULL, column(k->tangent.dx, j),
              by_x + x0);
        pick(p, k->rhs, by_x + nv);
    }
    if (ft) state_space_time(m, ft);
    return IVP_OK;
}

/* ---- layout ------------------------------------------------------------------------------ */

ivp_status state_space_choose(ivp_model *m, real t, const real *canonical)
{
    return partition_choose(m->part, m->mech, t, canonical);
}

void state_space_pack(const ivp_model *m, const real *canonical, real *y)
{
    const int nv = m->part->nv;
    pick(m->part, canonical, y);
    pick(m->part, canonical + m->nq, y + nv);
    memcpy(y + 2 * nv, canonical + 2 * m->nq, sz(m->nx) * sizeof *y);
}

/* With the workspace of the instance, so that showing a state costs nothing. */
ivp_status state_space_positions(ivp_model *m, real t, const real *y, real *canonical)
{
    const int nv = m->part->nv;
    mech *k; /* a partition reads G by its elements, which sparse blocks do not show */
    const ivp_status st = mech_full(m->instance->mech, &k);
    if (st) return st;
    memcpy(canonical + 2 * m->nq, y + 2 * nv, sz(m->nx) * sizeof *y);
    const ivp_state at = mech_state(k, t, canonical);
    return partition_recover(m->part, k, &at, y, y + nv, canonical);
}

/* The accepted state becomes the anchor of the next recoveries; false: choose anew. */
ivp_status state_space_settle(ivp_model *m, real t, const real *y, bool *good)
{
    const int nv = m->part->nv;
    const ivp_state at = mech_state(m->mech, t, m->q);
    put_x(m, y + 2 * nv);
    const ivp_status st = partition_recover(m->part, m->mech, &at, y, y + nv, m->q);
    if (st) return st;
    partition_anchor(m->part, t, m->q);
    *good = partition_good(m->part, m->mech);
    return IVP_OK;
}
