/* vibration.h -- small motions M x'' + C x' + K x = 0: what models of vehicles are held against. */
#ifndef VIBRATION_H
#define VIBRATION_H

#include "tests/suite.h"
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

static inline void expect(const char *what, double found, double expected, double tolerance)
{
    ck_assert_msg(fabs(found - expected) <= tolerance, "%s is %.9g, should be %.9g", what,
                  found, expected);
}

/* Eigenvalues of M x'' + C x' + K x = 0 by ascending real part. */
static inline gsl_vector_complex *eigenvalues(gsl_matrix *M, gsl_matrix *C, gsl_matrix *K)
{
    const size_t n = M->size1;
    gsl_matrix *A = gsl_matrix_calloc(2 * n, 2 * n);
    gsl_permutation *order = gsl_permutation_alloc(n);
    gsl_vector *x = gsl_vector_alloc(n);
    int sign;
    gsl_linalg_LU_decomp(M, order, &sign);
    for (size_t j = 0; j < 2 * n; j++) {
        gsl_vector_const_view column = gsl_matrix_const_column(j < n ? K : C, j % n);
        gsl_linalg_LU_solve(M, order, &column.vector, x);
        for (size_t i = 0; i < n; i++) gsl_matrix_set(A, n + i, j, -gsl_vector_get(x, i));
        if (j >= n) gsl_matrix_set(A, j - n, j, 1);
    }
    gsl_vector_complex *e = gsl_vector_complex_alloc(2 * n);
    gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(2 * n);
    gsl_eigen_nonsymm_params(0, 1, work);
    ck_assert_int_eq(gsl_eigen_nonsymm(A, e, work), 0);
    gsl_eigen_nonsymm_free(work);
    gsl_permutation_free(order);
    gsl_vector_free(x);
    gsl_matrix_free(A);
    return e;
}

static inline void expect_eigenvalue(const gsl_vector_complex *e, double re, double im)
{
    double nearest = INFINITY;
    for (size_t k = 0; k < e->size; k++) {
        const gsl_complex z = gsl_vector_complex_get(e, k);
        nearest = fmin(nearest, hypot(GSL_REAL(z) - re, GSL_IMAG(z) - im));
    }
    ck_assert_msg(nearest <= 1e-3 * hypot(re, im), "no eigenvalue at %g + %g i: %g away", re,
                  im, nearest);
}

#endif
