/* band.h -- matrices as codes in Fortran store them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_FORTRAN_BAND_H
#define ADAPTERS_FORTRAN_BAND_H

#include <ivp/base.h>

/* The square matrix A into `to`, with leading dimension ld: full where lower >= rows - 1, else
 * its diagonals in LINPACK's storage, to(i - j + upper + 1, j). */
__attribute__((visibility("hidden"))) void band_store(ivp_mat A, int lower, int upper,
                                                      double *to, int ld);

#endif
