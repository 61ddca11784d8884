/* radau_newton.c -- complex matrices, scaled by rows and columns and factored by GSL, bands by
 * banded.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/radau_newton.h"

#include "reference/integrators/banded.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

/* One complex system with its scales; with a band nothing else is used. */
typedef struct stage_system {
    banded *band;
    gsl_matrix_complex *LU;
    gsl_permutation *pivots;
    double *row, *column;
} stage_system;

struct radau_newton {
    const radau_table *table;
    int n, ml, mu; /* of a band, else ml = mu = n - 1 */
    bool banded;
    double *dy, *dyp; /* n x (ml + mu + 1) from column i - ml on, or n x n; row by row */
    stage_system at[RADAU_PAIRS];
    gsl_vector_complex *w;
    double *transformed; /* real and imaginary part of T^-1 R: 2 x pairs x n */
};

static bool system_create(stage_system *m, const radau_newton *w)
{
    const size_t n = (size_t)w->n;
    if (w->banded) {
        m->band = banded_create(w->n, w->ml, w->mu);
        return m->band;
    }
    m->LU = gsl_matrix_complex_alloc(n, n);
    m->pivots = gsl_permutation_alloc(n);
    m->row = calloc(2 * n, sizeof *m->row);
    m->column = m->row ? m->row + n : NULL;
    return m->LU && m->pivots && m->row;
}

static int width(const radau_newton *w) { return w->banded ? w->ml + w->mu + 1 : w->n; }

radau_newton *radau_newton_create(const radau_table *table, int n, int ml, int mu)
{
    const size_t size = (size_t)n, pairs = (size_t)table->pairs;
    gsl_set_error_handler_off();
    radau_newton *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    *w = (radau_newton){ .table = table, .n = n, .ml = ml, .mu = mu };
    w->banded = ml || mu;
    const size_t entries = size * (size_t)width(w);
    w->dy = calloc(2 * entries, sizeof *w->dy);
    w->w = gsl_vector_complex_alloc(size);
    w->transformed = calloc(2 * pairs * size, sizeof *w->transformed);
    bool ok = w->dy && w->w && w->transformed;
    if (ok) w->dyp = w->dy + entries;
    for (size_t k = 0; k < pairs; k++) ok = system_create(&w->at[k], w) && ok;
    if (ok) return w;
    radau_newton_destroy(w);
    return NULL;
}

void radau_newton_destroy(radau_newton *w)
{
    if (!w) return;
    for (int k = 0; k < w->table->pairs; k++) {
        banded_destroy(w->at[k].band);
        if (w->at[k].LU) gsl_matrix_complex_free(w->at[k].LU);
        if (w->at[k].pivots) gsl_permutation_free(w->at[k].pivots);
        free(w->at[k].row);
    }
    if (w->w) gsl_vector_complex_free(w->w);
    free(w->transformed);
    free(w->dy);
    free(w);
}

void radau_newton_set(radau_newton *w, int i, int j, double dy, double dyp)
{
    const int place = w->banded ? j - i + w->ml : j;
    const size_t at = (size_t)i * (size_t)width(w) + (size_t)place;
    w->dy[at] = dy;
    w->dyp[at] = dyp;
}

/* ---- factors ----------------------------------------------------------------------------- */

/* The largest modulus, as 1-norm of the number, of entries first, first + stride ... */
static double largest(const gsl_matrix_complex *A, size_t first, size_t stride)
{
    double size = 0;
    for (size_t k = 0; k < A->size1; k++) {
        const double *z = A->data + 2 * (first + k * stride);
        size = fmax(size, fabs(z[0]) + fabs(z[1]));
    }
    return size;
}

static void divide(gsl_matrix_complex *A, size_t first, size_t stride, double size)
{
    for (size_t k = 0; k < A->size1; k++) {
        double *z = A->data + 2 * (first + k * stride);
        z[0] /= size;
        z[1] /= size;
    }
}

/* Each row, then each column, by its largest entry: components differ by many decades. */
static bool equilibrate(stage_system *m)
{
    const size_t n = m->LU->size1;
    for (size_t k = 0; k < n; k++) {
        m->row[k] = largest(m->LU, k * n, 1);
        if (!(m->row[k] > 0) || !isfinite(m->row[k])) return false;
        divide(m->LU, k * n, 1, m->row[k]);
    }
    for (size_t k = 0; k < n; k++) {
        m->column[k] = largest(m->LU, k, n);
        if (!(m->column[k] > 0)) return false;
        divide(m->LU, k, n, m->column[k]);
    }
    return true;
}

static bool factor_band(const radau_newton *w, banded *b, double _Complex factor_of_yp)
{
    for (int i = 0; i < w->n; i++)
        for (int place = 0; place < width(w); place++) {
            const int at = i * width(w) + place, j = i + place - w->ml;
            if (j >= 0 && j < w->n) banded_set(b, i, j, w->dy[at] + factor_of_yp * w->dyp[at]);
        }
    return banded_factor(b);
}

static bool factor(radau_newton *w, int k, double h)
{
    stage_system *m = &w->at[k];
    const size_t n = (size_t)w->n;
    const double _Complex factor_of_yp = w->table->lambda[k] / h;
    if (m->band) return factor_band(w, m->band, factor_of_yp);
    for (size_t i = 0; i < n * n; i++) {
        m->LU->data[2 * i] = w->dy[i] + creal(factor_of_yp) * w->dyp[i];
        m->LU->data[2 * i + 1] = cimag(factor_of_yp) * w->dyp[i];
    }
    int sign;
    if (!equilibrate(m)) return false;
    if (gsl_linalg_complex_LU_decomp(m->LU, m->pivots, &sign)) return false;
    for (size_t i = 0; i < n; i++)
        if (m->LU->data[2 * i * (n + 1)] == 0 && m->LU->data[2 * i * (n + 1) + 1] == 0)
            return false;
    return true;
}

ivp_status radau_newton_factor(radau_newton *w, real h)
{
    for (int k = 0; k < w->table->pairs; k++)
        if (!factor(w, k, (double)h)) return IVP_SINGULAR;
    return IVP_OK;
}

/* ---- solution ---------------------------------------------------------------------------- */

/* T^-1 R */
static void transform(radau_newton *w, const real *R)
{
    const radau_table *r = w->table;
    const int n = w->n;
    double *at = w->transformed;
    for (int k = 0; k < r->pairs; k++)
        for (int i = 0; i < n; i++, at += 2) {
            at[0] = at[1] = 0;
            for (int j = 0; j < r->s; j++) {
                const double x = (double)R[j * n + i];
                at[0] += creal(r->back[k][j]) * x;
                at[1] += cimag(r->back[k][j]) * x;
            }
        }
}

/* w := (F_y + lambda_k/h F_y')^-1 rhs, real and imaginary part alternating */
static void solve(radau_newton *w, int k, const double *rhs)
{
    const stage_system *m = &w->at[k];
    const size_t n = (size_t)w->n;
    if (m->band) {
        memcpy(w->w->data, rhs, 2 * n * sizeof *rhs);
        banded_solve(m->band, (double _Complex *)(void *)w->w->data);
        return;
    }
    for (size_t i = 0; i < 2 * n; i++) w->w->data[i] = rhs[i] / m->row[i / 2];
    gsl_linalg_complex_LU_svx(m->LU, m->pivots, w->w);
    for (size_t i = 0; i < 2 * n; i++) w->w->data[i] /= m->column[i / 2];
}

void radau_newton_solve(radau_newton *w, const real *R, double *dZ)
{
    const radau_table *r = w->table;
    const int n = w->n;
    transform(w, R);
    for (int i = 0; i < r->s * n; i++) dZ[i] = 0;
    for (int k = 0; k < r->pairs; k++) {
        solve(w, k, w->transformed + 2 * (size_t)(k * n));
        const int members = k ? 2 : 1; /* the conjugate adds its own real part */
        for (int j = 0; j < r->s; j++) {
            const double x = members * creal(r->T[j][k]), y = members * cimag(r->T[j][k]);
            for (int i = 0; i < n; i++)
                dZ[j * n + i] += x * w->w->data[2 * i] - y * w->w->data[2 * i + 1];
        }
    }
}

void radau_newton_solve_one(radau_newton *w, const real *R, double *d)
{
    for (int i = 0; i < w->n; i++) {
        w->transformed[2 * i] = (double)R[i];
        w->transformed[2 * i + 1] = 0;
    }
    solve(w, 0, w->transformed);
    for (int i = 0; i < w->n; i++) d[i] = w->w->data[2 * i];
}
