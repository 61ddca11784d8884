/* mat.h -- products with matrix views, and checks of vectors. */
#ifndef IVP_MAT_H
#define IVP_MAT_H

#include <ivp/base.h>

/* y += A x */
static inline void mat_multiply_add(ivp_mat A, const real *x, real *y)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) y[i] += *ivp_at(A, i, j) * x[j];
}

/* y += A^T x */
static inline void mat_transposed_add(ivp_mat A, const real *x, real *y)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) y[j] += *ivp_at(A, i, j) * x[i];
}

static inline bool vec_finite(const real *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!ivp_finite(x[i])) return false;
    return true;
}

/* Index of the entry of largest modulus; 0 for an empty vector. */
static inline int vec_worst(const real *x, int n)
{
    int k = 0;
    for (int i = 1; i < n; i++)
        if (ivp_abs(x[i]) > ivp_abs(x[k])) k = i;
    return k;
}

/* max |x_i|, 0 for an empty vector */
static inline real vec_max(const real *x, int n)
{
    return n > 0 ? ivp_abs(x[vec_worst(x, n)]) : 0;
}

#endif
