/* residual.c -- mechanical problems as F(t, y, y') = 0, at any index. Rows, with a = u':
 *
 *     q        q' - u                                              ggl: + G^T mu
 *     u        M a + G^T lambda - f
 *     x        x' - d
 *     lambda   g                                                   index3
 *              G u + g_t                                           index2, ggl
 *              G u + g_t + alpha g                                 baumgarte2
 *              G a - gamma                                         index1
 *              G a - gamma + 2 alpha (G u + g_t) + beta g          baumgarte1
 *     mu       g                                                   ggl alone
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"
#include "kernel/formulation/model_inner.h"

mech_levels residual_levels(const ivp_model *m)
{
    const real alpha = m->mech->alpha, beta = m->mech->beta;
    switch (m->formulation) {
    case IVP_INDEX3:
        return (mech_levels){ 1, 0, 0 };
    case IVP_INDEX2:
    case IVP_GGL:
        return (mech_levels){ 0, 1, 0 };
    case IVP_BAUMGARTE2:
        return (mech_levels){ alpha, 1, 0 };
    case IVP_BAUMGARTE1:
        return (mech_levels){ beta, 2 * alpha, 1 };
    default:
        return (mech_levels){ 0, 0, 1 };
    }
}

static unsigned blocks_of(const ivp_model *m, mech_levels w)
{
    return IVP_M | IVP_F | IVP_GQ | (m->nx ? IVP_D : 0u) |
           (w.position != 0 || m->formulation == IVP_GGL ? IVP_CON : 0u) |
           (w.velocity != 0 ? IVP_GT : 0u) | (w.acceleration != 0 ? IVP_GAMMA : 0u);
}

/* The unknowns and a of y'; mu of ggl lies behind lambda. */
static ivp_state split(const ivp_model *m, real t, const real *y, const real *yp)
{
    ivp_state s = mech_state(m->mech, t, y);
    s.a = yp + m->nq;
    s.lambda = s.x + m->nx;
    return s;
}

static const real *mu_of(const ivp_model *m, const ivp_state *s)
{
    return m->formulation == IVP_GGL ? s->lambda + m->ng : NULL;
}

/* g_t and gamma are lost */
static void constraint_rows(const ivp_model *m, mech_levels w, const real *u, const real *a,
                            real *row)
{
    const ivp_terms *b = &m->mech->at;
    for (int i = 0; i < m->ng; i++) b->gamma[i] = -b->gamma[i];
    if (w.velocity != 0) mat_multiply_add(b->G, u, b->gt);
    if (w.acceleration != 0) mat_multiply_add(b->G, a, b->gamma);
    for (int i = 0; i < m->ng; i++) {
        row[i] = 0; /* blocks that were not asked for are zero or unused: skip them */
        if (w.position != 0) row[i] += w.position * b->g[i];
        if (w.velocity != 0) row[i] += w.velocity * b->gt[i];
        if (w.acceleration != 0) row[i] += w.acceleration * b->gamma[i];
    }
}

ivp_status residual_mech(ivp_model *m, real t, const real *y, const real *yp, real *F)
{
    const int nq = m->nq, nx = m->nx, ng = m->ng;
    const mech_levels w = residual_levels(m);
    const ivp_state s = split(m, t, y, yp);
    const real *mu = mu_of(m, &s);
    ivp_status st = mech_terms(m->mech, blocks_of(m, w), &s);
    if (st) return st;
    const ivp_terms *b = &m->mech->at;
    for (int i = 0; i < nq; i++) F[i] = yp[i] - s.u[i];
    if (mu) mat_transposed_add(b->G, mu, F);
    for (int i = 0; i < nq; i++) F[nq + i] = -b->f[i];
    mat_multiply_add(b->M, s.a, F + nq);
    mat_transposed_add(b->G, s.lambda, F + nq);
    for (int i = 0; i < nx; i++) F[2 * nq + i] = yp[2 * nq + i] - b->d[i];
    constraint_rows(m, w, s.u, s.a, F + 2 * nq + nx);
    if (mu) memcpy(F + 2 * nq + nx + ng, b->g, (size_t)ng * sizeof(real));
    return IVP_OK;
}

/* J[row.., col..] += w A */
static void put(ivp_mat J, int row, int col, real w, ivp_mat A)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) *ivp_at(J, row + i, col + j) += w * *ivp_at(A, i, j);
}

static void put_transposed(ivp_mat J, int row, int col, ivp_mat A)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) *ivp_at(J, row + j, col + i) += *ivp_at(A, i, j);
}

static void put_diagonal(ivp_mat J, int row, int col, int n, real w)
{
    for (int i = 0; i < n; i++) *ivp_at(J, row + i, col + i) += w;
}

/* lambda rows: w.p g + w.v (G u + g_t) + w.a (G a - gamma) */
static void constraint_jacobian(const ivp_model *m, mech_levels w, int row, real c, ivp_mat J)
{
    const mech *k = m->mech->sparse ? m->mech->full : m->mech;
    const ivp_tangent *d = &k->tangent;
    const ivp_mat G = k->at.G;
    const int nq = m->nq;
    if (w.position != 0) put(J, row, 0, w.position, G);
    if (w.velocity != 0) {
        put(J, row, 0, w.velocity, d->vq);
        put(J, row, nq, w.velocity, G);
    }
    if (w.acceleration != 0) {
        put(J, row, 0, w.acceleration, d->sq);
        put(J, row, nq, w.acceleration, d->su);
        put(J, row, nq, w.acceleration * c, G);
    }
}

ivp_status residual_mech_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                             ivp_mat J)
{
    const int nq = m->nq, nx = m->nx, ng = m->ng, x0 = 2 * nq, l0 = x0 + nx;
    mech *k;
    const mech_levels w = residual_levels(m);
    const ivp_state s = split(m, t, y, yp);
    const real *mu = mu_of(m, &s);
    ivp_status st = mech_full(m->mech, &k);
    if (!st) st = mech_terms(k, IVP_M | IVP_GQ, &s);
    const unsigned want = TANGENT_R | (nx ? TANGENT_D : 0u) | (mu ? TANGENT_W : 0u) |
                          (w.velocity != 0 ? TANGENT_V : 0u) |
                          (w.acceleration != 0 ? TANGENT_S : 0u);
    if (!st) st = mech_tangent(k, want, &s, mu);
    if (st) return st;
    const ivp_tangent *d = &k->tangent;
    put_diagonal(J, 0, 0, nq, c);
    put_diagonal(J, 0, nq, nq, -1);
    put(J, nq, 0, 1, d->rq);
    put(J, nq, nq, 1, d->ru);
    put(J, nq, nq, c, k->at.M);
    put(J, nq, x0, 1, d->rx);
    put_transposed(J, nq, l0, k->at.G);
    put(J, x0, 0, -1, d->dq);
    put(J, x0, nq, -1, d->du);
    put(J, x0, x0, -1, d->dx);
    put(J, x0, l0, -1, d->dl);
    put_diagonal(J, x0, x0, nx, c);
    constraint_jacobian(m, w, l0, c, J);
    if (mu) {
        put(J, 0, 0, 1, d->wq);
        put_transposed(J, 0, l0 + ng, k->at.G);
        put(J, l0 + ng, 0, 1, k->at.G);
    }
    return IVP_OK;
}

void residual_mech_mass(const ivp_model *m, ivp_mat N)
{
    const int nq = m->nq, nx = m->nx, x0 = 2 * nq, l0 = x0 + nx;
    const mech *k = m->mech->sparse ? m->mech->full : m->mech;
    const real acceleration = residual_levels(m).acceleration;
    put_diagonal(N, 0, 0, nq, 1);
    put(N, nq, nq, 1, k->at.M);
    put_diagonal(N, x0, x0, nx, 1);
    if (acceleration != 0) put(N, l0, nq, acceleration, k->at.G);
}
