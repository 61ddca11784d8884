/* radau_matrix.c -- residuals of a Radau method, and its matrices by quotients of
 * differences.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/radau_inner.h"

#include <string.h>

/* Sizes that count as zero: absolutely, and relative to the largest value so far. */
static const real floor_size = R(1e-4), floor_part = R(1e-3);

ivp_status radau_residual(radau *r, real t, const real *y, const real *yp, real *F)
{
    r->counts.residuals++;
    return r->form.res(r->form.context, t, y, yp, F);
}

void radau_slopes(radau *r, real h)
{
    const int s = r->table->s, n = r->form.n;
    for (int i = 0; i < s; i++)
        for (int k = 0; k < n; k++) {
            real sum = 0;
            for (int j = 0; j < s; j++) sum += r->table->inverse[i][j] * r->Z[j * n + k];
            r->K[i * n + k] = sum / h;
        }
}

static real zero_size(const radau *r, int k)
{
    return floor_size * (real)(r->form.weight ? r->form.weight[k] : 1);
}

real radau_least_size(const radau *r, int k)
{
    return r->form.weight ? zero_size(r, k) : ivp_max(floor_part * r->peak[k], floor_size);
}

/* Stage next to the middle of the step. */
static int middle(const radau_table *w)
{
    int m = 0;
    while (m < w->s - 1 && w->c[m] < R(0.5)) m++;
    return m;
}

/* Columns so far apart share no row: they are differentiated together. */
static int stride(const radau *r)
{
    const bool banded = r->form.ml || r->form.mu;
    return banded ? r->form.ml + r->form.mu + 1 : r->form.n;
}

/* The rows of column j, up to the last one. */
static int first_row(const radau *r, int j)
{
    return stride(r) < r->form.n && j > r->form.mu ? j - r->form.mu : 0;
}

static int last_row(const radau *r, int j)
{
    const int n = r->form.n;
    return stride(r) < n && j + r->form.ml < n - 1 ? j + r->form.ml : n - 1;
}

/* Columns j = first, first + stride ... of F_y or F_y' by quotients of differences over d[j]
 * (0: the column is zero) at (t, at, atp), where the residual is F. */
static ivp_status columns(radau *r, real t, real *x, int first, const real *d, real *quotient)
{
    const int n = r->form.n, step = stride(r);
    bool any = false;
    for (int j = first; j < n; j += step) {
        r->kept[j] = x[j];
        x[j] += d[j];
        any = any || d[j] != 0;
    }
    const ivp_status status = any ? radau_residual(r, t, r->at, r->atp, quotient) : IVP_OK;
    for (int j = first; j < n; j += step) {
        const real moved = x[j] - r->kept[j];
        for (int i = first_row(r, j); i <= last_row(r, j); i++)
            quotient[i] = d[j] != 0 ? (quotient[i] - r->F[i]) / moved : 0;
        x[j] = r->kept[j];
    }
    return status;
}

/* What unknowns and slopes are moved by. */
static void displace(radau *r, real h)
{
    real *dy = r->move, *dyp = dy + r->form.n;
    for (int j = 0; j < r->form.n; j++) {
        const bool appears = !r->form.differential || r->form.differential[j];
        dy[j] = R(1e-17) * ivp_max(ivp_abs(r->at[j]), zero_size(r, j));
        dyp[j] = appears ? R(1e-17) * ivp_max(ivp_abs(r->atp[j]), r->scale[j] / h) : 0;
    }
}

static ivp_status differentiate(radau *r, real t, int first)
{
    const int n = r->form.n;
    real *dy = r->F + n, *dyp = dy + n;
    ivp_status status = columns(r, t, r->at, first, r->move, dy);
    if (!status) status = columns(r, t, r->atp, first, r->move + n, dyp);
    for (int j = first; j < n; j += stride(r)) {
        r->algebraic[j] = true;
        for (int i = first_row(r, j); i <= last_row(r, j); i++) {
            radau_newton_set(r->newton, i, j, (double)dy[i], (double)dyp[i]);
            if (dyp[i] != 0) r->algebraic[j] = false;
        }
    }
    return status;
}

ivp_status radau_linearise(radau *r, real t, real h, const real *y)
{
    const int n = r->form.n, m = middle(r->table);
    const bool predicted = r->before_h > 0;
    const real at = predicted ? t + r->table->c[m] * h : t;
    if (predicted) radau_slopes(r, h);
    for (int k = 0; k < n; k++) {
        r->at[k] = predicted ? y[k] + r->Z[m * n + k] : y[k];
        r->atp[k] = predicted ? r->K[m * n + k] : r->yp[k];
    }
    ivp_status status = radau_residual(r, at, r->at, r->atp, r->F);
    displace(r, h);
    for (int j = 0; j < stride(r) && !status; j++) status = differentiate(r, at, j);
    return status ? status : radau_newton_factor(r->newton, h);
}
