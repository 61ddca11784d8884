/* band.c -- matrices as codes in Fortran store them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "adapters/fortran/band.h"

void band_store(ivp_mat A, int lower, int upper, double *to, int ld)
{
    const bool full = lower >= A.rows - 1;
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++) {
            if (!full && (i > j + lower || j > i + upper)) continue;
            to[(size_t)(full ? i : i - j + upper) + (size_t)j * (size_t)ld] = *ivp_at(A, i, j);
        }
}
