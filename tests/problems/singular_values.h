/* singular_values.h -- of a matrix with no more columns than rows.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PROBLEMS_SINGULAR_VALUES_H
#define TESTS_PROBLEMS_SINGULAR_VALUES_H

#include <gsl/gsl_linalg.h>

/* From the largest on, in a vector that the caller frees; A is gone. */
static inline gsl_vector *singular_values(gsl_matrix *A)
{
    const size_t n = A->size2;
    gsl_matrix *V = gsl_matrix_alloc(n, n);
    gsl_vector *values = gsl_vector_alloc(n), *work = gsl_vector_alloc(n);
    gsl_linalg_SV_decomp(A, V, values, work);
    gsl_vector_free(work);
    gsl_matrix_free(V);
    gsl_matrix_free(A);
    return values;
}

#endif
