/* real_matrix.c -- dense matrices by GSL, bands by banded.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/real_matrix.h"

#include "reference/integrators/banded.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>

struct real_matrix {
    int n;
    banded *band; /* in place of what follows, or NULL */
    double _Complex *work;
    gsl_matrix *LU;
    gsl_permutation *pivots;
    gsl_vector *rhs, *row, *column; /* right-hand side, scales */
};

static bool create_band(real_matrix *m, int ml, int mu)
{
    m->band = banded_create(m->n, ml, mu);
    m->work = calloc((size_t)m->n, sizeof *m->work);
    return m->band && m->work;
}

static bool create_full(real_matrix *m)
{
    const size_t n = (size_t)m->n;
    m->LU = gsl_matrix_alloc(n, n);
    m->pivots = gsl_permutation_alloc(n);
    m->rhs = gsl_vector_alloc(n);
    m->row = gsl_vector_alloc(n);
    m->column = gsl_vector_alloc(n);
    return m->LU && m->pivots && m->rhs && m->row && m->column;
}

real_matrix *real_matrix_create(int n, int ml, int mu)
{
    gsl_set_error_handler_off();
    real_matrix *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n;
    if (ml || mu ? create_band(m, ml, mu) : create_full(m)) return m;
    real_matrix_destroy(m);
    return NULL;
}

void real_matrix_destroy(real_matrix *m)
{
    if (!m) return;
    banded_destroy(m->band);
    free(m->work);
    if (m->LU) gsl_matrix_free(m->LU);
    if (m->pivots) gsl_permutation_free(m->pivots);
    if (m->rhs) gsl_vector_free(m->rhs);
    if (m->row) gsl_vector_free(m->row);
    if (m->column) gsl_vector_free(m->column);
    free(m);
}

void real_matrix_set(real_matrix *m, int i, int j, double value)
{
    if (m->band)
        banded_set(m->band, i, j, value);
    else
        gsl_matrix_set(m->LU, (size_t)i, (size_t)j, value);
}

/* Divides each row, then each column, by its largest modulus. */
static bool equilibrate(gsl_matrix *A, gsl_vector *row, gsl_vector *column)
{
    for (size_t i = 0; i < A->size1; i++) {
        gsl_vector_view v = gsl_matrix_row(A, i);
        const double size = fmax(gsl_vector_max(&v.vector), -gsl_vector_min(&v.vector));
        if (!(size > 0) || !isfinite(size)) return false;
        gsl_vector_set(row, i, size);
        gsl_vector_scale(&v.vector, 1 / size);
    }
    for (size_t j = 0; j < A->size2; j++) {
        gsl_vector_view v = gsl_matrix_column(A, j);
        const double size = fmax(gsl_vector_max(&v.vector), -gsl_vector_min(&v.vector));
        if (!(size > 0)) return false;
        gsl_vector_set(column, j, size);
        gsl_vector_scale(&v.vector, 1 / size);
    }
    return true;
}

ivp_status real_matrix_factor(real_matrix *m)
{
    int sign;
    if (m->band) return banded_factor(m->band) ? IVP_OK : IVP_SINGULAR;
    if (!equilibrate(m->LU, m->row, m->column)) return IVP_SINGULAR;
    if (gsl_linalg_LU_decomp(m->LU, m->pivots, &sign)) return IVP_SINGULAR;
    for (size_t i = 0; i < m->LU->size1; i++)
        if (gsl_matrix_get(m->LU, i, i) == 0) return IVP_SINGULAR;
    return IVP_OK;
}

void real_matrix_solve(const real_matrix *m, const real *b, real *x)
{
    const size_t n = (size_t)m->n;
    if (m->band) {
        for (size_t i = 0; i < n; i++) m->work[i] = (double)b[i];
        banded_solve(m->band, m->work);
        for (size_t i = 0; i < n; i++) x[i] = (real)creal(m->work[i]);
        return;
    }
    for (size_t i = 0; i < n; i++)
        gsl_vector_set(m->rhs, i, (double)(b[i] / (real)gsl_vector_get(m->row, i)));
    gsl_linalg_LU_svx(m->LU, m->pivots, m->rhs);
    for (size_t i = 0; i < n; i++)
        x[i] = (real)gsl_vector_get(m->rhs, i) / (real)gsl_vector_get(m->column, i);
}
