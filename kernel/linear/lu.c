/* lu.c -- dense LU: right-looking, column-major, so that inner loops run down columns.
 * Solutions are rounded as if one column followed the other, however many are taken at once.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/lu.h"

#include "kernel/linear/pack.h"

enum { LU_FEW = 6 };

static void swap_rows(ivp_mat A, int i, int j)
{
    for (int k = 0; k < A.cols; k++) {
        const real x = *ivp_at(A, i, k);
        *ivp_at(A, i, k) = *ivp_at(A, j, k);
        *ivp_at(A, j, k) = x;
    }
}

/* A := A - l_k u_k^T; packs are worth while where columns are long. */
INLINED void eliminate(bool in_packs, ivp_mat A, int k)
{
    const int n = A.rows;
    const real *lk = ivp_at(A, 0, k);
    for (int j = k + 1; j < n; j++) {
        real *aj = ivp_at(A, 0, j);
        const real ukj = aj[k];
        if (ukj == 0) continue;
        if (in_packs)
            column_subtract(aj, lk, ukj, k + 1, n);
        else
            for (int i = k + 1; i < n; i++) aj[i] -= lk[i] * ukj;
    }
}

INLINED ivp_status factor(bool in_packs, ivp_mat A, int *pivots)
{
    const int n = A.rows;
    for (int k = 0; k < n; k++) {
        real *lk = ivp_at(A, 0, k);
        const int p = pivots[k] = column_pivot(lk, k, n);
        if (p != k) swap_rows(A, p, k);
        if (lk[k] == 0 || !ivp_finite(lk[k])) return IVP_SINGULAR;

        const real inverse = 1 / lk[k];
        for (int i = k + 1; i < n; i++) lk[i] *= inverse;
        eliminate(in_packs, A, k);
    }
    return IVP_OK;
}

ivp_status lu_factor(ivp_mat A, int *pivots)
{
    return A.rows > COLUMN_SHORT ? factor(true, A, pivots) : factor(false, A, pivots);
}

/* Two columns a pass: half as many numbers of b are read and written. */
static void substitute(ivp_mat LU, real *b)
{
    const int n = LU.rows;
    int k = 0;
    for (; k + 1 < n; k += 2) { /* b := L^-1 b */
        const real *l0 = ivp_at(LU, 0, k), *l1 = ivp_at(LU, 0, k + 1);
        b[k + 1] -= l0[k + 1] * b[k];
        column_subtract_two(b, l0, b[k], l1, b[k + 1], k + 2, n);
    }
    for (k = n - 1; k > 0; k -= 2) { /* b := U^-1 b */
        const real *u0 = ivp_at(LU, 0, k), *u1 = ivp_at(LU, 0, k - 1);
        b[k] /= u0[k];
        b[k - 1] = (b[k - 1] - u0[k - 1] * b[k]) / u1[k - 1];
        column_subtract_two(b, u0, b[k], u1, b[k - 1], 0, k - 1);
    }
    if (k == 0) b[0] /= *ivp_at(LU, 0, 0);
}

/* n is known where this is called: nothing is left to count, b stays in registers. */
INLINED void substitute_few(int n, ivp_mat LU, real *b)
{
    real x[LU_FEW];
    UNROLLED
    for (int i = 0; i < n; i++) x[i] = b[i];
    UNROLLED
    for (int k = 0; k < n; k++) {
        UNROLLED
        for (int i = k + 1; i < n; i++) x[i] -= *ivp_at(LU, i, k) * x[k];
    }
    UNROLLED
    for (int k = n - 1; k >= 0; k--) {
        x[k] /= *ivp_at(LU, k, k);
        UNROLLED
        for (int i = 0; i < k; i++) x[i] -= *ivp_at(LU, i, k) * x[k];
    }
    UNROLLED
    for (int i = 0; i < n; i++) b[i] = x[i];
}

void lu_solve(ivp_mat LU, const int *pivots, real *b)
{
    const int n = LU.rows;
    for (int k = 0; k < n; k++) {
        const real x = b[pivots[k]];
        b[pivots[k]] = b[k];
        b[k] = x;
    }
#define CASE(few)                                                                              \
    case few:                                                                                  \
        substitute_few(few, LU, b);                                                            \
        return;
    switch (n) {
        SIZES_TO_6(CASE)
    default:
        substitute(LU, b);
    }
}
