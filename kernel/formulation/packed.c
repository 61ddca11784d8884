/* packed.c -- matrices over a declared pattern for codes of others: packed diagonals, or
 * entries by columns. See model_private.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/linear/band.h"
#include "kernel/linear/sparse.h"

ivp_band ivp_diagonals_of(const ivp_model *m)
{
    return m->columns ? m->columns->band : ivp_band_of(m);
}

/* to := a M + b J at the point */
static ivp_status store(ivp_model *m, const ivp_state *at, real a, real b, ivp_mat to)
{
    const jac_columns *c = m->columns;
    const sparse_pattern *s = &c->pattern;
    const ivp_status st =
        jac_columns_at(m->columns, model_inside(m, at->t), at->y, at->yp, NULL);
    for (int j = 0; !st && j < s->n; j++) {
        const int top = band_top(c->band.upper, j), end = band_end(s->n, c->band.lower, j);
        memset(ivp_at(to, top, j), 0, (size_t)(end - top) * sizeof(real));
        for (int e = s->first[j]; e < s->first[j + 1]; e++) {
            const real of_M = c->M ? c->M[e] : s->row[e] == j;
            *ivp_at(to, s->row[e], j) = a * of_M + b * c->J[e];
        }
    }
    return st;
}

ivp_status ivp_rhs_jac_packed(ivp_model *m, real t, const real *y, ivp_mat J)
{
    if (!m->columns) return ivp_rhs_jac(m, t, y, J);
    return store(m, &(ivp_state){ .t = t, .y = y, .yp = y }, 0, 1, J);
}

ivp_status ivp_res_jac_packed(ivp_model *m, real t, const real *y, const real *yp, real c,
                              ivp_mat J)
{
    if (!m->columns) return ivp_res_jac(m, t, y, yp, c, J);
    return store(m, &(ivp_state){ .t = t, .y = y, .yp = yp }, c, -1, J);
}

bool ivp_entries_of(const ivp_model *m, ivp_entries *entries)
{
    if (!m->columns) return false;
    const sparse_pattern *s = &m->columns->pattern;
    *entries = (ivp_entries){ s->n, s->first, s->row };
    return true;
}

ivp_status ivp_res_jac_entries(ivp_model *m, real t, const real *y, const real *yp, real c,
                               real *value)
{
    const jac_columns *k = m->columns;
    const sparse_pattern *s = &k->pattern;
    const ivp_status st = jac_columns_at(m->columns, model_inside(m, t), y, yp, NULL);
    for (int j = 0; !st && j < s->n; j++)
        for (int e = s->first[j]; e < s->first[j + 1]; e++)
            value[e] = c * (k->M ? k->M[e] : s->row[e] == j) - k->J[e];
    return st;
}

double ivp_factors_bytes(const ivp_model *m)
{
    bool by_columns = false;
    sparse *s =
        m->columns ? sparse_create_checked(&m->columns->pattern, false, &by_columns) : NULL;
    const double bytes = s ? sparse_bytes(s) : 0;
    sparse_destroy(s);
    return bytes;
}
