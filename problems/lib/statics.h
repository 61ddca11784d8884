/* statics.h -- a mechanism at rest under its load: from q, which is near,
 *
 *     f(t, q, 0) - G(t, q)^T lambda = 0,     g(t, q) = 0
 *
 * by Newton's method with matrices of double accuracy in every arithmetic,
 *
 *     [K + 1, G^T; G, 0] (dq, dlambda) = (f - G^T lambda, -g),     K = -d(f - G^T lambda)/dq by differences
 *
 * made twice, the second time with the multipliers that the first step has found, and then
 * kept. The 1 on the diagonal, in N/m, holds what no force holds: there the start stays where
 * it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_STATICS_H
#define PROBLEMS_STATICS_H

#include <ivp/problem.h>
#include <stdlib.h>
#include <string.h>

typedef struct statics {
    ivp_terms_fn terms;
    const real *p;
    real t, *q, *still, *lambda; /* still: velocities, 0 */
    int nq, ng;
    ivp_terms out;
    real *residual; /* nq + ng */
    double *A, *b;  /* matrix by rows */
    int *row;
} statics;

static inline bool statics_look(statics *s, real *residual)
{
    const int nq = s->nq, ng = s->ng;
    const ivp_state at = {
        .t = s->t, .q = s->q, .u = s->still, .a = s->still, .lambda = s->lambda
    };
    memset(s->out.G.a, 0, (size_t)nq * (size_t)ng * sizeof(real));
    memset(s->out.f, 0, (size_t)(nq + 3 * ng) * sizeof(real));
    if (s->terms(IVP_F | IVP_CON | IVP_GQ, &at, &s->out, s->p)) return false;
    for (int i = 0; i < nq; i++) residual[i] = s->out.f[i];
    for (int k = 0; k < ng; k++) {
        residual[nq + k] = -s->out.g[k];
        for (int i = 0; i < nq; i++) residual[i] -= *ivp_at(s->out.G, k, i) * s->lambda[k];
    }
    return true;
}

/* LU with exchange of rows, in place. */
static inline bool statics_factor(double *A, int *row, int n)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++) {
            const double x = A[i * n + k], y = A[best * n + k];
            if (x * x > y * y) best = i;
        }
        row[k] = best;
        for (int j = 0; j < n && best != k; j++) {
            const double x = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = x;
        }
        const double pivot = A[k * n + k];
        if (!(pivot * pivot > 0)) return false;
        for (int i = k + 1; i < n; i++) {
            const double l = A[i * n + k] /= pivot;
            for (int j = k + 1; j < n && l * l > 0; j++) A[i * n + j] -= l * A[k * n + j];
        }
    }
    return true;
}

static inline void statics_solve(const double *A, const int *row, int n, double *b)
{
    for (int k = 0; k < n; k++) {
        const double x = b[row[k]];
        b[row[k]] = b[k];
        b[k] = x;
    }
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++) b[i] -= A[i * n + k] * b[k];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

static inline bool statics_matrix(statics *s)
{
    const int nq = s->nq, n = nq + s->ng;
    const plain step = sqrt(IVP_EPS);
    real *moved = s->residual + n;
    if (!statics_look(s, s->residual)) return false;
    memset(s->A, 0, (size_t)n * (size_t)n * sizeof *s->A);
    for (int j = 0; j < nq; j++) {
        const real at = s->q[j];
        s->q[j] = at + step;
        const bool fine = statics_look(s, moved);
        s->q[j] = at;
        if (!fine) return false;
        for (int i = 0; i < n; i++) {
            const double slope = (double)(re(s->residual[i] - moved[i]) / step);
            s->A[i * n + j] = slope;
            if (i >= nq) s->A[j * n + i] = slope;
        }
        s->A[j * n + j] += 1;
    }
    return statics_factor(s->A, s->row, n);
}

/* One step; the largest change of a coordinate, NAN: it cannot be made. */
static inline double statics_step(statics *s)
{
    const int n = s->nq + s->ng;
    double most = 0;
    if (!statics_look(s, s->residual)) return (double)NAN;
    for (int i = 0; i < n; i++) s->b[i] = (double)re(s->residual[i]);
    statics_solve(s->A, s->row, n, s->b);
    for (int i = 0; i < n; i++) {
        if (i >= s->nq) {
            s->lambda[i - s->nq] += ivp_of(s->b[i]);
            continue;
        }
        const double size = s->b[i] < 0 ? -s->b[i] : s->b[i];
        s->q[i] += ivp_of(s->b[i]);
        if (!(size <= most)) most = size;
    }
    return most;
}

static inline bool statics_find(statics *s)
{
    double last = 1;
    if (!statics_matrix(s)) return false;
    statics_step(s);
    if (!statics_matrix(s)) return false;
    for (int k = 0; k < 60; k++) {
        const double change = statics_step(s);
        if (!(change < 1)) return false;
        if (change < (double)(64 * IVP_EPS) ||
            (change < (double)sqrt(IVP_EPS) && change > last / 2))
            return true;
        last = change;
    }
    return false;
}

/* q, nq coordinates, to rest at time t; IVP_E_DIVERGED where it finds none. */
static inline ivp_status statics_settle(ivp_terms_fn terms, int nq, int ng, real t, real *q,
                                        const real *p)
{
    const size_t n = (size_t)nq, m = (size_t)ng;
    real *room = calloc(n * m + n * n + 4 * n + 6 * m, sizeof *room), *at = room;
    double *A = calloc((n + m) * (n + m + 1), sizeof *A);
    int *row = calloc(n + m, sizeof *row);
    statics s = {
        .terms = terms, .p = p, .t = t, .q = q, .nq = nq, .ng = ng, .A = A, .row = row
    };
    bool found = false;
    if (room && A && row) {
        s.out.G = (ivp_mat){ ng, nq, ng, at };
        s.out.M = (ivp_mat){ nq, nq, nq, at += n * m };
        s.out.f = at += n * n;
        s.out.g = s.out.f + n;
        s.out.gt = s.out.g + m;
        s.out.gamma = s.out.gt + m;
        s.still = s.out.gamma + m;
        s.lambda = s.still + n;
        s.residual = s.lambda + m;
        s.b = A + (n + m) * (n + m);
        found = statics_find(&s);
    }
    const bool memory = room && A && row;
    free(room), free(A), free(row);
    return !memory ? IVP_E_NOMEM : found ? IVP_OK : IVP_E_DIVERGED;
}

#endif
