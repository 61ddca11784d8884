/* shuffle_change.c -- the consistent y that is closest to the start.
 *
 * The least change of (y, y') that satisfies the hidden rows h with residual r, to first
 * order:
 *
 *     [ F_y  F_y' ] (dy, dy') = ( 0 )
 *     [ 0    h    ]             (-r )
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/shuffle_inner.h"

#include <stdlib.h>

/* Entry (k, j) of the matrix at the head of the file, (n + hidden) x 2 n. */
static real entry(const sheet *s, int k, int j)
{
    const int n = s->n;
    if (k < n) return j < n ? s->A[k + j * n] : s->E[k + (j - n) * n];
    return j < n ? 0 : s->h[(k - n) + (j - n) * n];
}

/* S x = b in place, by Gauss and Jordan with pivots of a column; false: singular. */
static bool solve(real *S, real *b, int m)
{
    for (int c = 0; c < m; c++) {
        int p = c;
        for (int k = c + 1; k < m; k++)
            if (ivp_abs(S[k * m + c]) > ivp_abs(S[p * m + c])) p = k;
        if (!(ivp_abs(S[p * m + c]) > 0)) return false;
        for (int j = 0; j < m && p != c; j++) {
            const real x = S[p * m + j];
            S[p * m + j] = S[c * m + j];
            S[c * m + j] = x;
        }
        const real right = b[p];
        b[p] = b[c];
        b[c] = right;
        for (int k = 0; k < m; k++) {
            const real f = k == c ? 0 : S[k * m + c] / S[c * m + c];
            for (int j = c; j < m && f != 0; j++) S[k * m + j] -= f * S[c * m + j];
            b[k] -= f * b[c];
        }
    }
    for (int c = 0; c < m; c++) b[c] /= S[c * m + c];
    return true;
}

/* x = B^T (B B^T)^-1 b; the component of y that it changes most. */
void shuffle_change(const sheet *s, shuffle_result *out)
{
    const int n = s->n, m = n + s->hidden;
    real *S = calloc((size_t)m * (size_t)(m + 1), sizeof *S), most = 0;
    if (!S) return;
    real *b = S + m * m;
    for (int k = 0; k < m; k++)
        for (int l = 0; l < m; l++)
            for (int j = 0; j < 2 * n; j++) S[k * m + l] += entry(s, k, j) * entry(s, l, j);
    for (int k = 0; k < s->hidden; k++) b[n + k] = -s->r[k];
    const bool good = solve(S, b, m);
    for (int j = 0; j < n && good; j++) {
        real change = 0;
        for (int k = 0; k < m; k++) change += entry(s, k, j) * b[k];
        if (!(ivp_abs(change) > most) || !ivp_finite(change)) continue;
        most = ivp_abs(change);
        out->component = j;
        out->value = s->z[1 + j] + change;
    }
    free(S);
}
