/* clu.c -- complex LU, column by column, as band.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/clu.h"

#include "kernel/linear/band.h"
#include "kernel/linear/pack.h"

static void swap(real *x, real *y)
{
    const real kept = *x;
    *x = *y;
    *y = kept;
}

static int pivot_row(const real *re, const real *im, int k, int end)
{
    int p = k;
    real largest = ivp_abs(re[k]) + ivp_abs(im[k]);
    for (int i = k + 1; i < end; i++) {
        const real size = ivp_abs(re[i]) + ivp_abs(im[i]);
        if (size > largest) largest = size, p = i;
    }
    return p;
}

INLINED void subtract_row(int i, const real *lre, const real *lim, real zre, real zim,
                          real *xre, real *xim)
{
    xre[i] -= lre[i] * zre - lim[i] * zim;
    xim[i] -= lre[i] * zim + lim[i] * zre;
}

/* x[i] -= l[i] z for from <= i < end */
static inline void subtract_rows(int from, int end, const real *lre, const real *lim, real zre,
                                 real zim, real *xre, real *xim)
{
    for (int i = from; i < end; i++) subtract_row(i, lre, lim, zre, zim, xre, xim);
}

/* The same, packs as in pack.h */
INLINED void subtract(int from, int end, const real *lre, const real *lim, real zre, real zim,
                      real *xre, real *xim)
{
    int i = from;
    if (i % PACK && i < end) subtract_row(i++, lre, lim, zre, zim, xre, xim);
    for (; i + PACK <= end; i += PACK) {
        const pack re = pack_load(lre + i), im = pack_load(lim + i);
        pack_store(xre + i, pack_load(xre + i) - (re * zre - im * zim));
        pack_store(xim + i, pack_load(xim + i) - (re * zim + im * zre));
    }
    if (i < end) subtract_row(i, lre, lim, zre, zim, xre, xim);
}

/* Column k: its pivot inverted, l below it; false: there is no pivot. */
static bool scale_column(int k, int end, real *re, real *im)
{
    const real size = re[k] * re[k] + im[k] * im[k];
    if (!(size > 0) || !ivp_finite(size)) return false;
    const real inverse_re = re[k] / size, inverse_im = -im[k] / size;
    re[k] = inverse_re;
    im[k] = inverse_im;
    for (int i = k + 1; i < end; i++) {
        const real x = re[i];
        re[i] = x * inverse_re - im[i] * inverse_im;
        im[i] = x * inverse_im + im[i] * inverse_re;
    }
    return true;
}

/* Column j of U, its rows divided by their pivots. */
static void scale_rows(clu_mat A, int j)
{
    for (int k = band_top(A.upper, j); k < j; k++) {
        const real dre = *ivp_at(A.re, k, k), dim = *ivp_at(A.im, k, k);
        real *re = ivp_at(A.re, k, j), *im = ivp_at(A.im, k, j);
        const real x = *re;
        *re = x * dre - *im * dim;
        *im = x * dim + *im * dre;
    }
}

INLINED ivp_status factor(bool in_packs, clu_mat A, int *pivots)
{
    const int n = A.re.rows;
    for (int k = 0; k < n; k++) {
        real *lre = ivp_at(A.re, 0, k), *lim = ivp_at(A.im, 0, k);
        const int end = band_end(n, A.lower, k), right = band_end(n, A.upper, k);
        const int p = pivots[k] = pivot_row(lre, lim, k, end);
        for (int j = k; p != k && j < right; j++) {
            swap(ivp_at(A.re, p, j), ivp_at(A.re, k, j));
            swap(ivp_at(A.im, p, j), ivp_at(A.im, k, j));
        }
        if (!scale_column(k, end, lre, lim)) return IVP_SINGULAR;
        for (int j = k + 1; j < right; j++) {
            real *xre = ivp_at(A.re, 0, j), *xim = ivp_at(A.im, 0, j);
            if (xre[k] == 0 && xim[k] == 0) continue;
            if (in_packs)
                subtract(k + 1, end, lre, lim, xre[k], xim[k], xre, xim);
            else
                subtract_rows(k + 1, end, lre, lim, xre[k], xim[k], xre, xim);
        }
    }
    for (int j = 0; j < n; j++) scale_rows(A, j);
    return IVP_OK;
}

ivp_status clu_factor(clu_mat A, int *pivots)
{
    return A.lower >= COLUMN_SHORT ? factor(true, A, pivots) : factor(false, A, pivots);
}

static inline clu_mat full_of(int n, clu_mat A)
{
    return (clu_mat){ { n, n, n, A.re.a }, { n, n, n, A.im.a }, n - 1, n - 1 };
}

/* b := D b */
static inline void multiply(int n, clu_mat LU, real *bre, real *bim)
{
    const int next = LU.re.ld + 1; /* on the diagonal */
    int k = 0;
    for (; k + PACK <= n; k += PACK) {
        const pack re = pack_load(bre + k), im = pack_load(bim + k),
                   dre = pack_gather(LU.re.a + k * next, next),
                   dim = pack_gather(LU.im.a + k * next, next);
        pack_store(bre + k, re * dre - im * dim);
        pack_store(bim + k, re * dim + im * dre);
    }
    for (; k < n; k++) {
        const real x = bre[k], dre = *ivp_at(LU.re, k, k), dim = *ivp_at(LU.im, k, k);
        bre[k] = x * dre - bim[k] * dim;
        bim[k] = x * dim + bim[k] * dre;
    }
}

/* n, and that nothing is packed, may be known where this is called. */
INLINED void substitute(int n, clu_mat LU, const int *pivots, real *bre, real *bim)
{
    UNROLLED
    for (int k = 0; k < n; k++) { /* b := L^-1 P b */
        const int p = pivots[k];
        if (p != k) {
            swap(bre + p, bre + k);
            swap(bim + p, bim + k);
        }
        subtract(k + 1, band_end(n, LU.lower, k), ivp_at(LU.re, 0, k), ivp_at(LU.im, 0, k),
                 bre[k], bim[k], bre, bim);
    }
    multiply(n, LU, bre, bim);
    UNROLLED
    for (int k = n - 1; k > 0; k--) /* b := U^-1 b */
        subtract(band_top(LU.upper, k), k, ivp_at(LU.re, 0, k), ivp_at(LU.im, 0, k), bre[k],
                 bim[k], bre, bim);
}

void clu_solve(clu_mat LU, const int *pivots, real *bre, real *bim)
{
#define CASE(n)                                                                                \
    case n:                                                                                    \
        substitute(n, full_of(n, LU), pivots, bre, bim);                                       \
        return;
    switch (LU.lower == LU.re.rows - 1 ? LU.re.rows : 0) {
        SIZES_TO_8(CASE)
    default:
        substitute(LU.re.rows, LU, pivots, bre, bim);
    }
}
