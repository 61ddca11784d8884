/* extrapolate.c -- the tableau, its error and the control of the basic step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/extrapolate.h"

#include <stdlib.h>
#include <string.h>

#include "reference/integrators/clip.h"

enum { MOST_SHRINKS = 50 };
static const real collapse = R(1e-10), forgets = R(0.95);

const family family_gbs = {
    .name = "gbs", .columns = 12, .first = 2, .stride = 2, .power = 2, .amplification = R(3e3)
};
const family family_iex = {
    .name = "iex", .columns = 16, .first = 6, .stride = 1, .power = 1, .amplification = R(1e10)
};
const family family_iex_wide = { .name = "iex_wide",
                                 .columns = 16,
                                 .first = 6,
                                 .stride = 6,
                                 .power = 1,
                                 .amplification = R(7e7) };

real family_least_tol(const family *f) { return 100 * f->amplification * R(1e-33); }

extrapolation *extrapolation_create(const family *f, const basic_method *basic, int n, real tol)
{
    extrapolation *e = calloc(1, sizeof *e);
    real *store = calloc((size_t)n * (size_t)(f->columns + 2), sizeof *store);
    if (!e || !store) {
        free(e);
        free(store);
        return NULL;
    }
    *e = (extrapolation){ .family = f,
                          .basic = *basic,
                          .n = n,
                          .tol = tol,
                          .peak = store,
                          .trial = store + n,
                          .table = store + 2 * (size_t)n };
    return e;
}

void extrapolation_destroy(extrapolation *e)
{
    if (e) free(e->peak);
    free(e);
}

static int substeps(const family *f, int j) { return f->first + j * f->stride; }

static real ratio(const family *f, int j, int k)
{
    const real r = (real)substeps(f, j) / (real)substeps(f, j - k);
    return f->power == 2 ? r * r : r;
}

/* Row j (from 0) of the tableau replaces row j - 1: entry k of component i is table[k n + i].
 * T_j1 arrives in trial, T_jj leaves there; the difference to T_j,j-1 in the last row. */
static void extend(extrapolation *e, int j)
{
    for (int i = 0; i < e->n; i++) {
        real up = e->trial[i]; /* T_j,k+1, from the left */
        for (int k = 0; k < j; k++) {
            real *entry = &e->table[(size_t)k * (size_t)e->n + (size_t)i];
            const real previous = *entry; /* T_j-1,k+1 */
            *entry = up;
            up += (up - previous) / (ratio(e->family, j, k + 1) - 1);
        }
        e->table[(size_t)j * (size_t)e->n + (size_t)i] = up;
        e->trial[i] = up;
    }
}

/* What a component counts as at least: 1e-6 of its peak, and 1e-4. With weights their 1e-4
 * part. */
static real least_size(const extrapolation *e, int i)
{
    return e->weight ? R(1e-4) * (real)e->weight[i] : ivp_max(R(1e-6) * e->peak[i], R(1e-4));
}

/* Largest |T_jj - T_j,j-1| relative to the component. */
static real error(const extrapolation *e, const real *y, int j)
{
    const real *last = &e->table[(size_t)j * (size_t)e->n], *before = last - e->n;
    real worst = 0;
    for (int i = 0; i < e->n; i++) {
        if (!ivp_finite(last[i])) return INFINITY;
        if (e->counted && !e->counted[i]) continue;
        const real size = ivp_max(ivp_abs(y[i]), ivp_abs(last[i]));
        worst = ivp_max(worst, ivp_abs(last[i] - before[i]) / ivp_max(size, least_size(e, i)));
    }
    return worst;
}

/* Columns until one is good enough. *growth: factor for the next step. */
static ivp_status attempt(extrapolation *e, real t, const real *y, real H, real *growth)
{
    const family *f = e->family;
    real err = INFINITY;
    for (int j = 0; j < f->columns; j++) {
        const ivp_status status =
            e->basic.run(e->basic.self, t, y, H, substeps(f, j), e->trial);
        if (status) return status;
        extend(e, j);
        if (j < 2) continue;
        err = error(e, y, j);
        const int power = f->power * j + 1; /* j counts from 0 */
        *growth = err > 0 ? R(0.9) * pow(e->tol / err, 1 / (real)power) : 4;
        const real spare = 1 + (real)(f->columns - 1 - j) / 4; /* columns not needed: longer */
        *growth = ivp_min(ivp_max(*growth, err <= e->tol ? spare * R(0.9) : 0), 4);
        if (err <= e->tol) return IVP_OK;
        if (!isfinite(err)) return IVP_DOMAIN;
    }
    return IVP_ERROR_TEST;
}

static void accept(extrapolation *e, real *y)
{
    memcpy(y, e->trial, (size_t)e->n * sizeof *y);
    for (int i = 0; i < e->n; i++) e->peak[i] = ivp_max(e->peak[i], ivp_abs(y[i]));
    e->accepted++;
}

/* Ten decades lost by successive steps, or against the longest one of some fifty attempts. */
static bool collapses(extrapolation *e, real H, bool accepted)
{
    if (e->shrunk == 0) e->longest = H;
    e->shrunk = e->h < H ? e->shrunk + 1 : 0;
    e->recent *= forgets;
    if (accepted) e->recent = ivp_max(e->recent, H);
    return e->h < collapse * e->recent ||
           (e->shrunk > MOST_SHRINKS && e->h < collapse * e->longest);
}

ivp_status extrapolation_step(extrapolation *e, real *t, real t1, real *y)
{
    if (e->tol < family_least_tol(e->family)) return IVP_E_INVALID;
    if (e->h <= 0) e->h = (t1 - *t) * R(1e-6);
    for (;;) {
        const real left = t1 - *t, H = clip(e->h, left);
        if (*t + H / 100 <= *t) return IVP_E_STEP_TOO_SMALL;
        real growth = R(0.25);
        const ivp_status status = attempt(e, *t, y, H, &growth);
        if (status < 0) return status;
        if (status == IVP_OK) {
            *t = H < left ? *t + H : t1;
            accept(e, y);
            e->h = H < e->h ? ivp_max(e->h, growth * H) : growth * H;
        } else {
            e->h = H * (status == IVP_ERROR_TEST ? ivp_min(ivp_max(growth, R(0.1)), R(0.8))
                                                 : R(0.25));
            e->rejected++;
            e->obstacle = status;
        }
        if (collapses(e, H, status == IVP_OK)) return IVP_E_STEP_TOO_SMALL;
        if (status == IVP_OK) return IVP_OK;
    }
}

ivp_status extrapolation_to(extrapolation *e, real *t, real t1, real *y)
{
    ivp_status status = IVP_OK;
    while (!status && *t < t1) status = extrapolation_step(e, t, t1, y);
    return status;
}
