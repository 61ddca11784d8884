/* mat.h -- products with matrix views, and checks of vectors.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_MAT_H
#define IVP_MAT_H

#include "kernel/linear/pack.h"
#include "kernel/linear/tape.h"

/* y += A x */
static inline void mat_multiply_add(ivp_mat A, const real *x, real *y)
{
    if (A.ld < 0) {
        const ivp_tape *t = tape_of(A);
        const tape_sheet *s = t->sheet;
        for (int k = 0; k < t->slots; k++) y[s->row[k]] += t->value[k] * x[s->col[k]];
        return;
    }
    columns_add(A.a, A.ld, A.rows, A.cols, x, y);
}

/* y += A^T x */
static inline void mat_transposed_add(ivp_mat A, const real *x, real *y)
{
    if (A.ld < 0) {
        const ivp_tape *t = tape_of(A);
        const tape_sheet *s = t->sheet;
        for (int k = 0; k < t->slots; k++) y[s->col[k]] += t->value[k] * x[s->row[k]];
        return;
    }
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) y[j] += *ivp_at(A, i, j) * x[i];
}

/* to := A, sparse as A is, or full */
static inline ivp_status mat_copy(ivp_mat to, ivp_mat A)
{
    const size_t rows = (size_t)A.rows;
    if (A.ld >= 0) {
        for (int j = 0; rows && j < A.cols; j++)
            memcpy(ivp_at(to, 0, j), ivp_at(A, 0, j), rows * sizeof(real));
        return IVP_OK;
    }
    const ivp_tape *t = tape_of(A);
    if (to.ld < 0) {
        ivp_tape *copy = tape_of(to);
        if (!tape_reserve(copy)) return IVP_E_NOMEM;
        copy->slots = t->slots;
        memcpy(copy->value, t->value, (size_t)t->slots * sizeof(real));
        return IVP_OK;
    }
    for (int j = 0; rows && j < A.cols; j++) memset(ivp_at(to, 0, j), 0, rows * sizeof(real));
    for (int k = 0; k < t->slots; k++)
        *ivp_at(to, t->sheet->row[k], t->sheet->col[k]) = t->value[k];
    return IVP_OK;
}

/* x - x is zero, or NaN for what is not finite: four sums without a branch, which do not wait
 * for each other. An array of sums stays in memory at -O2. */
static inline bool vec_finite(const real *x, size_t n)
{
    real a = 0, b = 0, c = 0, d = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += x[i] - x[i];
        b += x[i + 1] - x[i + 1];
        c += x[i + 2] - x[i + 2];
        d += x[i + 3] - x[i + 3];
    }
    for (; i < n; i++) a += x[i] - x[i];
    return a + b + (c + d) == 0;
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
    real most = n > 0 ? ivp_abs(x[0]) : 0;
    for (int i = 1; i < n; i++) {
        const real size = ivp_abs(x[i]);
        if (size > most) most = size;
    }
    return most;
}

/* max |a_ij| of a matrix whose columns lie one behind the other, or a sparse one */
static inline real mat_max(ivp_mat A)
{
    return A.ld < 0 ? vec_max(tape_of(A)->value, tape_of(A)->slots)
                    : vec_max(A.a, A.rows * A.cols);
}

#endif
