/* radau_table.c -- nodes by Newton's method, A by Legendre polynomials, eigenvectors by GSL. */
#include "reference/integrators/radau_table.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include "kernel/linear/lu.h"

enum { NEWTON_STEPS = 12 };

/* P_0 .. P_n at x. */
static void legendre(real x, int n, real *P)
{
    P[0] = 1;
    P[1] = x;
    for (int k = 1; k < n; k++)
        P[k + 1] = ((real)(2 * k + 1) * x * P[k] - (real)k * P[k - 1]) / (real)(k + 1);
}

/* (1 - x^2) P_k' = k (P_k-1 - x P_k). The start, Radau's points for Chebyshev's weight, is
 * close enough for each zero. x = 1 is known. */
static void fill_nodes(radau_table *r)
{
    const int s = r->s;
    real P[RADAU_MOST + 2];
    r->c[s - 1] = 1;
    for (int i = 0; i < s - 1; i++) {
        real x = cos(2 * IVP_PI * (real)(s - 1 - i) / (real)(2 * s - 1));
        for (int k = 0; k < NEWTON_STEPS; k++) {
            legendre(x, s, P);
            const real slope =
                ((real)s * (P[s - 1] - x * P[s]) - (real)(s - 1) * (P[s - 2] - x * P[s - 1])) /
                (1 - x * x);
            x -= (P[s] - P[s - 1]) / slope;
        }
        r->c[i] = (1 + x) / 2;
    }
}

/* integral_0^c P_k(2c - 1) dc = (P_k+1 - P_k-1) / (2 (2k + 1)); the factor 2k + 1 cancels. */
static void fill_matrix(radau_table *r)
{
    const int s = r->s;
    real P[RADAU_MOST][RADAU_MOST + 2], b[RADAU_MOST];
    for (int i = 0; i < s; i++) {
        real sum = 0;
        legendre(2 * r->c[i] - 1, s, P[i]);
        for (int k = 0; k < s; k++) sum += (real)(2 * k + 1) * P[i][k] * P[i][k];
        b[i] = 1 / sum;
    }
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            real sum = r->c[i];
            for (int k = 1; k < s; k++) sum += P[j][k] * (P[i][k + 1] - P[i][k - 1]) / 2;
            r->A[i][j] = b[j] * sum;
        }
}

static ivp_status fill_inverse(radau_table *r)
{
    const int s = r->s;
    real LU[RADAU_MOST * RADAU_MOST], column[RADAU_MOST];
    int pivots[RADAU_MOST];
    const ivp_mat A = { s, s, s, LU };
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) *ivp_at(A, i, j) = r->A[i][j];
    const ivp_status status = lu_factor(A, pivots);
    for (int j = 0; j < s && !status; j++) {
        for (int i = 0; i < s; i++) column[i] = i == j;
        lu_solve(A, pivots, column);
        for (int i = 0; i < s; i++) r->inverse[i][j] = column[i];
    }
    return status;
}

static void fill_weights(radau_table *r)
{
    for (int i = 0; i < r->s; i++) {
        real product = r->c[i], others = 1;
        for (int j = 0; j < r->s; j++)
            if (j != i) {
                product *= r->c[i] - r->c[j];
                others *= -r->c[j];
            }
        r->weight[i] = 1 / product;
        r->slope[i] = others / product;
    }
}

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
    if (s < 3 || s > RADAU_MOST || s % 2 == 0) return IVP_E_INVALID;
    gsl_set_error_handler_off();
    *r = (radau_table){ .s = s };
    fill_nodes(r);
    fill_matrix(r);
    fill_weights(r);
    const ivp_status status = fill_inverse(r);
    return status ? status : fill_eigenvectors(r);
}

void radau_table_parts(const radau_table *r, real theta, real part[RADAU_MOST])
{
    for (int i = 0; i < r->s; i++) {
        part[i] = r->weight[i] * theta;
        for (int j = 0; j < r->s; j++)
            if (j != i) part[i] *= theta - r->c[j];
    }
}
