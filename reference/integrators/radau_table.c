/* radau_table.c -- eigenvectors by GSL, beside what kernel/methods/radau computes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/radau_table.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <string.h>

/* ---- eigenvectors ------------------------------------------------------------------------ */

static double _Complex number(gsl_complex z)
{
    double _Complex i = csqrt(-1);
    return GSL_REAL(z) + i * GSL_IMAG(z);
}

/* Column j of V goes into the table as number k, and row j of V^-1. */
static void keep(radau_table *r, int k, size_t j, const gsl_vector_complex *values,
                 const gsl_matrix_complex *V, const gsl_matrix_complex *inverse)
{
    r->lambda[k] = number(gsl_vector_complex_get(values, j));
    for (int i = 0; i < r->s; i++) {
        r->T[i][k] = number(gsl_matrix_complex_get(V, (size_t)i, j));
        r->back[k][i] = number(gsl_matrix_complex_get(inverse, j, (size_t)i));
    }
}

/* The real eigenvalue is the one of odd s; of a pair the member above the real axis is kept. */
static ivp_status sort_out(radau_table *r, const gsl_vector_complex *values,
                           const gsl_matrix_complex *V, const gsl_matrix_complex *inverse)
{
    r->pairs = 0;
    for (int real_ones = 1; real_ones >= 0; real_ones--)
        for (size_t j = 0; j < values->size; j++) {
            const double y = cimag(number(gsl_vector_complex_get(values, j)));
            if (real_ones ? y != 0 : !(y > 0)) continue;
            if (r->pairs == RADAU_PAIRS) return IVP_SINGULAR;
            keep(r, r->pairs++, j, values, V, inverse);
        }
    return r->pairs == (r->s + 1) / 2 ? IVP_OK : IVP_SINGULAR;
}

static ivp_status diagonalise(radau_table *r, gsl_matrix *A, gsl_vector_complex *values,
                              gsl_matrix_complex *V, gsl_matrix_complex *inverse,
                              gsl_permutation *pivots, gsl_eigen_nonsymmv_workspace *w)
{
    int sign;
    for (int i = 0; i < r->s; i++)
        for (int j = 0; j < r->s; j++)
            gsl_matrix_set(A, (size_t)i, (size_t)j, (double)r->inverse[i][j]);
    if (gsl_eigen_nonsymmv(A, values, V, w)) return IVP_SINGULAR;
    gsl_matrix_complex *LU = gsl_matrix_complex_alloc(V->size1, V->size2);
    if (!LU) return IVP_E_NOMEM;
    gsl_matrix_complex_memcpy(LU, V);
    const bool ok = !gsl_linalg_complex_LU_decomp(LU, pivots, &sign) &&
                    !gsl_linalg_complex_LU_invert(LU, pivots, inverse);
    gsl_matrix_complex_free(LU);
    return ok ? sort_out(r, values, V, inverse) : IVP_SINGULAR;
}

static ivp_status fill_eigenvectors(radau_table *r)
{
    const size_t s = (size_t)r->s;
    gsl_matrix *A = gsl_matrix_alloc(s, s);
    gsl_vector_complex *values = gsl_vector_complex_alloc(s);
    gsl_matrix_complex *V = gsl_matrix_complex_alloc(s, s);
    gsl_matrix_complex *inverse = gsl_matrix_complex_alloc(s, s);
    gsl_permutation *pivots = gsl_permutation_alloc(s);
    gsl_eigen_nonsymmv_workspace *w = gsl_eigen_nonsymmv_alloc(s);
    const bool ok = A && values && V && inverse && pivots && w;
    const ivp_status status =
        ok ? diagonalise(r, A, values, V, inverse, pivots, w) : IVP_E_NOMEM;
    gsl_eigen_nonsymmv_free(w);
    gsl_permutation_free(pivots);
    gsl_matrix_complex_free(inverse);
    gsl_matrix_complex_free(V);
    gsl_vector_complex_free(values);
    gsl_matrix_free(A);
    return status;
}

ivp_status radau_table_fill(radau_table *r, int s)
{
    radau_nodes nodes;
    const ivp_status status = radau_nodes_fill(&nodes, s);
    if (status) return status;
    gsl_set_error_handler_off();
    *r = (radau_table){ .s = s };
    memcpy(r->c, nodes.c, sizeof r->c);
    memcpy(r->A, nodes.A, sizeof r->A);
    memcpy(r->inverse, nodes.inverse, sizeof r->inverse);
    memcpy(r->weight, nodes.weight, sizeof r->weight);
    memcpy(r->slope, nodes.slope, sizeof r->slope);
    return fill_eigenvectors(r);
}

void radau_table_parts(const radau_table *r, real theta, real part[RADAU_MOST])
{
    radau_parts(r->s, r->c, r->weight, theta, part);
}
