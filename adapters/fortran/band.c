/* band.c -- matrices as codes in Fortran store them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/band.h"

void band_store(ivp_mat A, int lower, int upper, double *to, int ld)
{
    const bool full = lower >= A.rows - 1;
    for (int j = 0; j < A.cols; j++) {
        const int first = full || j < upper ? 0 : j - upper;
        const int end = full || j + lower >= A.rows ? A.rows : j + lower + 1;
        double *column = to + (size_t)j * (size_t)ld + (full ? 0 : upper - j);
        for (int i = first; i < end; i++) column[i] = *ivp_at(A, i, j);
    }
}

static double element(ordered_matrix m, int i, int j)
{
    return m.A[(size_t)m.order[i] + (size_t)m.order[j] * (size_t)m.n];
}

void band_store_ordered(ordered_matrix m, int lower, int upper, double *to, int ld)
{
    const int rows = m.n - m.first;
    for (int j = 0; j < m.n; j++)
        for (int i = 0; i < rows; i++) {
            if (lower < rows && (i > j + lower || j > i + upper)) continue;
            const int at = lower < rows ? i - j + upper : i;
            to[(size_t)at + (size_t)j * (size_t)ld] = element(m, i + m.first, j);
        }
}

void band_narrow(ordered_matrix m, int *lower, int *upper)
{
    *lower = *upper = 0;
    for (int j = 0; j < m.n; j++)
        for (int i = 0; i < m.n; i++) {
            if (element(m, i, j) == 0) continue;
            if (i - j > *lower) *lower = i - j;
            if (j - i > *upper) *upper = j - i;
        }
}
