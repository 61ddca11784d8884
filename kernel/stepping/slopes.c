/* slopes.c -- short steps of the implicit Euler rule from (t, y) on:
 *
 *     F(t + k h, y_k, (y_k - y_(k-1))/h) = 0, k = 1 .. K = index + 1,   h = sqrt(eps) (t1 - t0)
 *
 * They look at the equations behind t alone, whatever changes there. Unknowns of index k are
 * clean after k of them, although y came with the errors of a solver (Brenan, Campbell,
 * Petzold, Numerical Solution of Initial-Value Problems in DAEs, 1989, section 3.2), their
 * differences after one more. Differential unknowns stay where they were; algebraic ones are
 * y_K - K h y_K'.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/slopes.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"

struct slopes {
    ivp_model *m;
    int n, steps;
    int *pivots;
    real *y, *before, *yp, *F, *row, *weight, *J, *K;
};

static int highest_index(const ivp_model *m)
{
    int index = 1;
    for (int k = 0; k < ivp_n(m); k++)
        if (ivp_index(m)[k] > index) index = ivp_index(m)[k];
    return index;
}

ivp_status slopes_create(slopes **out, instance *i, ivp_formulation f, reason *why)
{
    slopes *s = *out = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    ivp_status status = model_open(&s->m, i, f, NULL, IVP_RES, why);
    if (!status) {
        const size_t n = (size_t)ivp_n(s->m);
        s->n = (int)n;
        s->steps = highest_index(s->m) + 1;
        s->y = calloc((6 + 2 * n) * n, sizeof *s->y);
        s->pivots = calloc(n, sizeof *s->pivots);
        real **const vectors[] = { &s->before, &s->yp, &s->F, &s->row, &s->weight, &s->J };
        for (size_t k = 0; s->y && k < sizeof vectors / sizeof *vectors; k++)
            *vectors[k] = s->y + (k + 1) * n;
        s->K = s->y ? s->J + n * n : NULL;
        if (!s->y || !s->pivots) status = IVP_E_NOMEM;
    }
    if (!status) return IVP_OK;
    slopes_destroy(s);
    *out = NULL;
    return status;
}

void slopes_destroy(slopes *s)
{
    if (!s) return;
    model_close(s->m);
    free(s->y);
    free(s->pivots);
    free(s);
}

/* Rows differ by many decades: charges, currents, pressures. */
static ivp_status factor(slopes *s, ivp_mat J)
{
    for (int i = 0; i < s->n; i++) {
        s->row[i] = 0;
        for (int j = 0; j < s->n; j++)
            s->row[i] = ivp_max(s->row[i], ivp_abs(*ivp_at(J, i, j)));
        if (!(s->row[i] > 0)) return IVP_SINGULAR;
        for (int j = 0; j < s->n; j++) *ivp_at(J, i, j) /= s->row[i];
    }
    return ivp_factor(s->m, J, s->pivots);
}

/* One Newton iteration; how large it was beside y and the problem's weights. */
static ivp_status iterate(slopes *s, real t, real h, real *size)
{
    const ivp_mat J = { s->n, s->n, s->n, s->J };
    for (int k = 0; k < s->n; k++) s->yp[k] = (s->y[k] - s->before[k]) / h;
    ivp_status status = ivp_res(s->m, t, s->y, s->yp, s->F);
    if (!status) status = ivp_res_jac(s->m, t, s->y, s->yp, 1 / h, J);
    if (!status) status = factor(s, J);
    if (status) return status;
    for (int i = 0; i < s->n; i++) s->F[i] /= s->row[i];
    ivp_solve(s->m, J, s->pivots, s->F);
    *size = 0;
    for (int k = 0; k < s->n; k++) {
        s->y[k] -= s->F[k];
        s->yp[k] -= s->F[k] / h;
        *size = ivp_max(*size, ivp_abs(s->F[k]) / (s->weight[k] + ivp_abs(s->y[k])));
    }
    return vec_finite(s->y, (size_t)s->n) ? IVP_OK : IVP_NO_CONVERGENCE;
}

/* Newton's iteration until it is below the rounding of six digits squared, and once more. */
static ivp_status step(slopes *s, real t, real h)
{
    enum { MOST = 20 };
    real size = 1;
    memcpy(s->before, s->y, (size_t)s->n * sizeof *s->y);
    for (int k = 0; k < MOST; k++) {
        const bool last = size < R(1e-6);
        const ivp_status status = iterate(s, t, h, &size);
        if (status || last) return status;
    }
    return IVP_NO_CONVERGENCE;
}

/* Unknowns whose derivative does not appear: dF/dy' has no entry in their column. They are
 * taken back to where the steps began. */
static ivp_status replace_algebraic(slopes *s, real t, real back, real *y)
{
    const ivp_mat J = { s->n, s->n, s->n, s->J }, K = { s->n, s->n, s->n, s->K };
    ivp_status status = ivp_res_jac(s->m, t, s->y, s->yp, 0, J);
    if (!status) status = ivp_res_jac(s->m, t, s->y, s->yp, 1, K);
    for (int j = 0; !status && j < s->n; j++) {
        bool appears = false;
        for (int i = 0; i < s->n; i++)
            appears = appears || *ivp_at(J, i, j) != *ivp_at(K, i, j);
        if (!appears) y[j] = s->y[j] - back * s->yp[j];
    }
    return status;
}

ivp_status slopes_at(slopes *s, real t, real *y, real *yp)
{
    const real h = sqrt(IVP_EPS) * (real)model_span(s->m);
    model_begin(s->m);
    model_weights(s->m, s->weight);
    memcpy(s->y, y, (size_t)s->n * sizeof *y);
    for (int k = 1; k <= s->steps; k++) {
        const ivp_status status = step(s, t + k * h, h);
        if (status) return status;
    }
    memcpy(yp, s->yp, (size_t)s->n * sizeof *yp);
    return replace_algebraic(s, t + s->steps * h, s->steps * h, y);
}
