/* lu.c -- dense LU: right-looking, column-major, so that inner loops run down columns. Solutions are
 * rounded as if one column followed the other, however many are taken at once. */
#include "kernel/linear/lu.h"

enum { LU_FEW = 6 };

#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 6")
#endif

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

#if IVP_ARITH == 1
/* Two rows at a time, which every x86-64 processor has; each rounds as it would alone. */
typedef real rows
    __attribute__((vector_size(2 * sizeof(real)), aligned(sizeof(real)), may_alias));

static inline int subtract_pairs(real *b, const real *c0, real x0, const real *c1, real x1,
                                 int first, int end)
{
    int i = first;
    for (; i + 1 < end; i += 2) {
        const rows rest = *(const rows *)(b + i) - *(const rows *)(c0 + i) * x0;
        *(rows *)(b + i) = rest - *(const rows *)(c1 + i) * x1;
    }
    return i;
}
#else
#define subtract_pairs(b, c0, x0, c1, x1, first, end) (first)
#endif

/* b := b - x0 c0 - x1 c1 from row `first` on, as one column after the other would have it. */
static inline void subtract_two(real *b, const real *c0, real x0, const real *c1, real x1,
                                int first, int end)
{
    for (int i = subtract_pairs(b, c0, x0, c1, x1, first, end); i < end; i++) {
        const real rest = b[i] - c0[i] * x0;
        b[i] = rest - c1[i] * x1;
    }
}

/* Two columns a pass: half as many numbers of b are read and written. */
static void substitute(ivp_mat LU, real *b)
{
    const int n = LU.rows;
    int k = 0;
    for (; k + 1 < n; k += 2) { /* b := L^-1 b */
        const real *l0 = ivp_at(LU, 0, k), *l1 = ivp_at(LU, 0, k + 1);
        b[k + 1] -= l0[k + 1] * b[k];
        subtract_two(b, l0, b[k], l1, b[k + 1], k + 2, n);
    }
    for (k = n - 1; k > 0; k -= 2) { /* b := U^-1 b */
        const real *u0 = ivp_at(LU, 0, k), *u1 = ivp_at(LU, 0, k - 1);
        b[k] /= u0[k];
        b[k - 1] = (b[k - 1] - u0[k - 1] * b[k]) / u1[k - 1];
        subtract_two(b, u0, b[k], u1, b[k - 1], 0, k - 1);
    }
    if (k == 0) b[0] /= *ivp_at(LU, 0, 0);
}

/* n is known where this is called: nothing is left to count, b stays in registers. */
static inline __attribute__((always_inline)) void substitute_few(int n, ivp_mat LU, real *b)
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
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
    default:
        substitute(LU, b);
    }
}
