/* first.c -- mechanical problems as y' = f(t, y), y = (q, u, x): index 1, with the multipliers
 * eliminated by the saddle-point system S (a, lambda) = (f, rhs) of mech.h.
 *
 * The exact derivatives along any direction z:
 *
 *     r = M a + G^T lambda - f
 *     s = G a - rhs
 *     S (a_z, lambda_z) = -(r_z, s_z)
 *     x'_z = d_z + d_lambda lambda_z
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/problem/mech.h"
#include "kernel/formulation/model_inner.h"

static size_t sz(int n) { return (size_t)n; }

ivp_status first_point(ivp_model *m, real t, const real *y, const real **at)
{
    *at = y;
    if (!m->projects_rhs) return IVP_OK;
    memcpy(m->y, y, sz(m->n) * sizeof(real));
    *at = m->y;
    ivp_settled what;
    return model_settle(m, t, m->y, &what);
}

ivp_status first_mech(ivp_model *m, real t, const real *y, real *f)
{
    const int nq = m->nq;
    ivp_status st = first_point(m, t, y, &y);
    const ivp_state s = mech_state(m->mech, t, y);
    if (!st) st = mech_accelerate_at(m->mech, &s);
    if (st) return st;
    real finite = 0; /* NaN where u is not; mech_accelerate() has looked at a and d */
    for (int i = 0; i < nq; i++) {
        finite += s.u[i] - s.u[i];
        f[i] = s.u[i];
        f[nq + i] = m->mech->a[i];
    }
    for (int i = 0; i < m->nx; i++) f[2 * nq + i] = m->mech->at.d[i];
    return finite == 0 ? IVP_OK : IVP_DOMAIN;
}

/* Derivative of (u', x') from the derivatives of r, s and d along one direction. */
static void along(mech *k, const real *r, const real *s, const real *d, real *da, real *dx)
{
    for (int i = 0; i < k->nq; i++) k->rhs[i] = -r[i];
    for (int i = 0; i < k->ng; i++) k->rhs[k->nq + i] = -s[i];
    mech_solve(k, k->rhs);
    memcpy(da, k->rhs, sz(k->nq) * sizeof(real));
    for (int i = 0; i < k->nx; i++) {
        dx[i] = d[i];
        for (int l = 0; l < k->ng; l++)
            dx[i] += *ivp_at(k->tangent.dl, i, l) * k->rhs[k->nq + l];
    }
}

/* s_q and s_u with Baumgarte's terms 2 alpha (G u + g_t) + beta g */
static void stabilise(mech *k)
{
    if (k->alpha == 0 && k->beta == 0) return;
    const ivp_tangent *d = &k->tangent;
    for (int j = 0; j < k->nq; j++)
        for (int i = 0; i < k->ng; i++) {
            const real g = *ivp_at(k->at.G, i, j);
            *ivp_at(d->sq, i, j) += 2 * k->alpha * *ivp_at(d->vq, i, j) + k->beta * g;
            *ivp_at(d->su, i, j) += 2 * k->alpha * g;
        }
    for (int i = 0; i < k->ng; i++) d->st[i] += 2 * k->alpha * d->vt[i] + k->beta * k->at.gt[i];
}

/* Accelerations and tangent at y; leaves G and g_t in mech->at for the stabilisation. */
static ivp_status linearise(ivp_model *m, mech *k, unsigned want, real t, const real *y)
{
    ivp_state s = mech_state(k, t, y);
    ivp_status st = mech_accelerate_factored(k, &s);
    const bool stabilised = k->alpha != 0 || k->beta != 0;
    if (!st && stabilised) st = mech_terms(k, IVP_GQ | IVP_GT, &s);
    if (st) return st;
    want |= TANGENT_R | TANGENT_S | (m->nx ? TANGENT_D : 0u) | (stabilised ? TANGENT_V : 0u);
    s.a = k->a;
    s.lambda = k->lambda;
    st = mech_tangent(k, want, &s, NULL);
    if (!st) stabilise(k);
    return st;
}

static const real *column(ivp_mat A, int j) { return A.rows ? ivp_at(A, 0, j) : A.a; }

/* ft from what linearise() with TANGENT_TIME has left */
static void first_time(ivp_model *m, mech *k, real *ft)
{
    const ivp_tangent *d = &k->tangent;
    memset(ft, 0, sz(m->nq) * sizeof(real));
    along(k, d->rt, d->st, d->dt, ft + m->nq, ft + 2 * m->nq);
}

ivp_status first_mech_jac(ivp_model *m, real t, const real *y, ivp_mat J, real *ft)
{
    const int nq = m->nq, nx = m->nx;
    mech *k;
    ivp_status st = mech_full(m->mech, &k);
    if (!st) st = first_point(m, t, y, &y);
    if (!st) st = linearise(m, k, ft ? TANGENT_TIME : 0u, t, y);
    if (st) return st;
    const ivp_tangent *d = &k->tangent;
    for (int j = 0; j < nq; j++) {
        real *by_q = ivp_at(J, 0, j), *by_u = ivp_at(J, 0, nq + j);
        by_u[j] = 1;
        along(k, column(d->rq, j), column(d->sq, j), column(d->dq, j), by_q + nq,
              by_q + 2 * nq);
        along(k, column(d->ru, j), column(d->su, j), column(d->du, j), by_u + nq,
              by_u + 2 * nq);
    }
    memset(m->work, 0, sz(m->n) * sizeof(real)); /* s_x = 0 */
    for (int j = 0; j < nx; j++) {
        real *by_x = ivp_at(J, 0, 2 * nq + j);
        along(k, column(d->rx, j), m->work, column(d->dx, j), by_x + nq, by_x + 2 * nq);
    }
    if (ft) first_time(m, k, ft);
    return IVP_OK;
}

/* (q, u) lie one behind the other as in y' = f; a method that keeps no history has no P(y). */
ivp_status first_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                           ivp_mat J2, real *at)
{
    mech *k;
    ivp_status st = mech_full(m->mech, &k);
    if (st) return st;
    const ivp_tangent *d = &k->tangent;
    real *y = m->y; /* n = 2 nq */
    memmove(y, v, sz(m->nq) * sizeof *y);
    memmove(y + m->nq, vp, sz(m->nq) * sizeof *y);
    st = linearise(m, k, at ? TANGENT_TIME : 0u, t, y);
    for (int j = 0; !st && j < m->nq; j++) {
        along(k, column(d->rq, j), column(d->sq, j), d->dt, ivp_at(J1, 0, j), m->work);
        along(k, column(d->ru, j), column(d->su, j), d->dt, ivp_at(J2, 0, j), m->work);
    }
    if (!st && at) along(k, d->rt, d->st, d->dt, at, m->work);
    return st;
}
