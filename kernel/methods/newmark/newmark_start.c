/* newmark_start.c -- see newmark_start.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/newmark/newmark_start.h"

#include <string.h>

#include "kernel/linear/saddle.h"

/* [M G^T; G 0] of s->at, in the storage of the iteration's matrix, which is lost */
static ivp_status factor_saddle(newmark *s, ivp_mat *A)
{
    const int n = s->nq + s->ng;
    if (s->saddle) {
        s->lever_matrix = 0;
        return sparse_saddle_factor(s->saddle, NULL, 1, 0, 0);
    }
    *A = (ivp_mat){ n, n, n, s->A.a };
    s->lever_matrix = 0;
    saddle_fill(*A, s->at.M, s->at.G);
    return ivp_factor(s->m, *A, s->pivots);
}

static void solve_saddle(newmark *s, ivp_mat A, real *x)
{
    if (s->saddle)
        sparse_saddle_solve(s->saddle, x);
    else
        ivp_solve(s->m, A, s->pivots, x);
}

ivp_status newmark_accelerations(newmark *s, real t, const real *y, real *z)
{
    const int nq = s->nq, ng = s->ng, X = s->x.at;
    const unsigned want = IVP_M | IVP_F | IVP_GQ | IVP_GAMMA;
    ivp_mat A;
    ivp_status status = newmark_blocks(s, want, t, y);
    if (status == IVP_OK) status = factor_saddle(s, &A);
    if (status != IVP_OK) return status;
    memset(z, 0, (size_t)s->n * sizeof(real));
    memcpy(z, s->at.f, (size_t)nq * sizeof(real));
    if (ng > 0) memcpy(z + nq, s->at.gamma, (size_t)ng * sizeof(real));
    solve_saddle(s, A, z);
    if (s->nx == 0) return IVP_OK;
    ivp_state pulled = newmark_state(s, t, y);
    pulled.lambda = z + nq;
    status = ivp_blocks_at(s->m, IVP_D, &pulled, &s->at);
    memcpy(z + X, s->at.d, (size_t)s->nx * sizeof(real));
    return status;
}

/* y := y + h (u, a, x') + h^2/2 (a, 0, 0) */
static void explicit_step(const newmark *s, real h, const real *z, real *y)
{
    const int nq = s->nq;
    real *u = y + nq, *x = u + nq;
    for (int i = 0; i < nq; i++) {
        y[i] += h * (u[i] + h * z[i] / 2);
        u[i] += h * z[i];
    }
    for (int i = 0; i < s->nx; i++) x[i] += h * z[s->x.at + i];
}

ivp_status newmark_trend(newmark *s, real t, real h, const real *y, const real *z, real *change,
                         real *work)
{
    const int n = s->n;
    real *first = work, *second = work + n, *ahead = s->y1;
    memcpy(ahead, y, (size_t)(s->nq + n) * sizeof(real));
    memset(change, 0, (size_t)n * sizeof(real));
    explicit_step(s, h, z, ahead);
    ivp_status status = newmark_accelerations(s, t + h, ahead, first);
    if (status == IVP_OK) {
        explicit_step(s, h, first, ahead);
        status = newmark_accelerations(s, t + 2 * h, ahead, second);
    }
    if (status != IVP_OK) return status > IVP_OK ? IVP_OK : status;
    for (int i = 0; i < n; i++) {
        second[i] += z[i] - 2 * first[i];
        first[i] -= z[i];
    }
    const newmark_part *const parts[] = { &s->q, &s->x };
    for (int k = 0; k < 2; k++) {
        if (2 * newmark_norm(parts[k], second) > newmark_norm(parts[k], first)) return IVP_OK;
    }
    memcpy(change, first, (size_t)(s->nq) * sizeof(real));
    if (s->nx > 0) memcpy(change + s->x.at, first + s->x.at, (size_t)s->nx * sizeof(real));
    return IVP_OK;
}

ivp_status newmark_normal_part(newmark *s, real t, const real *y, const real *change, real *v)
{
    ivp_mat A;
    memset(v, 0, (size_t)s->n * sizeof(real));
    if (s->ng == 0) return IVP_OK;
    ivp_status status = newmark_blocks(s, IVP_M | IVP_GQ, t, y);
    if (status == IVP_OK) status = factor_saddle(s, &A);
    if (status != IVP_OK) return status;
    mat_multiply_add(s->at.G, change, v + s->nq);
    solve_saddle(s, A, v);
    return IVP_OK;
}
