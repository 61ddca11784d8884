/* partition.c -- choice of the independent coordinates and recovery of the dependent ones.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/partition.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"

enum { MAX_NEWTON = 25 };
/* of |E| since the choice, until another one is made: far enough from the singular point for a
 * step of any method */
static const real growth = R(2.0);
static const real affine_weight = R(10.0); /* of pivots in coordinates that enter g affinely */

static size_t sz(int n) { return (size_t)n; }

ivp_status partition_create(partition **out, int nq, int ng)
{
    const int nv = nq - ng;
    partition *p = calloc(1, sizeof *p);
    real *at =
        calloc(sz(ng) * sz(ng) + 2 * sz(nq) * sz(nv) + 5 * sz(nq) + sz(ng) + sz(ng) * sz(nq),
               sizeof *at);
    int *integers = calloc(sz(nq + ng), sizeof *integers);
    *out = p;
    if (!p || !at || !integers) {
        free(p);
        free(at);
        free(integers);
        *out = NULL;
        return IVP_E_NOMEM;
    }
    *p = (partition){ .nq = nq,
                      .ng = ng,
                      .nv = nv,
                      .dependent = integers,
                      .independent = integers + ng,
                      .pivots = integers + nq };
    p->Gw = (ivp_mat){ ng, ng, ng, at };
    p->E = (ivp_mat){ nq, nv, nq, at + ng * ng };
    p->Dv = p->E.a + nq * nv;
    p->qt = p->Dv + nq * nv;
    p->ut = p->qt + nq;
    p->q = p->ut + nq;
    p->before = p->q + nq;
    p->u = p->before + nq;
    p->w = p->u + nq;
    p->work = p->w + ng;
    return IVP_OK;
}

void partition_destroy(partition *p)
{
    if (!p) return;
    free(p->Gw.a);
    free(p->dependent);
    free(p);
}

/* A step that is cut short by an event ends anew, earlier: it still began where it began. */
void partition_anchor(partition *p, real t, const real *q)
{
    if (t > p->t) {
        memcpy(p->before, p->q, sz(p->nq) * sizeof *q);
        p->t_before = p->t;
    }
    memcpy(p->q, q, sz(p->nq) * sizeof *q);
    p->t = t;
}

/* Largest entry of the rows and columns from k on. */
static void largest(ivp_mat A, int k, int *row, int *column)
{
    *row = *column = k;
    for (int j = k; j < A.cols; j++)
        for (int i = k; i < A.rows; i++)
            if (ivp_abs(*ivp_at(A, i, j)) > ivp_abs(*ivp_at(A, *row, *column))) {
                *row = i;
                *column = j;
            }
}

static void exchange(ivp_mat A, int k, int row, int column)
{
    for (int j = 0; j < A.cols; j++) {
        const real x = *ivp_at(A, k, j);
        *ivp_at(A, k, j) = *ivp_at(A, row, j);
        *ivp_at(A, row, j) = x;
    }
    for (int i = 0; i < A.rows; i++) {
        const real x = *ivp_at(A, i, k);
        *ivp_at(A, i, k) = *ivp_at(A, i, column);
        *ivp_at(A, i, column) = x;
    }
}

/* Gaussian elimination of A (ng x nq) with complete pivoting; order[nq] becomes the order of
 * the columns. False when the rank is smaller than ng. */
static bool eliminate(ivp_mat A, int *order)
{
    real first = 0;
    for (int k = 0; k < A.rows; k++) {
        int row, column;
        largest(A, k, &row, &column);
        exchange(A, k, row, column);
        const int swapped = order[k];
        order[k] = order[column];
        order[column] = swapped;
        const real pivot = *ivp_at(A, k, k);
        if (k == 0) first = ivp_abs(pivot);
        if (!(ivp_abs(pivot) > R(1e-10) * first)) return false;
        for (int j = k + 1; j < A.cols; j++)
            for (int i = k + 1; i < A.rows; i++)
                *ivp_at(A, i, j) -= *ivp_at(A, i, k) / pivot * *ivp_at(A, k, j);
    }
    return true;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Weighs the columns of coordinates that enter g affinely: G has no derivative by them, as a
 * direction u without symmetries finds from d(G u + g_t)/dq. */
static ivp_status favour_affine(partition *p, mech *m, const ivp_state *at, ivp_mat A)
{
    for (int i = 0; i < p->nq; i++) p->u[i] = sqrt((real)(i + 2));
    ivp_state moving = *at;
    moving.u = p->u;
    moving.a = m->a;
    moving.lambda = m->lambda;
    const ivp_status st = mech_tangent(m, TANGENT_V, &moving, NULL);
    const real size = vec_max(A.a, p->ng * p->nq);
    for (int j = 0; !st && j < p->nq; j++) {
        if (vec_max(ivp_at(m->tangent.vq, 0, j), p->ng) > R(1e-10) * size) continue;
        for (int i = 0; i < p->ng; i++) *ivp_at(A, i, j) *= affine_weight;
    }
    return st;
}

ivp_status partition_choose(partition *p, mech *m, real t, const real *y)
{
    const ivp_state s = mech_state(m, t, y);
    const ivp_mat A = { p->ng, p->nq, p->ng, p->work };
    ivp_status st = mech_terms(m, IVP_GQ, &s);
    if (st) return st;
    memcpy(A.a, m->at.G.a, sz(p->ng) * sz(p->nq) * sizeof(real));
    st = favour_affine(p, m, &s, A);
    if (st) return st;
    /* dependent and independent together */
    for (int k = 0; k < p->nq; k++) p->dependent[k] = k;
    if (!eliminate(A, p->dependent)) return IVP_SINGULAR;
    qsort(p->dependent, sz(p->ng), sizeof *p->dependent, ascending);
    qsort(p->independent, sz(p->nv), sizeof *p->independent, ascending);
    p->t_before = p->t = t;
    partition_anchor(p, t, y);
    p->limit = -1;
    return IVP_OK;
}

/* G_w of the blocks of m, factored */
static ivp_status factor_dependent(partition *p, mech *m)
{
    for (int j = 0; j < p->ng; j++)
        for (int i = 0; i < p->ng; i++)
            *ivp_at(p->Gw, i, j) = *ivp_at(m->at.G, i, p->dependent[j]);
    m->count[IVP_N_LU]++;
    return lu_factor(p->Gw, p->pivots);
}

void partition_dependent(partition *p, mech *m, const real *b, real *x)
{
    for (int i = 0; i < p->ng; i++) p->w[i] = -b[i];
    m->count[IVP_N_SOLVE]++;
    lu_solve(p->Gw, p->pivots, p->w);
    for (int i = 0; i < p->ng; i++) x[p->dependent[i]] = p->w[i];
}

/* One Newton step in w; its size relative to q. */
static real improve(partition *p, mech *m, real *q)
{
    for (int i = 0; i < p->ng; i++) p->w[i] = -m->at.g[i];
    m->count[IVP_N_SOLVE]++;
    lu_solve(p->Gw, p->pivots, p->w);
    for (int i = 0; i < p->ng; i++) q[p->dependent[i]] += p->w[i];
    return vec_max(p->w, p->ng) / ivp_max(vec_max(q, p->nq), R(1e-3));
}

/* The independent q, and the others on the anchor. Inside the last step on the line between its
 * ends: from one end alone the other may be too far. */
static void first_guess(const partition *p, real t, const real *v, real *q)
{
    memcpy(q, p->q, sz(p->nq) * sizeof *q);
    if (t < p->t && p->t_before < p->t) {
        const real theta = ivp_min((p->t - t) / (p->t - p->t_before), 1);
        for (int k = 0; k < p->nq; k++) q[k] += theta * (p->before[k] - q[k]);
    }
    for (int k = 0; k < p->nv; k++) q[p->independent[k]] = v[k];
}

/* Newton, with the matrix of the first iterate while it contracts quickly. */
static ivp_status recover_positions(partition *p, mech *m, const ivp_state *at, real *q)
{
    real last = 0;
    bool fresh = true;
    for (int k = 0; k < MAX_NEWTON; k++) {
        ivp_status st = mech_terms_at(m, fresh ? IVP_CON | IVP_GQ : IVP_CON, at);
        if (!st && fresh) st = factor_dependent(p, m);
        if (st) return st;
        const real step = improve(p, m, q);
        if (!ivp_finite(step)) return IVP_DOMAIN;
        const real rate = k ? step / last : step;
        if (step <= 4 * IVP_EPS || step * rate <= IVP_EPS / 16) return IVP_OK;
        if (k && rate >= 1) return step <= 1000 * IVP_EPS ? IVP_OK : IVP_NO_CONVERGENCE;
        fresh = rate > R(0.05);
        last = step;
    }
    return IVP_NO_CONVERGENCE;
}

/* G u + g_t = G_v v' + g_t + G_w w', and the dependent u are zero before. */
static ivp_status recover_velocities(partition *p, mech *m, const ivp_state *at, real *u)
{
    ivp_status st = mech_terms_at(m, IVP_GQ | IVP_GT, at);
    if (!st) st = factor_dependent(p, m);
    if (st) return st;
    mat_multiply_add(m->at.G, u, m->at.gt);
    partition_dependent(p, m, m->at.gt, u);
    return IVP_OK;
}

ivp_status partition_recover(partition *p, mech *m, const ivp_state *at, const real *v,
                             const real *vp, real *y)
{
    real *q = y, *u = y + p->nq;
    m->count[IVP_N_PROJECT]++;
    first_guess(p, at->t, v, q);
    memset(u, 0, sz(p->nq) * sizeof *u);
    for (int k = 0; k < p->nv; k++) u[p->independent[k]] = vp[k];
    const ivp_status st = recover_positions(p, m, at, q);
    return st ? st : recover_velocities(p, m, at, u);
}

bool partition_good(partition *p, mech *m)
{
    memset(p->E.a, 0, sz(p->nq) * sz(p->nv) * sizeof(real));
    for (int k = 0; k < p->nv; k++) {
        partition_dependent(p, m, ivp_at(m->at.G, 0, p->independent[k]), ivp_at(p->E, 0, k));
        *ivp_at(p->E, p->independent[k], k) = 1;
    }
    const real size = vec_max(p->E.a, p->nq * p->nv);
    if (p->limit < 0) p->limit = growth * ivp_max(size, 1);
    return size <= p->limit;
}
