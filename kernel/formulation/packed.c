/* packed.c -- matrices over a declared pattern for codes of others: packed diagonals, or
 * entries by columns. See model_private.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/linear/band.h"
#include "kernel/linear/narrow.h"
#include "kernel/linear/sparse.h"

static ivp_band band_in(const sparse_pattern *p, const int *place)
{
    ivp_band b = { 0, 0 };
    for (int j = 0; j < p->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++) {
            const int below = place[p->row[e]] - place[j];
            if (below > b.lower) b.lower = below;
            if (-below > b.upper) b.upper = -below;
        }
    return b;
}

/* Codes want unknowns of index 2 and 3 in the order of their index. */
static bool may_be_ordered(const ivp_model *m)
{
    for (int i = 0; i < m->n; i++)
        if (m->index[i] > 1) return false;
    return true;
}

/* An order costs copies of each vector: it must save half of the diagonals. */
static void choose_order(jac_columns *c)
{
    const int n = c->pattern.n;
    const size_t half = (size_t)n;
    int *order = may_be_ordered(c->m) ? malloc((2 * half + 1) * sizeof *order) : NULL;
    if (order && narrow_order(&c->pattern, order)) {
        for (int k = 0; k < n; k++) order[half + (size_t)order[k]] = k;
        const ivp_band band = band_in(&c->pattern, order + half);
        if (2 * (band.lower + band.upper) <= c->band.lower + c->band.upper) {
            c->band = band;
            c->order = order;
            c->place = order + half;
        }
    }
    if (!c->order) free(order);
}

static const jac_columns *ordered(jac_columns *c)
{
    if (!c->ordered) choose_order(c);
    c->ordered = true;
    return c;
}

const int *ivp_order_of(const ivp_model *m)
{
    return m->columns ? ordered(m->columns)->order : NULL;
}

ivp_band ivp_diagonals_of(const ivp_model *m)
{
    return m->columns ? ordered(m->columns)->band : ivp_band_of(m);
}

/* to := a M + b J at the point */
static ivp_status store(ivp_model *m, const ivp_state *at, real a, real b, ivp_mat to)
{
    const jac_columns *c = ordered(m->columns);
    const sparse_pattern *s = &c->pattern;
    const int *place = c->place;
    const ivp_status st =
        jac_columns_at(m->columns, model_inside(m, at->t), at->y, at->yp, NULL);
    for (int j = 0; !st && j < s->n; j++) {
        const int k = place ? place[j] : j;
        const int top = band_top(c->band.upper, k), end = band_end(s->n, c->band.lower, k);
        memset(ivp_at(to, top, k), 0, (size_t)(end - top) * sizeof(real));
        for (int e = s->first[j]; e < s->first[j + 1]; e++) {
            const int i = s->row[e];
            const real of_M = c->M ? c->M[e] : i == j;
            *ivp_at(to, place ? place[i] : i, k) = a * of_M + b * c->J[e];
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
    sparse *s = m->columns ? sparse_create_checked(&m->columns->pattern, false, &by_columns,
                                                   &m->columns->shared->order)
                           : NULL;
    const double bytes = s ? sparse_bytes(s) : 0;
    sparse_destroy(s);
    return bytes;
}
