/* band.h -- matrices as codes in Fortran store them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_BAND_H
#define ADAPTERS_FORTRAN_BAND_H

#include <ivp/base.h>

/* The square matrix A into `to`, with leading dimension ld: full where lower >= rows - 1, else
 * its diagonals in LINPACK's storage, to(i - j + upper + 1, j). */
__attribute__((visibility("hidden"))) void band_store(ivp_mat A, int lower, int upper,
                                                      double *to, int ld);

/* A of a model, n x n by columns, as a code has it: its k-th unknown is the model's order[k],
 * and rows before `first` are not stored. */
typedef struct ordered_matrix {
    int n, first;
    const int *order;
    const double *A;
} ordered_matrix;

/* Full where lower is all rows that are stored, else packed diagonals. */
void band_store_ordered(ordered_matrix m, int lower, int upper, double *to, int ld);
/* The narrowest diagonals that hold A. */
void band_narrow(ordered_matrix m, int *lower, int *upper);

#endif
