/* gragg_row.c -- a row of the tableau of gragg.c: the midpoint rule, its extrapolation, and
 * what gragg_dense.c wants to know about the middle of the step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/extrapolation/gragg.h"

#include <string.h>

enum { PLAIN = 2 };

int gragg_parts(const gragg *s, int j) { return s->keeps ? 4 * j - 2 : PLAIN * j; }

/* T_(j,1), with f0 at (t, y); every f of a kept row, also the last one, stays in F */
static ivp_status midpoint(gragg *s, int j, real t, real h, const real *y)
{
    const int count = gragg_parts(s, j), n = s->n;
    const real hj = h / (real)count;
    real *before = s->a, *now = s->b;
    for (int i = 0; i < n; i++) {
        before[i] = y[i];
        now[i] = y[i] + hj * s->f0[i];
    }
    for (int k = 1; k < count; k++) {
        real *f = s->F[s->keeps || k == 1 ? k : 0];
        const ivp_status status = ivp_rhs(s->m, t + (real)k * hj, now, f);
        if (status != IVP_OK) return status;
        if (s->keeps && 2 * k == count) memcpy(s->e, now, (size_t)n * sizeof(real));
        for (int i = 0; i < n; i++) before[i] += 2 * hj * f[i];
        real *swap = before;
        before = now;
        now = swap;
    }
    memcpy(s->T[j], now, (size_t)n * sizeof(real));
    if (!s->smoothing && !s->keeps) return IVP_OK;
    real *f = s->F[s->keeps ? count : 0];
    const ivp_status status = ivp_rhs(s->m, t + h, now, f);
    for (int i = 0; s->smoothing && i < n; i++)
        s->T[j][i] = (before[i] + now[i] + hj * f[i]) / 2;
    return status;
}

static void neville(const gragg *s, int j, int l, const real *from, real *to)
{
    const real ratio = (real)gragg_parts(s, j) / (real)gragg_parts(s, l);
    const real factor = 1 / (ratio * ratio - 1);
    for (int i = 0; i < s->n; i++) to[i] = from[i] + (from[i] - to[i]) * factor;
}

int gragg_first_row(int k) { return k < 3 ? 1 : (k + 1) / 2; }

/* d_j^(k) of one component: differences of f_0 .. f_count, in place */
static void differentiate(gragg *s, int j, int i, real h)
{
    const int count = gragg_parts(s, j), middle = count / 2;
    const real scale = 1 / (2 * h / (real)count);
    real c[2][GRAGG_PARTS + 1] = { { 0 } };
    c[0][0] = s->f0[i];
    for (int l = 1; l <= count; l++) c[0][l] = s->F[l][i];
    s->D[1][j][i] = c[0][middle];
    for (int k = 2; k <= 2 * j; k++) {
        const real *from = c[k % 2];
        real *to = c[(k + 1) % 2];
        for (int l = k - 1; l <= count - k + 1; l++)
            to[l] = (from[l + 1] - from[l - 1]) * scale;
        s->D[k][j][i] = to[middle];
    }
}

static void keep(gragg *s, int j, real h)
{
    memcpy(s->D[0][j], s->e, (size_t)s->n * sizeof(real));
    for (int i = 0; i < s->n; i++) differentiate(s, j, i, h);
    for (int k = 0; k <= 2 * j; k++)
        for (int l = j - 1; l >= gragg_first_row(k); l--)
            neville(s, j, l, s->D[k][l + 1], s->D[k][l]);
}

/* T[l] := T_(j,j+1-l), so that T[1] is the best and T[2] the one before */
ivp_status gragg_row(gragg *s, int j, real t, real h, const real *y)
{
    const ivp_status status = midpoint(s, j, t, h, y);
    if (status != IVP_OK) return status;
    for (int l = j - 1; l >= 1; l--) neville(s, j, l, s->T[l + 1], s->T[l]);
    if (s->keeps) keep(s, j, h);
    return status;
}
