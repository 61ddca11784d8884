/* band.h -- band matrices in packed column storage, and their LU factorisation.
 *
 * A matrix has `lower` diagonals below the main one and `upper` above it. Element (i, j) is at
 * upper + i + j (lower + upper), so ivp_at() reaches it in a view whose ld is lower + upper.
 * Elements outside the band have no storage of their own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_BAND_H
#define IVP_BAND_H

#include <ivp/base.h>

static inline size_t band_reals(int n, int lower, int upper)
{
    return (size_t)n * (size_t)(lower + upper + 1);
}

static inline ivp_mat band_view(int n, int lower, int upper, real *store)
{
    return (ivp_mat){ n, n, lower + upper, store + upper };
}

/* Rows of column j inside: from band_top() to before band_end(). */
static inline int band_top(int upper, int j) { return j > upper ? j - upper : 0; }

static inline int band_end(int n, int lower, int j)
{
    return j + lower + 1 < n ? j + lower + 1 : n;
}

/* P A = L U in place, with row pivoting; A has lower + upper diagonals above the main one, the
 * last `lower` of which are zero: exchanges of rows fill them. IVP_SINGULAR when a pivot
 * vanishes or is not finite. */
ivp_status band_factor(ivp_mat A, int lower, int upper, int *pivots);
/* b := A^-1 b */
void band_solve(ivp_mat LU, int lower, int upper, const int *pivots, real *b);

#endif
