/* implicit_euler.c -- implicit Euler for F(t, y, y') = 0 with increments as unknowns.
 *
 *     F(t_k+1, y_k + z, z/h) = 0,   h = H/n
 *     y_k+1 = y_k + z
 *
 * Only the residual has to be right to the last digit. The matrix F_y + F_y'/h comes from
 * difference quotients, which in quad have the digits of a double, and is factored in double,
 * scaled by rows and columns; Newton corrections are added in quad. With the matrix of the
 * present point each iteration gains some seven digits, with an old one fewer: that costs
 * iterations, never digits.
 *
 * Where F is not linear in y', neither the iteration nor the branch of the solution is certain
 * for z = 0, however short the step: the slope at the start of a step is therefore kept, from
 * the last substep of the one that ended there.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/basic.h"

#include "reference/integrators/real_matrix.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 40, FEW_ITERATIONS = 8 };

/* Relative corrections below the first are negligible; below the second they may stop
 * shrinking, for that is the rounding level of the residual. */
static const real negligible = R(1e-34), stagnation = R(1e-25);
/* A first increment that moves a component by more than this part of it is not tried. */
static const real useful = R(1e-3);

struct euler {
    implicit_form form;
    real *store;
    real *y, *yp, *next, *z, *before; /* before: the increment of the last substep but one */
    real *F, *G;
    real *slope, *last; /* y' at time `at`, and at `end`, where the last run ended */
    real at, end;
    bool sloped;      /* slope is known */
    bool known, poor; /* factors exist; they converge slowly */
    real h;           /* substep they belong to */
    real_matrix *matrix;
    real *move; /* of the columns of the matrix; a correction */
};

euler *euler_create(const implicit_form *form)
{
    const size_t n = (size_t)form->n;
    euler *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->form = *form;
    e->store = calloc(10 * n, sizeof *e->store);
    e->matrix = real_matrix_create(form->n, form->ml, form->mu);
    if (!e->store || !e->matrix) {
        euler_destroy(e);
        return NULL;
    }
    real **const parts[] = { &e->y, &e->yp, &e->next,  &e->z,    &e->before,
                             &e->F, &e->G,  &e->slope, &e->last, &e->move };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = e->store + k * n;
    return e;
}

void euler_destroy(euler *e)
{
    if (!e) return;
    real_matrix_destroy(e->matrix);
    free(e->store);
    free(e);
}

static real least_size(const euler *e, int i)
{
    return R(1e-4) * (real)(e->form.weight ? e->form.weight[i] : 1);
}

/* ---- the matrix -------------------------------------------------------------------------- */

/* Columns so far apart share no row: they are differentiated together. */
static int stride(const euler *e)
{
    const bool banded = e->form.ml || e->form.mu;
    return banded ? e->form.ml + e->form.mu + 1 : e->form.n;
}

static void set_column(euler *e, int j)
{
    const int n = e->form.n;
    const bool banded = stride(e) < n;
    const int first = banded && j > e->form.mu ? j - e->form.mu : 0;
    const int last = banded && j + e->form.ml < n - 1 ? j + e->form.ml : n - 1;
    for (int i = first; i <= last; i++)
        real_matrix_set(e->matrix, i, j, (double)((e->G[i] - e->F[i]) / e->move[j]));
}

/* Columns first, first + stride ... of F_y + F_y'/h at (t, next, yp), F being known there. */
static ivp_status differentiate(euler *e, real t, real h, int first)
{
    const int n = e->form.n, step = stride(e);
    for (int j = first; j < n; j += step) {
        e->move[j] = R(1e-17) * ivp_max(ivp_abs(e->next[j]), least_size(e, j));
        e->next[j] += e->move[j];
        e->yp[j] += e->move[j] / h;
    }
    const ivp_status status = e->form.res(e->form.context, t, e->next, e->yp, e->G);
    for (int j = first; j < n; j += step) {
        e->next[j] = e->y[j] + e->z[j];
        e->yp[j] = e->z[j] / h;
        if (!status) set_column(e, j);
    }
    return status;
}

static ivp_status factor(euler *e, real t, real h)
{
    e->known = e->poor = false;
    for (int j = 0; j < stride(e); j++) {
        const ivp_status status = differentiate(e, t, h, j);
        if (status) return status;
    }
    const ivp_status status = real_matrix_factor(e->matrix);
    if (status) return status;
    e->h = h;
    e->known = true;
    return IVP_OK;
}

/* z -= J^-1 F; returns the largest correction relative to the counted components. */
static real correct(euler *e)
{
    real worst = 0;
    real_matrix_solve(e->matrix, e->F, e->move);
    for (int i = 0; i < e->form.n; i++) {
        const real d = e->move[i];
        e->z[i] -= d;
        if (!ivp_finite(d)) return INFINITY;
        if (e->form.counted && !e->form.counted[i]) continue;
        worst =
            ivp_max(worst, ivp_abs(d) / ivp_max(ivp_abs(e->y[i] + e->z[i]), least_size(e, i)));
    }
    return worst;
}

/* ---- one substep ------------------------------------------------------------------------- */

static ivp_status residual(euler *e, real t, real h)
{
    for (int i = 0; i < e->form.n; i++) {
        e->next[i] = e->y[i] + e->z[i];
        e->yp[i] = e->z[i] / h;
    }
    return e->form.res(e->form.context, t, e->next, e->yp, e->F);
}

/* Done when the next correction would be below the rounding level, or when corrections have
 * stopped shrinking not far above it. */
static ivp_status iterate(euler *e, real t, real h)
{
    real before = 0;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        ivp_status status = residual(e, t, h);
        if (!status && !e->known) status = factor(e, t, h);
        if (status) return status;
        const real size = correct(e), rate = k ? size / before : 1;
        if (!isfinite(size)) return IVP_DOMAIN;
        e->poor = k >= FEW_ITERATIONS;
        if (size == 0 || size * rate < ivp_max(negligible, e->form.enough)) return IVP_OK;
        if (k && rate > R(0.3) && size < stagnation) return IVP_OK;
        if (k > 1 && rate > R(0.5)) return IVP_NO_CONVERGENCE;
        before = size;
    }
    return IVP_NO_CONVERGENCE;
}

/* From the increments in z and with new factors. */
static ivp_status iterate_anew(euler *e, real t, real h, const real *z)
{
    e->known = false;
    for (int i = 0; i < e->form.n; i++) e->z[i] = z ? z[i] : 0;
    return iterate(e, t, h);
}

/* From linearly extrapolated increments and with the factors at hand; if that fails, with new
 * factors from those of the last substep, then from none. */
static ivp_status substep(euler *e, real t, real h)
{
    const int n = e->form.n;
    if (e->poor || e->h != h) e->known = false;
    const bool fresh = !e->known;
    for (int i = 0; i < n; i++) {
        const real z = e->z[i];
        e->z[i] += z - e->before[i];
        e->before[i] = z;
    }
    ivp_status status = iterate(e, t, h);
    if (status > 0 && !fresh) status = iterate_anew(e, t, h, e->before);
    return status > 0 ? iterate_anew(e, t, h, NULL) : status;
}

void euler_begin(euler *e, real t, const real *yp)
{
    memcpy(e->slope, yp, (size_t)e->form.n * sizeof *yp);
    e->at = e->end = t;
    e->sloped = true;
}

/* The first increments of a run: along the slope, if that is known and not too far. */
static void predict(euler *e, real t, real h)
{
    const int n = e->form.n;
    if (ivp_abs(t - e->end) < ivp_abs(t - e->at)) euler_begin(e, t, e->last);
    bool near = e->sloped;
    for (int i = 0; i < n && near; i++)
        near = ivp_abs(h * e->slope[i]) < useful * ivp_max(ivp_abs(e->y[i]), least_size(e, i));
    for (int i = 0; i < n; i++) e->z[i] = e->before[i] = near ? h * e->slope[i] : 0;
}

static ivp_status run(void *self, real t, const real *y, real H, int substeps, real *y1)
{
    euler *e = self;
    const int n = e->form.n;
    const real h = H / (real)substeps;
    memcpy(e->y, y, (size_t)n * sizeof *y);
    predict(e, t, h);
    for (int k = 0; k < substeps; k++) {
        const ivp_status status = substep(e, t + H * ((real)(k + 1) / (real)substeps), h);
        if (status) return status;
        for (int i = 0; i < n; i++) e->y[i] += e->z[i];
    }
    memcpy(y1, e->y, (size_t)n * sizeof *y1);
    for (int i = 0; i < n; i++) e->last[i] = e->z[i] / h;
    e->end = t + H;
    return IVP_OK;
}

basic_method euler_method(euler *e) { return (basic_method){ .self = e, .run = run }; }
