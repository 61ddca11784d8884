/* differences.c -- backward differences: another distance, a further point, a value.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/differences.h"

#include <string.h>

real *differences_carve(differences *x, int n, real *storage)
{
    x->n = n;
    for (int j = 0; j <= DIFFERENCES_MAX; j++, storage += n) x->d[j] = storage;
    return storage;
}

/* b_j(s) = s (s + 1) ... (s + j - 1) / j! for j = 0 .. degree */
static void basis(real s, int degree, real *b)
{
    b[0] = 1;
    for (int j = 1; j <= degree; j++) b[j] = b[j - 1] * (s + (real)(j - 1)) / (real)j;
}

/* nabla^l of the new points = sum_i b_i(-l) p(t_n - i h), with p(t_n - i h) from the old ones:
 * their differences weighted by b_j(-i ratio). */
static void transformation(real ratio, int degree,
                           real c[DIFFERENCES_MAX + 1][DIFFERENCES_MAX + 1])
{
    real at[DIFFERENCES_MAX + 1][DIFFERENCES_MAX + 1], sum[DIFFERENCES_MAX + 1];
    for (int i = 0; i <= degree; i++) basis(-(real)i * ratio, degree, at[i]);
    for (int l = 0; l <= degree; l++) {
        basis(-(real)l, degree, sum);
        for (int j = 0; j <= degree; j++) {
            c[l][j] = 0;
            for (int i = 0; i <= l; i++) c[l][j] += sum[i] * at[i][j];
        }
    }
}

void differences_rescale(const differences *from, real h, int degree, differences *to)
{
    const size_t bytes = (size_t)from->n * sizeof(real);
    const bool same = h == from->h;
    to->h = h;
    to->known = same ? from->known : degree;
    to->steps = same ? from->steps : 0;
    memcpy(to->d[0], from->d[0], bytes);
    for (int l = 1; same && l <= from->known; l++) memcpy(to->d[l], from->d[l], bytes);
    if (same) return;
    real c[DIFFERENCES_MAX + 1][DIFFERENCES_MAX + 1];
    transformation(h / from->h, degree, c);
    for (int l = 1; l <= degree; l++) {
        memset(to->d[l], 0, bytes);
        for (int j = l; j <= degree; j++)
            for (int i = 0; i < from->n; i++) to->d[l][i] += c[l][j] * from->d[j][i];
    }
}

void differences_add(differences *x, int degree, const real *top)
{
    const bool further = x->known > degree;
    for (int i = 0; further && i < x->n; i++)
        x->d[degree + 2][i] = top[i] - x->d[degree + 1][i];
    memcpy(x->d[degree + 1], top, (size_t)x->n * sizeof(real));
    for (int j = degree; j >= 0; j--)
        for (int i = 0; i < x->n; i++) x->d[j][i] += x->d[j + 1][i];
    x->known = degree + (further ? 2 : 1);
    x->steps++;
}

void differences_at(const differences *x, int degree, real s, real *y)
{
    real b[DIFFERENCES_MAX + 1];
    basis(s, degree, b);
    memcpy(y, x->d[0], (size_t)x->n * sizeof(real));
    for (int j = 1; j <= degree; j++)
        for (int i = 0; i < x->n; i++) y[i] += b[j] * x->d[j][i];
}
