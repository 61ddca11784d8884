/* ldu.c -- P A = L D U from P A = L U; solutions, their loops written out for few unknowns.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/ldu.h"

#include "kernel/linear/pack.h"
#include "kernel/linear/lu.h"

/* Exchanges, one after another, to an order. */
static void to_order(int n, int *order)
{
    int at[LDU_SMALL];
    for (int k = 0; k < n; k++) at[k] = k;
    for (int k = 0; k < n; k++) {
        const int p = at[order[k]];
        at[order[k]] = at[k];
        at[k] = p;
    }
    for (int k = 0; k < n; k++) order[k] = at[k];
}

ivp_status ldu_factor(ivp_mat A, real *d, int *order)
{
    const int n = A.rows;
    const ivp_status status = lu_factor(A, order);
    if (status != IVP_OK) return status;
    for (int k = 0; k < n; k++) d[k] = 1 / *ivp_at(A, k, k);
    for (int j = 1; j < n; j++)
        for (int k = 0; k < j; k++) *ivp_at(A, k, j) *= d[k];
    if (n <= LDU_SMALL) to_order(n, order);
    return IVP_OK;
}

/* n is known where this is called. */
INLINED void few(int n, ivp_mat A, const real *d, const int *order, real *b)
{
    real x[LDU_SMALL];
    UNROLLED
    for (int k = 0; k < n; k++) x[k] = b[order[k]];
    UNROLLED
    for (int k = 0; k < n; k++) {
        UNROLLED
        for (int i = k + 1; i < n; i++) x[i] -= *ivp_at(A, i, k) * x[k];
    }
    UNROLLED
    for (int k = 0; k < n; k++) x[k] *= d[k];
    UNROLLED
    for (int k = n - 1; k > 0; k--) {
        UNROLLED
        for (int i = 0; i < k; i++) x[i] -= *ivp_at(A, i, k) * x[k];
    }
    UNROLLED
    for (int k = 0; k < n; k++) b[k] = x[k];
}

static void many(ivp_mat A, const real *d, const int *order, real *x)
{
    const int n = A.rows;
    for (int k = 0; k < n; k++) {
        const real xk = x[order[k]];
        x[order[k]] = x[k];
        x[k] = xk;
    }
    for (int k = 0; k < n; k++) column_subtract(x, ivp_at(A, 0, k), x[k], k + 1, n);
    for (int k = 0; k < n; k++) x[k] *= d[k];
    for (int k = n - 1; k > 0; k--) column_subtract(x, ivp_at(A, 0, k), x[k], 0, k);
}

void ldu_solve(ivp_mat LDU, const real *d, const int *order, real *x)
{
#define CASE(n)                                                                                \
    case n:                                                                                    \
        few(n, LDU, d, order, x);                                                              \
        return;
    switch (LDU.rows) {
        SIZES_TO_10(CASE)
    default:
        many(LDU, d, order, x);
    }
}
