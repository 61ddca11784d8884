/* saddle_columns.c -- the whole matrix of a large mechanism's residual by columns, from the
 * parts of a linearisation: column j of K gives those of q_j, of u_j and, of a multiplier, G^T.
 * Also the block of the coordinates alone, for steps with known multipliers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

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
    k->value = malloc(((k->has_mu ? 4 : 1) * entries + 2 * n) * sizeof *k->value);
    k->by_y = k->value && k->has_mu ? k->value + 2 * entries + 2 * n : NULL;
    k->by_yp = k->by_y ? k->by_y + entries : NULL;
    return k->columns.first && k->columns.row && k->value;
}

/* Where the next entry is written: dF/dy + c dF/dy', or both apart. Rows where they are not
 * laid yet. */
typedef struct cursor {
    const mech_matrix *k;
    int end;
    real c;
    bool apart, lay;
} cursor;

static void put(cursor *to, int row, real by_y, real by_yp)
{
    const mech_matrix *k = to->k;
    const int at = to->end++;
    k->columns.row[at] = row;
    if (!to->apart) {
        k->value[at] = by_y + to->c * by_yp;
        return;
    }
    k->by_y[at] = by_y;
    k->by_yp[at] = by_yp;
}

static void put_sum(real *to, int n, const real *y, real c, const real *yp)
{
    for (int e = 0; e < n; e++) to[e] = y[e] + c * yp[e];
}

/* Entries first .. last - 1 of K, `top` rows further down: of dF/dy those of the part y, of
 * dF/dy' those of yp; NULL: none. */
static void put_part(cursor *to, int first, int last, int top, const real *y, const real *yp)
{
    const mech_matrix *k = to->k;
    const int n = last - first, at = to->end;
    const size_t bytes = sz(n) * sizeof(real);
    for (int e = 0; to->lay && e < n; e++)
        k->columns.row[at + e] = top + k->pattern.row[first + e];
    to->end += n;
    if (!to->apart && yp) {
        put_sum(k->value + at, n, y + first, to->c, yp + first);
        return;
    }
    memcpy((to->apart ? k->by_y : k->value) + at, y + first, bytes);
    if (!to->apart) return;
    if (yp)
        memcpy(k->by_yp + at, yp + first, bytes);
    else
        memset(k->by_yp + at, 0, bytes);
}

/* Where the rows of constraints begin in column j, which are the last ones. */
static int constraints_of(const mech_matrix *k, int j)
{
    int e = k->pattern.first[j + 1];
    while (e > k->pattern.first[j] && k->pattern.row[e - 1] >= k->m->nq) e--;
    return e;
}

/* q' - u + G^T mu; r; the constraints; and g once more, which G u + g_t of ggl has by u */
static void fill_position(cursor *to, int j)
{
    const mech_matrix *k = to->k;
    const int nq = k->m->nq, first = k->pattern.first[j], last = k->pattern.first[j + 1];
    const int below = constraints_of(k, j);
    if (!k->has_mu) put(to, j, 0, 1);
    for (int e = first; k->has_mu && e < below; e++)
        put(to, k->pattern.row[e], k->part[PART_W][e], k->pattern.row[e] == j);
    put_part(to, first, below, nq, k->part[PART_Q], NULL);
    put_part(to, below, last, nq, k->part[saddle_is_direct(k) ? PART_G : PART_Q], NULL);
    if (k->has_mu) put_part(to, below, last, nq + k->m->ng, k->part[PART_U], NULL);
}

static void fill_velocity(cursor *to, int j)
{
    const mech_matrix *k = to->k;
    const int last = saddle_is_direct(k) ? constraints_of(k, j) : k->pattern.first[j + 1];
    put(to, j, -1, 0);
    put_part(to, k->pattern.first[j], last, k->m->nq, k->part[PART_U], k->part[PART_M]);
}

/* G^T, or what stands for it, among the rows from `top` on */
static void fill_multiplier(cursor *to, int j, int top, int part)
{
    const mech_matrix *k = to->k;
    put_part(to, k->pattern.first[j], k->pattern.first[j + 1], top, k->part[part], NULL);
}

static void fill(cursor *to, int j)
{
    const int nq = to->k->m->nq, ng = to->k->m->ng;
    if (j < nq)
        fill_position(to, j);
    else if (j < 2 * nq)
        fill_velocity(to, j - nq);
    else if (j < 2 * nq + ng)
        fill_multiplier(to, j - nq, nq, PART_G);
    else
        fill_multiplier(to, j - nq - ng, 0, PART_P);
}

static ivp_status write(mech_matrix *k, bool apart, real c)
{
    if (!make_columns(k)) return IVP_E_NOMEM;
    const rows_laid laid = saddle_is_direct(k) ? LAID_DIRECT : LAID_DIFFERENTIATED;
    cursor to = { k, 0, c, apart, k->laid != laid };
    for (int j = 0; j < k->columns.n; j++) {
        k->columns.first[j] = to.end;
        fill(&to, j);
    }
    k->columns.first[k->columns.n] = to.end;
    k->laid = laid;
    return IVP_OK;
}

ivp_status saddle_columns(mech_matrix *k)
{
    const ivp_status st = k->apart ? IVP_OK : write(k, true, 0);
    k->apart = !st;
    return st;
}

ivp_status saddle_residual(mech_matrix *k, real c, sparse_columns *out)
{
    const ivp_status st = write(k, false, c);
    const sparse_pattern *p = &k->columns;
    *out = (sparse_columns){ p->n, k->made, p->first, p->row, k->value };
    return st;
}

/* ---- coordinates alone ------------------------------------------------------------------- */

/* The pattern without what belongs to multipliers; what lies where in it. */
static void cut(mech_matrix *k)
{
    const sparse_pattern *all = &k->pattern;
    sparse_pattern *p = &k->free.pattern;
    int entries = 0;
    p->n = k->m->nq;
    for (int j = 0; j < p->n; j++) {
        p->first[j] = entries;
        for (int e = all->first[j]; e < all->first[j + 1]; e++) {
            if (all->row[e] >= p->n) continue;
            p->row[entries] = all->row[e];
            k->free.from[entries++] = e;
        }
    }
    p->first[p->n] = entries;
}

static ivp_status make(mech_matrix *k)
{
    const size_t most = (size_t)mech_matrix_entries(k) + 1;
    if (k->free.factors) return IVP_OK;
    k->free.pattern.first = malloc(((size_t)k->m->nq + 1) * sizeof(int));
    k->free.pattern.row = malloc(most * sizeof(int));
    k->free.from = malloc(most * sizeof(int));
    k->free.values = malloc(most * sizeof(real));
    const bool good = k->free.pattern.first && k->free.pattern.row && k->free.from;
    if (!good || !k->free.values) return IVP_E_NOMEM;
    cut(k);
    k->free.factors = sparse_create_least(&k->free.pattern, &k->free.by_columns);
    return k->free.factors ? IVP_OK : IVP_SINGULAR;
}

ivp_status saddle_factor_free(mech_matrix *k, ivp_mat M, const ivp_state *at, real kq, real ku)
{
    ivp_status st = mech_matrix_forces(k, at, kq, ku);
    if (!st) st = make(k);
    if (st) return st;
    mech_matrix_add_mass(k, M, 1);
    const int entries = k->free.pattern.first[k->m->nq];
    for (int e = 0; e < entries; e++) k->free.values[e] = k->values[k->free.from[e]];
    return sparse_factor(k->free.factors, k->free.values);
}
