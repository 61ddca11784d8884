/* midpoint.c -- modified midpoint rule without a smoothing step (Gragg; GBS of extrapolate.h).
 *
 *     y_1   = y_0 + h f(t_0, y_0)
 *     y_k+1 = y_k-1 + 2 h f(t_k, y_k),   k = 1 .. n - 1,   h = H/n,   n even
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/basic.h"

#include <stdlib.h>
#include <string.h>

struct midpoint {
    explicit_form form;
    real *store;
    real *before, *at, *f; /* y_k-1, y_k, f(t_k, y_k) */
    real *f0, *y0, t0;     /* the start of the basic step, shared by all columns */
    bool known;
};

midpoint *midpoint_create(const explicit_form *form)
{
    const size_t n = (size_t)form->n;
    midpoint *m = calloc(1, sizeof *m);
    real *store = calloc(5 * n, sizeof *store);
    if (!m || !store) {
        free(m);
        free(store);
        return NULL;
    }
    *m = (midpoint){ .form = *form,
                     .store = store,
                     .before = store,
                     .at = store + n,
                     .f = store + 2 * n,
                     .f0 = store + 3 * n,
                     .y0 = store + 4 * n };
    return m;
}

void midpoint_destroy(midpoint *m)
{
    if (m) free(m->store);
    free(m);
}

static ivp_status begin(midpoint *m, real t, const real *y)
{
    bool same = m->known && t == m->t0;
    for (int i = 0; i < m->form.n && same; i++) same = y[i] == m->y0[i];
    if (same) return IVP_OK;
    memcpy(m->y0, y, (size_t)m->form.n * sizeof *y);
    m->t0 = t;
    const ivp_status status = m->form.f(m->form.context, t, y, m->f0);
    m->known = !status;
    return status;
}

static ivp_status run(void *self, real t, const real *y, real H, int substeps, real *y1)
{
    midpoint *m = self;
    const int n = m->form.n;
    const real h = H / (real)substeps;
    ivp_status status = begin(m, t, y);
    if (status) return status;
    for (int i = 0; i < n; i++) {
        m->before[i] = y[i];
        m->at[i] = y[i] + h * m->f0[i];
    }
    for (int k = 1; k < substeps; k++) {
        status = m->form.f(m->form.context, t + H * ((real)k / (real)substeps), m->at, m->f);
        if (status) return status;
        for (int i = 0; i < n; i++) m->before[i] += 2 * h * m->f[i];
        real *const swap = m->before;
        m->before = m->at;
        m->at = swap;
    }
    memcpy(y1, m->at, (size_t)n * sizeof *y1);
    return IVP_OK;
}

basic_method midpoint_method(midpoint *m) { return (basic_method){ .self = m, .run = run }; }

void midpoint_forget(midpoint *m) { m->known = false; }
