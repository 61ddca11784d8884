/* precondition.c -- see precondition.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/precondition.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"
#include "kernel/problem/cstep.h"

struct ivp_preconditioner {
    jac_columns *columns;
    ivp_precondition_kind kind;
    int width;
    sparse_pattern kept; /* band, block: columns; ilu0: the columns of each row */
    int *from;           /* where an entry of it stands in the whole pattern */
    int *diagonal, *at;  /* ilu0: of each row, its place; of each column, in the present row */
    real *value;
    sparse *factors; /* band, block */
};

static size_t sz(int n) { return (size_t)n; }

/* ---- opening ---------------------------------------------------------------------------- */

static bool keeps(const ivp_preconditioner *p, int i, int j)
{
    if (p->kind == IVP_PRECONDITION_BLOCK) return i / p->width == j / p->width;
    return p->kind == IVP_PRECONDITION_ILU0 || (i - j <= p->width && j - i <= p->width);
}

/* The kept entries, of ilu0 turned: row by row. */
static bool choose(ivp_preconditioner *p)
{
    const sparse_pattern *all = &p->columns->pattern;
    const bool turned = p->kind == IVP_PRECONDITION_ILU0;
    const int n = all->n, entries = p->columns->entries;
    triplets t = { 0 };
    int *entry = malloc((sz(entries) + 1) * sizeof *entry), *map = NULL;
    bool good = entry;
    for (int j = 0; good && j < n; j++)
        for (int e = all->first[j]; good && e < all->first[j + 1]; e++) {
            const int i = all->row[e];
            if (!keeps(p, i, j)) continue;
            entry[t.count] = e;
            good = turned ? triplets_add(&t, j, i) : triplets_add(&t, i, j);
        }
    map = malloc((sz(t.count) + 1) * sizeof *map);
    p->from = malloc((sz(t.count) + 1) * sizeof *p->from);
    p->value = malloc((sz(t.count) + 1) * sizeof *p->value);
    good = good && map && p->from && p->value && triplets_compress(&t, n, &p->kept, map);
    for (int k = 0; good && k < t.count; k++) p->from[map[k]] = entry[k];
    triplets_free(&t);
    free(entry);
    free(map);
    return good;
}

static bool find_rows(ivp_preconditioner *p)
{
    const int n = p->kept.n;
    p->diagonal = malloc((sz(n) + 1) * sizeof *p->diagonal);
    p->at = malloc((sz(n) + 1) * sizeof *p->at);
    if (!p->diagonal || !p->at) return false;
    for (int i = 0; i < n; i++) {
        p->at[i] = -1;
        for (int e = p->kept.first[i]; e < p->kept.first[i + 1]; e++)
            if (p->kept.row[e] == i) p->diagonal[i] = e;
    }
    return true;
}

ivp_status ivp_preconditioner_open(ivp_model *m, ivp_precondition_kind kind, int width,
                                   ivp_preconditioner **out)
{
    ivp_preconditioner *p = *out = calloc(1, sizeof *p);
    if (!p) return IVP_E_NOMEM;
    *p = (ivp_preconditioner){ .columns = m->columns, .kind = kind, .width = width };
    bool good = choose(p);
    if (good && kind == IVP_PRECONDITION_ILU0) good = find_rows(p);
    if (good && kind != IVP_PRECONDITION_ILU0) good = (p->factors = sparse_create(&p->kept));
    if (good) return IVP_OK;
    ivp_preconditioner_close(p);
    *out = NULL;
    return IVP_E_NOMEM;
}

void ivp_preconditioner_close(ivp_preconditioner *p)
{
    if (!p) return;
    sparse_destroy(p->factors);
    pattern_free(&p->kept);
    free(p->from);
    free(p->diagonal);
    free(p->at);
    free(p->value);
    free(p);
}

/* ---- use -------------------------------------------------------------------------------- */

ivp_status ivp_preconditioner_linearise(ivp_preconditioner *p, real t, const real *y,
                                        const real *yp)
{
    return jac_columns_at(p->columns, model_inside(p->columns->m, t), y, yp, NULL);
}

/* Row i minus l times the part of row k behind its diagonal, where row i has entries. */
static void subtract_row(ivp_preconditioner *p, int k, real l)
{
    for (int e = p->diagonal[k] + 1; e < p->kept.first[k + 1]; e++) {
        const int at = p->at[p->kept.row[e]];
        if (at >= 0) p->value[at] -= l * p->value[e];
    }
}

/* The place of (k, j) among the entries of row k behind its diagonal, or -1 */
static int find_behind(const ivp_preconditioner *p, int k, int j)
{
    int low = p->diagonal[k] + 1, high = p->kept.first[k + 1];
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (p->kept.row[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->kept.first[k + 1] && p->kept.row[low] == j ? low : -1;
}

/* The same as subtract_row() for a row k that is long, entry by entry of row i from e on. If
 * all rows walked through a row that is full, the time would be the square of n. */
static void subtract_long_row(ivp_preconditioner *p, int i, int e, int k, real l)
{
    for (; e < p->kept.first[i + 1]; e++) {
        const int place = find_behind(p, k, p->kept.row[e]);
        if (place >= 0) p->value[e] -= l * p->value[place];
    }
}

static bool is_long(const ivp_preconditioner *p, int k, int entries)
{
    enum { STEPS_OF_A_SEARCH = 16 };
    return p->kept.first[k + 1] - p->diagonal[k] > STEPS_OF_A_SEARCH * entries;
}

static ivp_status factor_ilu0(ivp_preconditioner *p)
{
    const sparse_pattern *rows = &p->kept;
    for (int i = 0; i < rows->n; i++) {
        const int first = rows->first[i], end = rows->first[i + 1];
        for (int e = first; e < end; e++) p->at[rows->row[e]] = e;
        for (int e = first; e < p->diagonal[i]; e++) {
            const int k = rows->row[e];
            p->value[e] /= p->value[p->diagonal[k]];
            if (is_long(p, k, end - e))
                subtract_long_row(p, i, e + 1, k, p->value[e]);
            else
                subtract_row(p, k, p->value[e]);
        }
        for (int e = first; e < end; e++) p->at[rows->row[e]] = -1;
        const real pivot = p->value[p->diagonal[i]];
        if (pivot == 0 || !ivp_finite(pivot)) return IVP_SINGULAR;
    }
    return IVP_OK;
}

ivp_status ivp_preconditioner_factor(ivp_preconditioner *p, real a, real b)
{
    const jac_columns *c = p->columns;
    const sparse_pattern *kept = &p->kept;
    for (int j = 0; j < kept->n; j++)
        for (int e = kept->first[j]; e < kept->first[j + 1]; e++) {
            const int from = p->from[e];
            const real M = c->M ? c->M[from] : (real)(kept->row[e] == j);
            p->value[e] = a * M - b * c->J[from];
        }
    c->m->count[IVP_N_LU]++;
    return p->factors ? sparse_factor(p->factors, p->value) : factor_ilu0(p);
}

static void solve_ilu0(const ivp_preconditioner *p, real *x)
{
    const sparse_pattern *rows = &p->kept;
    for (int i = 0; i < rows->n; i++)
        for (int e = rows->first[i]; e < p->diagonal[i]; e++)
            x[i] -= p->value[e] * x[rows->row[e]];
    for (int i = rows->n - 1; i >= 0; i--) {
        for (int e = p->diagonal[i] + 1; e < rows->first[i + 1]; e++)
            x[i] -= p->value[e] * x[rows->row[e]];
        x[i] /= p->value[p->diagonal[i]];
    }
}

void ivp_preconditioner_solve(ivp_preconditioner *p, real *x)
{
    p->columns->m->count[IVP_N_SOLVE]++;
    if (p->factors)
        sparse_solve(p->factors, x);
    else
        solve_ilu0(p, x);
}

/* ---- products --------------------------------------------------------------------------- */

static ivp_status checked(ivp_status st, const ivp_model *m, const real *x)
{
    return st || vec_finite(x, sz(m->n)) ? st : IVP_DOMAIN;
}

ivp_status ivp_rhs_along(ivp_model *m, real t, const real *y, const real *v, real *Jv)
{
    real *direction = view_point(m, model_inside(m, t), y, NULL);
    memcpy(direction + 1, v, sz(m->n) * sizeof *v);
    m->count[IVP_N_JAC_EVALS]++;
    return checked(cstep_f(m->instance->twin, m->point, direction, Jv), m, Jv);
}

/* Jv += (d(M y')/dy + c M) v */
static ivp_status along_mass(ivp_model *m, real t, const real *y, const real *yp, real c,
                             const real *v, real *Jv)
{
    const size_t n = sz(m->n);
    ivp_status st = IVP_OK;
    if (m->instance->problem->ode.mass_varies) {
        real *direction = view_point(m, t, y, yp);
        memcpy(direction + 1, v, n * sizeof *v);
        st = linear_step(m, m->work);
        for (size_t k = 0; k < n; k++) Jv[k] += m->work[k];
    }
    if (!st) st = linear_mass(m, t, y);
    for (size_t k = 0; k < n; k++) m->work[k] = c * v[k];
    if (!st) linear_add(m, m->work, Jv);
    return st;
}

/* Of F = M y' - f or y' - f */
static ivp_status along_f(ivp_model *m, real t, const real *y, const real *yp, real c,
                          const real *v, real *Jv)
{
    const ivp_status st = ivp_rhs_along(m, t, y, v, Jv);
    for (int k = 0; k < m->n; k++) Jv[k] = m->mass ? -Jv[k] : c * v[k] - Jv[k];
    return st || !m->mass ? st : along_mass(m, model_inside(m, t), y, yp, c, v, Jv);
}

ivp_status ivp_res_along(ivp_model *m, real t, const real *y, const real *yp, real c,
                         const real *v, real *Jv)
{
    const size_t n = sz(m->n);
    if (m->instance->problem->form != IVP_DAE) return along_f(m, t, y, yp, c, v, Jv);
    real *direction = view_point(m, model_inside(m, t), y, yp);
    memcpy(direction + 1, v, n * sizeof *v);
    for (size_t k = 0; k < n; k++) direction[1 + n + k] = c * v[k];
    m->count[IVP_N_JAC_EVALS]++;
    return checked(cstep_F(m->instance->twin, m->point, direction, Jv), m, Jv);
}
