/* radau_blocks.c -- eigenvalues by the iteration of Durand and Kerner, eigenvectors from
 * them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/radau/radau_blocks.h"

#include <string.h>

#include "kernel/linear/lu.h"

enum { S = RADAU_STAGES, ROUNDS = 200 };

typedef struct pair {
    real re, im;
} pair;

static pair times(pair a, pair b)
{
    return (pair){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static pair over(pair a, pair b)
{
    const real size = b.re * b.re + b.im * b.im;
    return times(a, (pair){ b.re / size, -b.im / size });
}

/* M^(k)(x) for k = 0 .. s, where M = prod (x - c_i): k! times the coefficients about x */
static void derivatives(const radau_nodes *nodes, real x, real *M)
{
    const int s = nodes->s;
    M[0] = 1;
    for (int k = 1; k <= s; k++) M[k] = 0;
    for (int i = 0; i < s; i++)
        for (int k = i + 1; k >= 0; k--) M[k] = (k ? M[k - 1] : 0) + (x - nodes->c[i]) * M[k];
    real factorial = 1;
    for (int k = 1; k <= s; k++) M[k] *= factorial *= (real)k;
}

/* All roots of sum p_k z^(s-k), p_0 being its leading coefficient. */
static void roots(int s, const real *p, pair *z)
{
    const real size = pow(ivp_abs(p[s] / p[0]), 1 / (real)s);
    for (int i = 0; i < s; i++) {
        const real angle = 2 * IVP_PI * ((real)i + R(0.3)) / (real)s;
        z[i] = (pair){ cos(angle) * size, sin(angle) * size };
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < s; i++) {
            pair value = { p[0], 0 }, others = { p[0], 0 };
            for (int k = 1; k <= s; k++) value = times(value, z[i]), value.re += p[k];
            for (int j = 0; j < s; j++)
                if (j != i)
                    others = times(others, (pair){ z[i].re - z[j].re, z[i].im - z[j].im });
            const pair step = over(value, others);
            z[i].re -= step.re;
            z[i].im -= step.im;
        }
}

/* The real root becomes the first, then the members of the pairs that lie above the real
 * axis. */
static void sort(int s, const pair *z, radau_blocks *b)
{
    int real_one = 0, at = 0;
    for (int i = 1; i < s; i++)
        if (ivp_abs(z[i].im) < ivp_abs(z[real_one].im)) real_one = i;
    b->re[at] = z[real_one].re;
    b->im[at++] = 0;
    for (int i = 0; i < s; i++)
        if (i != real_one && z[i].im > 0 && at <= b->pairs) {
            b->re[at] = z[i].re;
            b->im[at++] = z[i].im;
        }
}

/* Column of T, or two of them, from the eigenvector of eigenvalue k. */
static void fill_columns(radau_blocks *b, const radau_nodes *nodes, int k)
{
    const pair inverse = over((pair){ 1, 0 }, (pair){ b->re[k], b->im[k] });
    for (int i = 0; i < nodes->s; i++) {
        real M[S + 1];
        pair power = { 1, 0 }, v = { 0, 0 };
        derivatives(nodes, nodes->c[i], M);
        for (int j = 1; j <= nodes->s; j++) {
            power = times(power, inverse);
            v.re += M[j] * power.re;
            v.im += M[j] * power.im;
        }
        if (k == 0) {
            b->T[i][0] = v.re;
        } else {
            b->T[i][2 * k - 1] = v.re;
            b->T[i][2 * k] = -v.im;
        }
    }
}

static ivp_status invert(radau_blocks *b, int s)
{
    real store[S * S], column[S];
    int pivots[S];
    const ivp_mat LU = { s, s, s, store };
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) *ivp_at(LU, i, j) = b->T[i][j];
    const ivp_status status = lu_factor(LU, pivots);
    for (int j = 0; j < s && !status; j++) {
        for (int i = 0; i < s; i++) column[i] = i == j;
        lu_solve(LU, pivots, column);
        for (int i = 0; i < s; i++) b->back[i][j] = column[i];
    }
    return status;
}

ivp_status radau_blocks_fill(radau_blocks *b, const radau_nodes *nodes)
{
    const int s = nodes->s;
    if (s < 1 || s > S) return IVP_E_INVALID;
    *b = (radau_blocks){ .pairs = (s - 1) / 2 };
    for (int i = 0; i < s; i++)
        memcpy(b->inverse[i], nodes->inverse[i], (size_t)s * sizeof(real));
    real M[S + 1];
    pair z[S];
    derivatives(nodes, 0, M);
    roots(s, M, z);
    sort(s, z, b);
    for (int k = 0; k <= b->pairs; k++) fill_columns(b, nodes, k);
    return invert(b, s);
}
