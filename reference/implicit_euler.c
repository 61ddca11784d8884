/* implicit_euler.c -- implicit Euler for F(t, y, y') = 0 with increments as unknowns.
 *
 *     F(t_k+1, y_k + z, z/h) = 0,   y_k+1 = y_k + z,   h = H/n
 *
 * Only the residual is in quad. The matrix F_y + F_y'/h is factored in double, scaled by rows
 * and columns; a Newton correction from it has a few right digits and is added in quad, so that
 * the iteration converges linearly to the rounding level of the residual: a coarse Jacobian
 * costs iterations, never digits. */
#include "reference/basic.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 40 };

struct euler {
    implicit_form form;
    real *store;
    real *y, *yp, *next, *z, *F;
    ivp_mat Jy, J1;   /* dF/dy, and dF/dy + dF/dy' */
    bool known, poor; /* Jacobians exist; they converge slowly */
    real t0, h;       /* basic step they belong to; substep of the factors */
    gsl_matrix *LU;
    gsl_permutation *pivots;
    gsl_vector *rhs, *row, *column; /* right-hand side, scales */
};

euler *euler_create(const implicit_form *form)
{
    const size_t n = (size_t)form->n;
    gsl_set_error_handler_off();
    euler *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->form = *form;
    e->store = calloc(5 * n + 2 * n * n, sizeof *e->store);
    e->LU = gsl_matrix_alloc(n, n);
    e->pivots = gsl_permutation_alloc(n);
    e->rhs = gsl_vector_alloc(n);
    e->row = gsl_vector_alloc(n);
    e->column = gsl_vector_alloc(n);
    if (!e->store || !e->LU || !e->pivots || !e->rhs || !e->row || !e->column) {
        euler_destroy(e);
        return NULL;
    }
    real *const s = e->store;
    e->y = s, e->yp = s + n, e->next = s + 2 * n, e->z = s + 3 * n, e->F = s + 4 * n;
    e->Jy = (ivp_mat){ form->n, form->n, form->n, s + 5 * n };
    e->J1 = (ivp_mat){ form->n, form->n, form->n, s + 5 * n + n * n };
    return e;
}

void euler_destroy(euler *e)
{
    if (!e) return;
    if (e->LU) gsl_matrix_free(e->LU);
    if (e->pivots) gsl_permutation_free(e->pivots);
    if (e->rhs) gsl_vector_free(e->rhs);
    if (e->row) gsl_vector_free(e->row);
    if (e->column) gsl_vector_free(e->column);
    free(e->store);
    free(e);
}

/* ---- the matrix ----------------------------------------------------------------------------
 */

static ivp_status differentiate(euler *e, real t)
{
    const implicit_form *form = &e->form;
    ivp_status status = form->jac(form->context, t, e->y, e->yp, 0, e->Jy);
    if (!status) status = form->jac(form->context, t, e->y, e->yp, 1, e->J1);
    e->known = !status;
    e->poor = false;
    return status;
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

static ivp_status factor(euler *e, real h)
{
    for (int i = 0; i < e->form.n; i++)
        for (int j = 0; j < e->form.n; j++) {
            const real fy = *ivp_at(e->Jy, i, j), fyp = *ivp_at(e->J1, i, j) - fy;
            gsl_matrix_set(e->LU, (size_t)i, (size_t)j, (double)(fy + fyp / h));
        }
    int sign;
    if (!equilibrate(e->LU, e->row, e->column)) return IVP_SINGULAR;
    if (gsl_linalg_LU_decomp(e->LU, e->pivots, &sign)) return IVP_SINGULAR;
    for (size_t i = 0; i < e->LU->size1; i++)
        if (gsl_matrix_get(e->LU, i, i) == 0) return IVP_SINGULAR;
    e->h = h;
    return IVP_OK;
}

/* z -= J^-1 F; returns the largest correction relative to the counted components. */
static real correct(euler *e)
{
    const int n = e->form.n;
    for (int i = 0; i < n; i++)
        gsl_vector_set(e->rhs, (size_t)i,
                       (double)(e->F[i] / (real)gsl_vector_get(e->row, (size_t)i)));
    gsl_linalg_LU_svx(e->LU, e->pivots, e->rhs);
    real worst = 0;
    for (int i = 0; i < n; i++) {
        const real d = (real)gsl_vector_get(e->rhs, (size_t)i) /
                       (real)gsl_vector_get(e->column, (size_t)i);
        e->z[i] -= d;
        if (!ivp_finite(d)) return INFINITY;
        if (e->form.counted && !e->form.counted[i]) continue;
        worst = ivp_max(worst, ivp_abs(d) / ivp_max(ivp_abs(e->y[i] + e->z[i]), R(1e-4)));
    }
    return worst;
}

/* ---- one substep
 * ------------------------------------------------------------------------------ */

/* Done when the next correction would be below the rounding level, or when corrections have
 * stopped shrinking not far above it. */
static ivp_status iterate(euler *e, real t, real h)
{
    const implicit_form *form = &e->form;
    real before = 0;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        for (int i = 0; i < form->n; i++) {
            e->next[i] = e->y[i] + e->z[i];
            e->yp[i] = e->z[i] / h;
        }
        const ivp_status status = form->res(form->context, t, e->next, e->yp, e->F);
        if (status) return status;
        const real size = correct(e), rate = k ? size / before : 1;
        if (!isfinite(size)) return IVP_DOMAIN;
        if (size == 0 || size * rate < R(1e-34)) return IVP_OK;
        if (k && rate > R(0.3) && size < R(1e-29)) return IVP_OK;
        if (k > 0 && rate > R(0.02) && size > R(1e-29)) e->poor = true;
        if (k > 1 && rate > R(0.5)) return IVP_NO_CONVERGENCE;
        before = size;
    }
    return IVP_NO_CONVERGENCE;
}

/* With old Jacobians first; with those of the present point if that fails. */
static ivp_status substep(euler *e, real t, real h)
{
    const size_t bytes = (size_t)e->form.n * sizeof *e->z;
    for (int fresh = !e->known || e->poor;; fresh++) {
        ivp_status status = IVP_OK;
        if (fresh) status = differentiate(e, t);
        if (!status && (fresh || e->h != h)) status = factor(e, h);
        if (!status) status = iterate(e, t + h, h);
        if (status <= 0 || fresh) return status;
        memset(e->z, 0, bytes);
        memset(e->yp, 0, bytes);
    }
}

static ivp_status run(void *self, real t, const real *y, real H, int substeps, real *y1)
{
    euler *e = self;
    const size_t bytes = (size_t)e->form.n * sizeof *y;
    const real h = H / (real)substeps;
    memcpy(e->y, y, bytes);
    memset(e->z, 0, bytes);
    if (t != e->t0) e->known = false;
    e->t0 = t;
    for (int k = 0; k < substeps; k++) {
        const ivp_status status = substep(e, t + H * ((real)k / (real)substeps), h);
        if (status) return status;
        for (int i = 0; i < e->form.n; i++) e->y[i] += e->z[i];
    }
    memcpy(y1, e->y, bytes);
    return IVP_OK;
}

basic_method euler_method(euler *e) { return (basic_method){ .self = e, .run = run }; }
