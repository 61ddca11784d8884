/* structure.c -- probes M and G of a mechanical problem and plans their elimination.
 *
 * At the start alone entries may vanish that do not elsewhere (car axle: y_b(0) = 0), so points
 * are drawn around it, the same ones every time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */

#include "kernel/problem/mech.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/saddle.h"

enum { SAMPLES = 12 };

/* In [-1, 1); Marsaglia, Xorshift RNGs, J. Stat. Software 8 (2003). */
static real draw(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (real)*state / R(2147483648.0) - 1;
}

static void displace(int n, const real *x, real least, real *y, uint32_t *state)
{
    for (int i = 0; i < n; i++) y[i] = x[i] + draw(state) * ivp_max(least, ivp_abs(x[i]) / 2);
}

static bool symmetric(ivp_mat M)
{
    for (int j = 0; j < M.cols; j++)
        for (int i = 0; i < j; i++) {
            const real a = *ivp_at(M, i, j), b = *ivp_at(M, j, i);
            if (ivp_abs(a - b) > R(1e-9) * (ivp_abs(a) + ivp_abs(b))) return false;
        }
    return true;
}

/* Fills the samples, each [M G^T; G 0] in full and (f, gamma); how many, or -1: M is not
 * symmetric. */
static int probe(mech *m, real t0, real t1, const real *start, real *y, real *K, real *b)
{
    const int n = m->nq + m->ng;
    uint32_t state = 2463534242u;
    int samples = 0;
    for (int k = 0; k < SAMPLES; k++) {
        memcpy(y, start, (size_t)(2 * m->nq + m->nx) * sizeof *y);
        if (k) displace(m->nq, start, R(0.3), y, &state);
        if (k) displace(m->nq, start + m->nq, R(1.0), y + m->nq, &state);
        const ivp_state s = {
            .t = t0 + (t1 - t0) * (real)k / SAMPLES, .q = y, .u = y + m->nq, .x = y + 2 * m->nq
        };
        if (mech_terms(m, IVP_M | IVP_F | IVP_GQ | IVP_GAMMA, &s)) continue;
        if (!symmetric(m->at.M)) return -1;
        saddle_fill((ivp_mat){ n, n, n, K + samples * n * n }, m->at.M, m->at.G);
        memcpy(b + samples * n, m->at.f, (size_t)m->nq * sizeof *b);
        memcpy(b + samples++ * n + m->nq, m->at.gamma, (size_t)m->ng * sizeof *b);
    }
    return samples;
}

/* Where K(row, column) of the lower triangle stands behind M.a. */
static int place(const mech *m, int row, int column)
{
    return row < m->nq ? row + column * m->nq : m->nq * m->nq + row - m->nq + column * m->ng;
}

elimination_plan *structure_plan(mech *m, real t0, real t1, const real *y)
{
    const size_t n = (size_t)(m->nq + m->ng), np = (size_t)(2 * m->nq + m->nx);
    real *K = calloc(SAMPLES * n * (n + 1) + np, sizeof *K), *b = K + SAMPLES * n * n;
    elimination_plan *plan = NULL;
    const int count = K ? probe(m, t0, t1, y, b + SAMPLES * n, K, b) : 0;
    const elimination_samples samples = { count, K, b };
    if (count > 0) plan = elimination_plan_create((int)n, &samples);
    for (int k = 0; plan && k < plan->nnonzero; k++)
        plan->nonzero[k].from = place(m, plan->nonzero[k].row, plan->nonzero[k].column);
    free(K);
    return plan;
}
