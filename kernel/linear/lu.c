/* lu.c -- dense LU: right-looking, column-major, so that inner loops run down columns. */
#include "kernel/linear/lu.h"

static int pivot_row(const real *column, int k, int n)
{
    int p = k;
    for (int i = k + 1; i < n; i++)
        if (ivp_abs(column[i]) > ivp_abs(column[p])) p = i;
    return p;
}

static void swap_rows(ivp_mat A, int i, int j)
{
    for (int k = 0; k < A.cols; k++) {
        const real x = *ivp_at(A, i, k);
        *ivp_at(A, i, k) = *ivp_at(A, j, k);
        *ivp_at(A, j, k) = x;
    }
}

ivp_status lu_factor(ivp_mat A, int *pivots)
{
    const int n = A.rows;
    for (int k = 0; k < n; k++) {
        real *lk = ivp_at(A, 0, k);
        const int p = pivots[k] = pivot_row(lk, k, n);
        if (p != k) swap_rows(A, p, k);
        if (lk[k] == 0 || !ivp_finite(lk[k])) return IVP_SINGULAR;

        const real inverse = 1 / lk[k];
        for (int i = k + 1; i < n; i++) lk[i] *= inverse;
        for (int j = k + 1; j < n; j++) { /* A := A - l_k u_k^T */
            real *aj = ivp_at(A, 0, j);
            const real ukj = aj[k];
            if (ukj == 0) continue;
            for (int i = k + 1; i < n; i++) aj[i] -= lk[i] * ukj;
        }
    }
    return IVP_OK;
}

void lu_solve(ivp_mat LU, const int *pivots, real *b)
{
    const int n = LU.rows;
    for (int k = 0; k < n; k++) {
        const real x = b[pivots[k]];
        b[pivots[k]] = b[k];
        b[k] = x;
    }
    for (int k = 0; k < n; k++) { /* b := L^-1 b */
        const real *lk = ivp_at(LU, 0, k);
        const real bk = b[k];
        if (bk == 0) continue;
        for (int i = k + 1; i < n; i++) b[i] -= lk[i] * bk;
    }
    for (int k = n - 1; k >= 0; k--) { /* b := U^-1 b */
        const real *uk = ivp_at(LU, 0, k);
        const real bk = b[k] /= uk[k];
        if (bk == 0) continue;
        for (int i = 0; i < k; i++) b[i] -= uk[i] * bk;
    }
}
