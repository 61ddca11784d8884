/* vibration.h -- small motions M x'' + C x' + K x = 0, free of constraints: what models are
 * held against.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef VIBRATION_H
#define VIBRATION_H

#include "tests/suite.h"
#include <gsl/gsl_blas.h>
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

#include "kernel/problem/mech.h"

static inline void expect(const char *what, double found, double expected, double tolerance)
{
    ck_assert_msg(fabs(found - expected) <= tolerance, "%s is %.9g, should be %.9g", what,
                  found, expected);
}

static inline gsl_matrix *copied(ivp_mat A)
{
    gsl_matrix *B = gsl_matrix_alloc((size_t)A.rows, (size_t)A.cols);
    for (int i = 0; i < A.rows; i++)
        for (int j = 0; j < A.cols; j++)
            gsl_matrix_set(B, (size_t)i, (size_t)j, *ivp_at(A, i, j));
    return B;
}

/* Columns square to the rows of G */
static inline gsl_matrix *free_motions(ivp_mat G)
{
    const size_t n = (size_t)G.cols, ng = (size_t)G.rows;
    gsl_matrix *A = gsl_matrix_alloc(n, ng), *Q = gsl_matrix_alloc(n, n),
               *R = gsl_matrix_alloc(n, ng), *N = gsl_matrix_alloc(n, n - ng), *g = copied(G);
    gsl_vector *tau = gsl_vector_alloc(ng);
    gsl_matrix_transpose_memcpy(A, g);
    gsl_linalg_QR_decomp(A, tau);
    gsl_linalg_QR_unpack(A, tau, Q, R);
    gsl_matrix_const_view last = gsl_matrix_const_submatrix(Q, 0, ng, n, n - ng);
    gsl_matrix_memcpy(N, &last.matrix);
    gsl_matrix_free(A), gsl_matrix_free(Q), gsl_matrix_free(R), gsl_matrix_free(g);
    gsl_vector_free(tau);
    return N;
}

/* N^T A N */
static inline gsl_matrix *reduced(const gsl_matrix *A, const gsl_matrix *N)
{
    gsl_matrix *half = gsl_matrix_alloc(N->size1, N->size2),
               *R = gsl_matrix_alloc(N->size2, N->size2);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, A, N, 0, half);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, N, half, 0, R);
    gsl_matrix_free(half);
    return R;
}

static inline gsl_matrix *projected(ivp_mat A, const gsl_matrix *N)
{
    gsl_matrix *full = copied(A), *R = reduced(full, N);
    gsl_matrix_free(full);
    return R;
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
        gsl_vector_const_view column =
            gsl_matrix_const_column(j < n ? K : C, j < n ? j : j - n);
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

/* Eigenvalues of free motions: those of N^T (M, r_u, r_q) N, N square to the rows of G. */
static inline gsl_vector_complex *free_eigenvalues(mech *m, const ivp_state *s)
{
    ck_assert_int_eq(mech_terms(m, ~0u, s), IVP_OK);
    ck_assert_int_eq(mech_tangent(m, TANGENT_R, s, NULL), IVP_OK);
    gsl_matrix *N = free_motions(m->at.G), *M = projected(m->at.M, N),
               *C = projected(m->tangent.ru, N), *K = projected(m->tangent.rq, N);
    gsl_vector_complex *e = eigenvalues(M, C, K);
    gsl_matrix_free(N), gsl_matrix_free(M), gsl_matrix_free(C), gsl_matrix_free(K);
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
