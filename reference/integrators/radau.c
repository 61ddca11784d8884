/* radau.c -- stages, their iteration, and the control of the step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/radau_inner.h"

#include <stdlib.h>
#include <string.h>

#include "reference/integrators/clip.h"

enum { MOST_ITERATIONS = 40 };

const real radau_least_tol = R(1e-26);

/* Relative corrections below the first are negligible; below the second they may stop
 * shrinking, for that is the rounding level of the residual. */
static const real negligible = R(1e-32), stagnation = R(1e-25);
/* Predictions wrong by more than this part of the components, or that far, are worse than
 * none. */
static const real useful = R(1e-3);
/* Part of the tolerance that the iteration may leave: where a problem is not stiff, the end of
 * a step is ten decades better than the tolerance. */
static const real spared = R(1e-12);
/* The defect at the start of a smooth step is larger than its error by less than this. */
static const real defect_worth = R(100.0);
/* Iterations that gain less than a factor four a time cost more than shorter steps. */
static const real brisk = R(0.25);
/* The step may lose so much against the longest one of the recent attempts. */
static const real collapse = R(1e-10), forgets = R(0.95);

radau *radau_create(const radau_table *table, const radau_form *form, real tol)
{
    const size_t n = (size_t)form->n, all = (size_t)table->s * n;
    radau *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    *r = (radau){ .table = table, .form = *form, .tol = tol };
    r->newton = radau_newton_create(table, form->n, form->ml, form->mu);
    r->dZ = calloc(all, sizeof *r->dZ);
    r->algebraic = calloc(n, sizeof *r->algebraic);
    r->Z = calloc(4 * all + 9 * n, sizeof *r->Z);
    if (!r->newton || !r->algebraic || !r->dZ || !r->Z) {
        radau_destroy(r);
        return NULL;
    }
    real **const stages[] = { &r->K, &r->F, &r->before },
                 **const points[] = { &r->y,  &r->yp,  &r->scale, &r->peak,
                                      &r->at, &r->atp, &r->kept,  &r->move };
    for (size_t k = 0; k < 3; k++) *stages[k] = r->Z + (k + 1) * all;
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        *points[k] = r->Z + 4 * all + k * n;
    return r;
}

void radau_destroy(radau *r)
{
    if (!r) return;
    radau_newton_destroy(r->newton);
    free(r->algebraic);
    free(r->dZ);
    free(r->Z);
    free(r);
}

void radau_restart(radau *r, const real *yp)
{
    if (yp) memcpy(r->yp, yp, (size_t)r->form.n * sizeof *yp);
    r->before_h = r->longest = 0;
}

void radau_fix(radau *r, real h) { r->fixed = h; }

radau_counts radau_counted(const radau *r) { return r->counts; }

/* ---- stages ------------------------------------------------------------------------------ */

static ivp_status residuals(radau *r, real t, real h, const real *y)
{
    const int s = r->table->s, n = r->form.n;
    radau_slopes(r, h);
    for (int i = 0; i < s; i++) {
        for (int k = 0; k < n; k++) r->y[k] = y[k] + r->Z[i * n + k];
        const real ti = i < s - 1 ? t + r->table->c[i] * h : t + h;
        const ivp_status status = radau_residual(r, ti, r->y, r->K + i * n, r->F + i * n);
        if (status) return status;
    }
    return IVP_OK;
}

/* The last stage polynomial at theta = 1 + c_i h / h_before, less its value at 1. */
static void extrapolate(radau *r, real ratio)
{
    const radau_table *w = r->table;
    const int s = w->s, n = r->form.n;
    const real *end = r->before + (s - 1) * n;
    for (int i = 0; i < s; i++) {
        real part[RADAU_MOST];
        radau_table_parts(w, 1 + w->c[i] * ratio, part);
        for (int k = 0; k < n; k++) {
            real sum = -end[k];
            for (int j = 0; j < s; j++) sum += part[j] * r->before[j * n + k];
            r->Z[i * n + k] = sum;
        }
    }
}

void radau_inside(const radau *r, real theta, const real *y0, real *y)
{
    real part[RADAU_MOST];
    radau_table_parts(r->table, theta, part);
    for (int k = 0; k < r->form.n; k++) {
        y[k] = y0[k];
        for (int j = 0; j < r->table->s; j++) y[k] += part[j] * r->before[j * r->form.n + k];
    }
}

void radau_between(const radau *r, real theta, const real *y0, const bool *from_start, real *y)
{
    real part[RADAU_MOST], alone[RADAU_MOST];
    const int s = r->table->s;
    radau_table_parts(r->table, theta, part);
    for (int j = 0; j < s; j++) alone[j] = part[j] * r->table->c[j] / theta;
    for (int k = 0; k < r->form.n; k++) {
        const real *by = from_start[k] ? part : alone;
        y[k] = y0[k];
        for (int j = 0; j < s; j++) y[k] += by[j] * r->before[j * r->form.n + k];
    }
}

/* Z = c h y', or none: where F is not linear in y', no step is short enough for that. */
static void follow_slope(radau *r, real h)
{
    const int s = r->table->s, n = r->form.n;
    bool near = true;
    for (int k = 0; k < n && near; k++) near = ivp_abs(h * r->yp[k]) < useful * r->scale[k];
    for (int i = 0; i < s; i++)
        for (int k = 0; k < n; k++) r->Z[i * n + k] = near ? r->table->c[i] * h * r->yp[k] : 0;
}

/* Outside its interval the error grows like the last Chebyshev polynomial. */
static void predict(radau *r, real h)
{
    const real ratio = r->before_h > 0 ? h / r->before_h : 0;
    const real growth = cosh((real)r->table->s * acosh(1 + 2 * ratio));
    if (ratio > 0 && r->before_est * growth < useful)
        extrapolate(r, ratio);
    else
        follow_slope(r, h);
}

/* ---- iteration --------------------------------------------------------------------------- */

static bool counts(const radau *r, int k) { return !r->form.counted || r->form.counted[k]; }
/* Z -= dZ; returns the largest correction relative to the counted components. */
static real correct(radau *r, const real *y)
{
    const int s = r->table->s, n = r->form.n;
    real worst = 0;
    radau_newton_solve(r->newton, r->F, r->dZ);
    for (int i = 0; i < s; i++)
        for (int k = 0; k < n; k++) {
            const real d = (real)r->dZ[i * n + k];
            real *z = &r->Z[i * n + k];
            *z -= d;
            if (!ivp_finite(d)) return INFINITY;
            r->scale[k] = ivp_max(r->scale[k], ivp_abs(y[k] + *z));
            if (counts(r, k)) worst = ivp_max(worst, ivp_abs(d) / r->scale[k]);
        }
    return worst;
}

/* Done when the next correction would be negligible, or when corrections have stopped shrinking
 * not far above the rounding level. Good and bad corrections may alternate, so that two of them
 * are looked at. */
static ivp_status iterate(radau *r, real t, real h, const real *y)
{
    const real enough = r->fixed > 0 ? negligible : ivp_max(negligible, spared * r->tol);
    real before = 0, earlier = 0, first = 0;
    r->rate = 0;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        r->counts.iterations++;
        const ivp_status status = residuals(r, t, h, y);
        if (status) return status;
        const real size = correct(r, y);
        if (!isfinite(size)) return IVP_DOMAIN;
        if (k == 0) first = size;
        if (k && first > 0) r->rate = pow(size / first, 1 / (real)k);
        const real rate = k > 1 ? sqrt(size / earlier) : k ? size / before : 1;
        if (size == 0 || size * rate < enough) return IVP_OK;
        if (k > 1 && rate > R(0.5)) return size < stagnation ? IVP_OK : IVP_NO_CONVERGENCE;
        earlier = before;
        before = size;
    }
    return IVP_NO_CONVERGENCE;
}

/* Modulus of the last Chebyshev coefficient of component k's stage polynomial. Algebraic
 * components may start inconsistent, by rounding or at a jump: then their polynomial has the
 * stages alone. */
static real last_coefficient(const radau *r, int k)
{
    const int s = r->table->s, n = r->form.n;
    const bool alone = r->before_h <= 0 && r->algebraic[k];
    real sum = 0;
    for (int i = 0; i < s; i++)
        sum += r->table->weight[i] * r->Z[i * n + k] * (alone ? r->table->c[i] : 1);
    return ivp_abs(sum) * exp2((real)(alone ? 3 - 2 * s : 1 - 2 * s));
}

static real estimate(const radau *r)
{
    real worst = 0;
    for (int k = 0; k < r->form.n; k++)
        if (counts(r, k)) worst = ivp_max(worst, last_coefficient(r, k) / r->scale[k]);
    return worst;
}

/* A change of the right-hand side before the first stage escapes the stages: all of them lie on
 * the new branch of the solution. So the slope of their polynomial at the start of the step has
 * to fulfil the equations of the old one: (F_y + lambda/h F_y')^-1 F(t_n, y_n, P'(0)). */
static ivp_status defect(radau *r, real t, real h, const real *y, real *size)
{
    const int s = r->table->s, n = r->form.n;
    for (int k = 0; k < n; k++) {
        real sum = 0;
        for (int i = 0; i < s; i++) sum += r->table->slope[i] * r->Z[i * n + k];
        r->atp[k] = sum / h;
    }
    const ivp_status status = radau_residual(r, t, y, r->atp, r->F);
    if (status) return status;
    radau_newton_solve_one(r->newton, r->F, r->dZ);
    for (int k = 0; k < n; k++)
        if (counts(r, k)) *size = ivp_max(*size, ivp_abs((real)r->dZ[k]) / r->scale[k]);
    return IVP_OK;
}

static ivp_status attempt(radau *r, real t, real h, const real *y, real *est)
{
    for (int k = 0; k < r->form.n; k++) {
        r->peak[k] = ivp_max(r->peak[k], ivp_abs(y[k]));
        r->scale[k] = ivp_max(ivp_abs(y[k]), radau_least_size(r, k));
    }
    predict(r, h);
    ivp_status status = radau_linearise(r, t, h, y);
    if (!status) status = iterate(r, t, h, y);
    if (status) return status;
    *est = estimate(r);
    real start = 0;
    if (*est <= r->tol && r->before_h > 0) status = defect(r, t, h, y, &start);
    if (status) return status;
    *est = ivp_max(*est, start / defect_worth);
    return *est <= r->tol || r->fixed > 0 ? IVP_OK : IVP_ERROR_TEST;
}

/* ---- steps ------------------------------------------------------------------------------- */

static void accept(radau *r, real h, real est, real *y)
{
    const int s = r->table->s, n = r->form.n;
    for (int k = 0; k < n; k++) {
        y[k] += r->Z[(s - 1) * n + k];
        r->yp[k] = r->K[(s - 1) * n + k];
    }
    memcpy(r->before, r->Z, (size_t)(s * n) * sizeof *r->Z);
    r->before_h = h;
    r->before_est = est;
    r->counts.accepted++;
}

/* By the error; the rate of convergence, which behaves like h, shall not become slow; and what
 * has just failed is not tried again. */
static real growth(const radau *r, real est)
{
    const real most = r->failed ? 1 : 6;
    const real factor = est > 0 ? R(0.85) * pow(r->tol / est, 1 / (real)r->table->s) : 6;
    const real slow = r->rate > 0 ? brisk / r->rate : 6;
    return ivp_min(ivp_max(ivp_min(factor, slow), R(0.2)), most);
}

/* The next step after one of length H: a clipped one says only that longer ones may work. */
static void control(radau *r, ivp_status status, real H, real est)
{
    const real factor = status == IVP_OK || status == IVP_ERROR_TEST ? growth(r, est) : R(0.4);
    r->h = status == IVP_OK && H < r->h ? ivp_max(r->h, factor * H) : factor * H;
    r->failed = status != IVP_OK;
    if (r->failed) r->counts.obstacle = status;
    r->counts.rejected += status == IVP_ERROR_TEST;
    r->counts.failed += status != IVP_OK && status != IVP_ERROR_TEST;
    if (r->longest > 0) r->longest *= forgets;
    if (status == IVP_OK) r->longest = ivp_max(r->longest, H);
}

static ivp_status fixed_to(radau *r, real *t, real t1, real *y)
{
    while (*t < t1) {
        const real left = t1 - *t, H = r->fixed < left * (1 - R(1e-9)) ? r->fixed : left;
        real est;
        const ivp_status status = attempt(r, *t, H, y, &est);
        if (status) return status;
        *t = H < left ? *t + H : t1;
        accept(r, H, est, y);
    }
    return IVP_OK;
}

ivp_status radau_step(radau *r, real *t, real t1, real *y)
{
    if (r->h <= 0) r->h = (t1 - *t) * R(1e-4);
    for (;;) {
        const real left = t1 - *t, H = clip(r->h, left);
        if (*t + H / 100 <= *t || r->h < collapse * r->longest) return IVP_E_STEP_TOO_SMALL;
        real est = 0;
        const ivp_status status = attempt(r, *t, H, y, &est);
        if (status < 0) return status;
        if (status == IVP_OK) {
            *t = H < left ? *t + H : t1;
            accept(r, H, est, y);
        }
        control(r, status, H, est);
        if (status == IVP_OK) return IVP_OK;
    }
}

ivp_status radau_to(radau *r, real *t, real t1, real *y)
{
    ivp_status status = r->fixed > 0 ? fixed_to(r, t, t1, y) : IVP_OK;
    while (!status && *t < t1) status = radau_step(r, t, t1, y);
    return status;
}
