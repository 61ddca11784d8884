/* radau5_mechanism.c -- a mechanism as its authors write it for RADAU5, at index 3 or 2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/radau5_mechanism.h"

#include <stdlib.h>
#include <string.h>

mechanism *mechanism_open(ivp_model *m, bool crude)
{
    const int nq = ivp_nq(m), nx = ivp_nx(m), ng = ivp_ng(m), U = nq + nx, W = U + nq;
    const ivp_mat shapes[] = { { nq, nq, nq, NULL }, { ng, nq, ng, NULL }, { nq, nq, nq, NULL },
                               { nq, nq, nq, NULL }, { nq, nx, nq, NULL }, { nx, nq, nx, NULL },
                               { nx, nq, nx, NULL }, { nx, nx, nx, NULL }, { nx, ng, nx, NULL },
                               { ng, nq, ng, NULL } };
    enum { SHAPES = sizeof shapes / sizeof *shapes };
    const size_t vectors = (size_t)(4 * nq + 2 * nx + 4 * ng);
    size_t reals = vectors;
    for (int k = 0; k < SHAPES; k++) reals += (size_t)shapes[k].rows * (size_t)shapes[k].cols;
    mechanism *s = calloc(1, sizeof *s + reals * sizeof(real));
    if (!s) return NULL;
    *s = (mechanism){ .m = m,
                      .nq = nq,
                      .nx = nx,
                      .ng = ng,
                      .X = nq,
                      .U = U,
                      .W = W,
                      .L = W + nq,
                      .n = W + nq + ng,
                      .crude = crude,
                      .index3 = ivp_formulation_of(m) == IVP_INDEX3 };
    s->y = s->store;
    s->zero = s->y + 2 * nq + nx + ng;
    s->at.f = s->zero + nq;
    s->at.d = s->at.f + nq;
    s->at.g = s->at.d + nx;
    s->at.gt = s->at.g + ng;
    s->at.gamma = s->at.gt + ng;
    real *at = s->store + vectors;
    ivp_mat *const to[SHAPES] = { &s->at.M,  &s->at.G,  &s->by.rq, &s->by.ru, &s->by.rx,
                                  &s->by.dq, &s->by.du, &s->by.dx, &s->by.dl, &s->by.vq };
    for (int k = 0; k < SHAPES; k++) {
        *to[k] = shapes[k];
        to[k]->a = at;
        at += (size_t)shapes[k].rows * (size_t)shapes[k].cols;
    }
    return s;
}

void mechanism_sizes(const mechanism *s, int *sizes)
{
    sizes[0] = s->index3 ? s->nq + s->nx : 2 * s->nq + s->nx;
    sizes[1] = s->index3 ? s->nq : s->nq + s->ng;
    sizes[2] = s->index3 ? s->nq + s->ng : 0;
}

void mechanism_from_model(const mechanism *s, const real *y, const real *w, real *Y)
{
    const size_t q = (size_t)s->nq * sizeof *y;
    memcpy(Y, y, q);
    memcpy(Y + s->U, y + s->nq, q);
    memcpy(Y + s->X, y + 2 * s->nq, (size_t)s->nx * sizeof *y);
    memcpy(Y + s->W, w, q);
    memcpy(Y + s->L, y + 2 * s->nq + s->nx, (size_t)s->ng * sizeof *y);
}

void mechanism_to_model(const mechanism *s, const real *Y, real *y)
{
    const size_t q = (size_t)s->nq * sizeof *y;
    memcpy(y, Y, q);
    memcpy(y + s->nq, Y + s->U, q);
    memcpy(y + 2 * s->nq, Y + s->X, (size_t)s->nx * sizeof *y);
    memcpy(y + 2 * s->nq + s->nx, Y + s->L, (size_t)s->ng * sizeof *y);
}

static ivp_state point_of(const mechanism *s, real t, const real *Y)
{
    return (ivp_state){
        .t = t, .q = Y, .u = Y + s->U, .x = Y + s->X, .a = Y + s->W, .lambda = Y + s->L
    };
}

ivp_status mechanism_f(mechanism *s, real t, const real *Y, real *F)
{
    const int nq = s->nq, ng = s->ng;
    const ivp_state p = point_of(s, t, Y);
    const ivp_status st = ivp_blocks_at(
        s->m, IVP_M | IVP_F | IVP_GQ | (s->nx ? IVP_D : 0u) | (s->index3 ? IVP_CON : IVP_GT),
        &p, &s->at);
    if (st) return st;
    memcpy(F, p.u, (size_t)nq * sizeof *F);
    memcpy(F + s->X, s->at.d, (size_t)s->nx * sizeof *F);
    memcpy(F + s->U, p.a, (size_t)nq * sizeof *F);
    for (int i = 0; i < nq; i++) {
        real sum = -s->at.f[i];
        for (int j = 0; j < nq; j++) sum += *ivp_at(s->at.M, i, j) * p.a[j];
        for (int k = 0; k < ng; k++) sum += *ivp_at(s->at.G, k, i) * p.lambda[k];
        F[s->W + i] = sum;
    }
    for (int k = 0; k < ng; k++) {
        real sum = s->index3 ? s->at.g[k] : s->at.gt[k];
        for (int j = 0; j < nq && !s->index3; j++) sum += *ivp_at(s->at.G, k, j) * p.u[j];
        F[s->L + k] = sum;
    }
    return IVP_OK;
}

/* J[row.., col..] = sign A */
static void put(ivp_mat J, int row, int col, ivp_mat A)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) *ivp_at(J, row + i, col + j) = *ivp_at(A, i, j);
}

static void put_identity(ivp_mat J, int row, int col, int n)
{
    for (int i = 0; i < n; i++) *ivp_at(J, row + i, col + i) = 1;
}

ivp_status mechanism_jacobian(mechanism *s, real t, const real *Y, int from, ivp_mat J)
{
    const ivp_state p = point_of(s, t, Y);
    ivp_status st = ivp_blocks_at(s->m, IVP_M | IVP_GQ, &p, &s->at);
    if (!st && !s->crude) st = ivp_derivatives_at(s->m, &p, &s->by);
    if (st) return st;
    if (s->crude) ivp_count(s->m, IVP_N_JAC, 1);
    if (from == 0) {
        put_identity(J, 0, s->U, s->nq);
        put_identity(J, s->U, s->W, s->nq);
    }
    if (!s->crude) {
        put(J, s->W - from, 0, s->by.rq);
        put(J, s->W - from, s->U, s->by.ru);
        put(J, s->W - from, s->X, s->by.rx);
        put(J, s->X, 0, s->by.dq);
        put(J, s->X, s->U, s->by.du);
        put(J, s->X, s->X, s->by.dx);
        put(J, s->X, s->L, s->by.dl);
        if (!s->index3) put(J, s->L - from, 0, s->by.vq);
    }
    put(J, s->W - from, s->W, s->at.M);
    for (int k = 0; k < s->ng; k++)
        for (int j = 0; j < s->nq; j++)
            *ivp_at(J, s->W - from + j, s->L + k) = *ivp_at(s->at.G, k, j);
    put(J, s->L - from, s->index3 ? 0 : s->U, s->at.G);
    return IVP_OK;
}
