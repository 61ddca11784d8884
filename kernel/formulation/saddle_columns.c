/* saddle_columns.c -- the whole matrix of a large mechanism's residual by columns, from the parts of a
 * linearisation: column j of K gives those of q_j, of u_j and, of a multiplier, G^T. */
#include <stdlib.h>

#include "kernel/formulation/saddle_shift.h"

static size_t sz(int n) { return (size_t)n; }

static bool make_columns(mech_matrix *k)
{
    const size_t n = sz(2 * k->m->nq + k->m->ng * (k->has_mu ? 2 : 1));
    const size_t entries = (k->has_mu ? 3 : 2) * sz(mech_matrix_entries(k)) + n;
    if (k->columns.first) return true;
    k->columns.n = (int)n;
    k->columns.first = malloc((n + 1) * sizeof *k->columns.first);
    k->columns.row = malloc(entries * sizeof *k->columns.row);
    k->value = malloc((4 * entries + 2 * n) * sizeof *k->value);
    k->by_y = k->value ? k->value + 2 * entries + 2 * n : NULL;
    k->by_yp = k->value ? k->by_y + entries : NULL;
    return k->columns.first && k->columns.row && k->value;
}

static void put(mech_matrix *k, int *end, int row, real by_y, real by_yp)
{
    k->columns.row[*end] = row;
    k->by_y[*end] = by_y;
    k->by_yp[(*end)++] = by_yp;
}

/* q' - u + G^T mu; r; the constraints; and g once more, which G u + g_t of ggl has by u */
static void fill_position(mech_matrix *k, int j, int *end)
{
    const int nq = k->m->nq, first = k->pattern.first[j], last = k->pattern.first[j + 1];
    const real *below = k->part[saddle_is_direct(k) ? PART_G : PART_Q];
    if (!k->has_mu) put(k, end, j, 0, 1);
    for (int e = first; k->has_mu && e < last; e++) {
        const int i = k->pattern.row[e];
        if (i < nq) put(k, end, i, k->part[PART_W][e], i == j);
    }
    for (int e = first; e < last; e++) {
        const int i = k->pattern.row[e];
        put(k, end, nq + i, (i < nq ? k->part[PART_Q] : below)[e], 0);
    }
    for (int e = first; k->has_mu && e < last; e++) {
        const int i = k->pattern.row[e];
        if (i >= nq) put(k, end, nq + k->m->ng + i, k->part[PART_U][e], 0);
    }
}

static void fill_velocity(mech_matrix *k, int j, int *end)
{
    const int nq = k->m->nq;
    put(k, end, j, -1, 0);
    for (int e = k->pattern.first[j]; e < k->pattern.first[j + 1]; e++) {
        const int i = k->pattern.row[e];
        if (i < nq || !saddle_is_direct(k))
            put(k, end, nq + i, k->part[PART_U][e], k->part[PART_M][e]);
    }
}

/* G^T among the rows from `top` on */
static void fill_multiplier(mech_matrix *k, int j, int top, int *end)
{
    for (int e = k->pattern.first[j]; e < k->pattern.first[j + 1]; e++)
        put(k, end, top + k->pattern.row[e], k->part[PART_G][e], 0);
}

ivp_status saddle_columns(mech_matrix *k)
{
    const int nq = k->m->nq, ng = k->m->ng;
    int end = 0;
    if (!make_columns(k)) return IVP_E_NOMEM;
    for (int j = 0; j < k->columns.n; j++) {
        k->columns.first[j] = end;
        if (j < nq)
            fill_position(k, j, &end);
        else if (j < 2 * nq)
            fill_velocity(k, j - nq, &end);
        else if (j < 2 * nq + ng)
            fill_multiplier(k, j - nq, nq, &end);
        else
            fill_multiplier(k, j - nq - ng, 0, &end);
    }
    k->columns.first[k->columns.n] = end;
    return IVP_OK;
}

ivp_status saddle_residual(mech_matrix *k, real c, ivp_columns *out)
{
    const ivp_status st = saddle_columns(k);
    if (st) return st;
    const sparse_pattern *p = &k->columns;
    for (int e = 0; e < p->first[p->n]; e++) k->value[e] = k->by_y[e] + c * k->by_yp[e];
    *out = (ivp_columns){ p->n, k->made, p->first, p->row, k->value };
    return IVP_OK;
}
