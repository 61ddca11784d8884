/* band.c -- LU of a band, column by column; L stays in the order in which it was made.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/band.h"

#include "kernel/linear/pack.h"

static void swap_rows(ivp_mat A, int k, int p, int right)
{
    for (int j = k; j < right; j++) {
        const real x = *ivp_at(A, k, j);
        *ivp_at(A, k, j) = *ivp_at(A, p, j);
        *ivp_at(A, p, j) = x;
    }
}

/* Columns right of k, before `right`, minus l_k times their entry in row k */
static void eliminate(ivp_mat A, int k, int end, int right)
{
    const real *lk = ivp_at(A, 0, k);
    for (int j = k + 1; j < right; j++) {
        real *aj = ivp_at(A, 0, j);
        const real ukj = aj[k];
        if (ukj == 0) continue;
        column_subtract(aj, lk, ukj, k + 1, end);
    }
}

ivp_status band_factor(ivp_mat A, int lower, int upper, int *pivots)
{
    const int n = A.rows;
    int right = 0; /* first column that the rows chosen so far do not reach */
    for (int k = 0; k < n; k++) {
        real *lk = ivp_at(A, 0, k);
        const int end = band_end(n, lower, k);
        const int p = pivots[k] = column_pivot(lk, k, end);
        const int reach = p + upper + 1 < n ? p + upper + 1 : n;
        if (reach > right) right = reach;
        if (p != k) swap_rows(A, k, p, right);
        if (lk[k] == 0 || !ivp_finite(lk[k])) return IVP_SINGULAR;
        const real inverse = 1 / lk[k];
        for (int i = k + 1; i < end; i++) lk[i] *= inverse;
        eliminate(A, k, end, right);
    }
    return IVP_OK;
}

void band_solve(ivp_mat LU, int lower, int upper, const int *pivots, real *b)
{
    const int n = LU.rows;
    for (int k = 0; k < n; k++) {
        const real *lk = ivp_at(LU, 0, k);
        const int end = band_end(n, lower, k), p = pivots[k];
        const real bk = b[p];
        b[p] = b[k];
        b[k] = bk;
        column_subtract(b, lk, bk, k + 1, end);
    }
    for (int k = n - 1; k >= 0; k--) {
        const real *uk = ivp_at(LU, 0, k);
        const real bk = b[k] /= uk[k];
        column_subtract(b, uk, bk, band_top(lower + upper, k), k);
    }
}
