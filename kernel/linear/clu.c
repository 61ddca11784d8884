/* clu.c -- complex LU, column by column, as band.c. */
#include "kernel/linear/clu.h"

#include "kernel/linear/band.h"

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

/* x[i] -= l[i] z for from <= i < end */
static inline void subtract(int from, int end, const real *lre, const real *lim, real zre,
                            real zim, real *xre, real *xim)
{
    for (int i = from; i < end; i++) {
        xre[i] -= lre[i] * zre - lim[i] * zim;
        xim[i] -= lre[i] * zim + lim[i] * zre;
    }
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

ivp_status clu_factor(clu_mat A, int *pivots)
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
            subtract(k + 1, end, lre, lim, xre[k], xim[k], xre, xim);
        }
    }
    for (int j = 0; j < n; j++) scale_rows(A, j);
    return IVP_OK;
}

void clu_solve(clu_mat LU, const int *pivots, real *bre, real *bim)
{
    const int n = LU.re.rows;
    for (int k = 0; k < n; k++) { /* b := L^-1 P b */
        const int p = pivots[k];
        if (p != k) {
            swap(bre + p, bre + k);
            swap(bim + p, bim + k);
        }
        subtract(k + 1, band_end(n, LU.lower, k), ivp_at(LU.re, 0, k), ivp_at(LU.im, 0, k),
                 bre[k], bim[k], bre, bim);
    }
    for (int k = 0; k < n; k++) {
        const real x = bre[k], dre = *ivp_at(LU.re, k, k), dim = *ivp_at(LU.im, k, k);
        bre[k] = x * dre - bim[k] * dim;
        bim[k] = x * dim + bim[k] * dre;
    }
    for (int k = n - 1; k > 0; k--) /* b := U^-1 b */
        subtract(band_top(LU.upper, k), k, ivp_at(LU.re, 0, k), ivp_at(LU.im, 0, k), bre[k],
                 bim[k], bre, bim);
}
