/* linear.c -- problems of form M(t, y) y' = f(t, y): M, the residual and its matrix.
 *
 *     F = M y' - f
 *     J = d(M y' - f)/dy + c M
 *
 * M is kept as the problem is structured: by columns over a declared pattern (jac_columns.h),
 * as packed diagonals, or full and walked from the first to the last nonzero row of a column.
 * A constant one is evaluated once after model_begin().
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/linear/band.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/pack.h"
#include "kernel/linear/rank.h"
#include "kernel/problem/cstep.h"

struct mass {
    ivp_mass_kind kind;
    bool known;   /* constant and evaluated */
    bool columns; /* m->columns->M has it */
    taped hand;   /* as the problem writes it, where it may be sparse; sheet NULL: M has it */
    ivp_mat M;    /* full or packed, reals numbers from `begin` */
    real *begin;
    size_t reals;
    int *first, *end; /* rows of each column; none where first = end */
    real *f;          /* n */
    real store[];
};

static size_t sz(int n) { return (size_t)n; }

/* to += x times column j. In line: small matrices are added in each step. */
INLINED void add_column(const ivp_model *m, int j, real x, real *to)
{
    const mass *a = m->mass;
    if (a->columns) {
        const sparse_pattern *p = &m->columns->pattern;
        const real *M = m->columns->M;
        for (int e = p->first[j]; e < p->first[j + 1]; e++) to[p->row[e]] += M[e] * x;
        return;
    }
    const real *column = ivp_at(a->M, 0, j);
    for (int i = a->first[j]; i < a->end[j]; i++) to[i] += column[i] * x;
}

void linear_add_matrix(const ivp_model *m, real x, ivp_mat to)
{
    for (int j = 0; j < m->n; j++) add_column(m, j, x, ivp_at(to, 0, j));
}

void linear_add(const ivp_model *m, const real *x, real *y)
{
    for (int j = 0; j < m->n; j++) add_column(m, j, x[j], y);
}

/* ---- opening ---------------------------------------------------------------------------- */

/* Of a matrix of moderate size its rank is found with full pivoting. */
enum { MODERATE = 512 };

static ivp_status of_full(const ivp_model *m, bool *regular)
{
    const int n = m->n;
    real *copy = calloc(sz(n) * sz(n), sizeof *copy);
    if (!copy) return IVP_E_NOMEM;
    const ivp_mat C = { n, n, n, copy };
    linear_add_matrix(m, 1, C);
    *regular = rank_of(C) == n;
    free(copy);
    return IVP_OK;
}

static ivp_status of_band(const ivp_model *m, bool *regular)
{
    const ivp_band b = ivp_band_of(m);
    const size_t reals = band_reals(m->n, b.lower, b.upper + b.lower);
    real *copy = calloc(reals + sz(m->n), sizeof *copy);
    if (!copy) return IVP_E_NOMEM;
    const ivp_mat C = band_view(m->n, b.lower, b.upper + b.lower, copy);
    linear_add_matrix(m, 1, C);
    *regular = !band_factor(C, b.lower, b.upper, (int *)(copy + reals));
    free(copy);
    return IVP_OK;
}

static ivp_status of_columns(const ivp_model *m, bool *regular)
{
    sparse *s = sparse_create(&m->columns->pattern);
    if (!s) return IVP_E_NOMEM;
    const ivp_status st = sparse_factor(s, m->columns->M);
    sparse_destroy(s);
    *regular = !st;
    return st > 0 ? IVP_OK : st;
}

static ivp_status classify(ivp_model *m)
{
    mass *a = m->mass;
    a->kind = IVP_MASS_VARIES;
    if (m->instance->problem->ode.mass_varies || m->view != IVP_LINEAR) return IVP_OK;
    bool regular = false;
    ivp_status st = linear_mass(m, (real)m->instance->t0, m->instance->start);
    if (!st)
        st = (m->n > MODERATE && a->columns       ? of_columns
              : m->n > MODERATE && a->M.ld < m->n ? of_band
                                                  : of_full)(m, &regular);
    a->kind = regular ? IVP_MASS_REGULAR : IVP_MASS_SINGULAR;
    return st;
}

/* The numbers of M, as it is kept unless that is by columns alone. */
static void lay_out(mass *a, const ivp_model *m)
{
    const ivp_band b = ivp_band_of(m);
    const int n = m->n;
    const bool packed = b.lower + b.upper + 1 < n;
    a->reals = a->hand.sheet ? 0 : packed ? band_reals(n, b.lower, b.upper) : sz(n) * sz(n);
    a->begin = a->store;
    a->M = packed ? band_view(n, b.lower, b.upper, a->store) : (ivp_mat){ n, n, n, a->store };
    a->f = a->store + a->reals;
    a->first = (void *)(a->f + n);
    a->end = a->first + n;
}

ivp_status linear_open(ivp_model *m)
{
    const size_t n = sz(m->n);
    mass head = { .columns = m->columns };
    if (m->columns && m->instance->problem->sparse &&
        !taped_open(&head.hand, &m->columns->pattern))
        return IVP_E_NOMEM;
    lay_out(&head, m);
    mass *a = m->mass =
        calloc(1, sizeof *a + (head.reals + n) * sizeof(real) + 2 * n * sizeof(int));
    if (!a) {
        taped_close(&head.hand);
        return IVP_E_NOMEM;
    }
    *a = head;
    lay_out(a, m);
    return classify(m);
}

void linear_close(ivp_model *m)
{
    if (m->mass) taped_close(&m->mass->hand);
    free(m->mass);
}

void linear_begin(ivp_model *m) { m->mass->known = false; }

/* ---- the matrix ------------------------------------------------------------------------- */

/* The rows of each column that are not zero, among those that may be written. */
static void measure(const ivp_model *m)
{
    mass *a = m->mass;
    for (int j = 0; j < m->n; j++) {
        const real *column = ivp_at(a->M, 0, j);
        int first = view_top(m, a->M, j), end = view_end(m, a->M, j);
        while (first < end && column[first] == 0) first++;
        while (end > first && column[end - 1] == 0) end--;
        a->first[j] = first;
        a->end[j] = end;
    }
}

/* Written sparse. */
static ivp_status write_taped(ivp_model *m, const ivp_state *s)
{
    const instance *i = m->instance;
    taped *hand = &m->mass->hand;
    ivp_status st = IVP_OK;
    ivp_mat M;
    for (bool again = true; again && !st;) {
        if (!taped_begin(hand, &M)) return IVP_E_NOMEM;
        st = i->problem->ode.mass(s, M, i->p);
        again = taped_again(hand, &st);
    }
    if (!st) st = taped_values(hand, m->columns->M);
    if (st == IVP_E_INVALID)
        ivp_reason(m, "M has an entry outside the pattern that the problem declares: .pattern "
                      "must name it");
    return st;
}

/* Full or packed, and from there by columns. */
static ivp_status write_matrix(ivp_model *m, const ivp_state *s)
{
    const instance *i = m->instance;
    mass *a = m->mass;
    memset(a->begin, 0, a->reals * sizeof(real));
    const ivp_status st = i->problem->ode.mass(s, a->M, i->p);
    if (st) return st;
    measure(m);
    const sparse_pattern *p = a->columns ? &m->columns->pattern : NULL;
    for (int j = 0; p && j < m->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++)
            m->columns->M[e] = *ivp_at(a->M, p->row[e], j);
    return IVP_OK;
}

ivp_status linear_mass(ivp_model *m, real t, const real *y)
{
    mass *a = m->mass;
    if (a->known) return IVP_OK;
    const ivp_state s = { .t = t, .y = y };
    m->count[IVP_N_MASS]++;
    const ivp_status st = a->hand.sheet ? write_taped(m, &s) : write_matrix(m, &s);
    if (st) return st;
    const bool finite = a->hand.sheet ? vec_finite(m->columns->M, sz(m->columns->entries))
                                      : vec_finite(a->begin, a->reals);
    if (!finite) return IVP_DOMAIN;
    a->known = !m->instance->problem->ode.mass_varies;
    return IVP_OK;
}

/* ---- what a solver calls ---------------------------------------------------------------- */

ivp_mass_kind ivp_mass_of(const ivp_model *m)
{
    return m->view == IVP_LINEAR ? m->mass->kind : IVP_MASS_ONE;
}

ivp_status ivp_mass(ivp_model *m, real t, const real *y, ivp_mat M)
{
    const bool one = m->view != IVP_LINEAR;
    const ivp_status st = one ? IVP_OK : linear_mass(m, model_inside(m, t), y);
    for (int j = 0; !st && j < m->n; j++) {
        for (int i = view_top(m, M, j); i < view_end(m, M, j); i++) *ivp_at(M, i, j) = 0;
        if (one) *ivp_at(M, j, j) = 1;
    }
    if (!st && !one) linear_add_matrix(m, 1, M);
    return st;
}

ivp_status ivp_mass_times(ivp_model *m, real t, const real *y, const real *x, real *Mx)
{
    if (m->view != IVP_LINEAR) {
        memcpy(Mx, x, sz(m->n) * sizeof *Mx);
        return IVP_OK;
    }
    const ivp_status st = linear_mass(m, model_inside(m, t), y);
    memset(Mx, 0, sz(m->n) * sizeof *Mx);
    if (!st) linear_add(m, x, Mx);
    return st;
}

/* ---- residual and derivatives ----------------------------------------------------------- */

ivp_status linear_res(ivp_model *m, real t, const real *y, const real *yp, real *F)
{
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y };
    m->count[IVP_N_F]++;
    ivp_status st = i->problem->ode.f(&s, F, i->p);
    noise_add(&m->noise, F, m->n);
    if (!st) st = linear_mass(m, t, y);
    for (int k = 0; k < m->n; k++) F[k] = -F[k];
    if (!st) linear_add(m, yp, F);
    return st;
}

/* The derivatives of the slots of a sparse M, times x, into d. */
static ivp_status along_slots(ivp_model *m, const real *direction, const real *x, real *d)
{
    const tape_sheet *sheet = m->mass->hand.sheet;
    real *dM;
    const ivp_status st =
        cstep_mass_taped(m->instance->twin, m->point, direction, m->mass->hand.sheet, &dM);
    for (int k = 0; !st && k < sheet->slots; k++) d[sheet->row[k]] += dM[k] * x[sheet->col[k]];
    return st;
}

ivp_status linear_step(ivp_model *m, real *d)
{
    mass *a = m->mass;
    const int n = m->n;
    const real *yp = m->point + 1 + n, *direction = yp + n;
    m->count[IVP_N_JAC_EVALS]++;
    memset(d, 0, sz(n) * sizeof *d);
    if (a->hand.sheet) return along_slots(m, direction, yp, d);
    const bool packed = a->M.ld < n;
    const int upper = packed ? ivp_band_of(m).upper : 0;
    const ivp_status st =
        cstep_mass(m->instance->twin, m->point, direction, a->M.ld, upper, a->begin);
    if (!st && !packed) mat_multiply_add(a->M, yp, d);
    for (int j = 0; packed && !st && j < n; j++) {
        const real *column = ivp_at(a->M, 0, j);
        for (int i = view_top(m, a->M, j); i < view_end(m, a->M, j); i++)
            d[i] += column[i] * yp[j];
    }
    return st;
}

ivp_status linear_along(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                        real *ft)
{
    if (!m->instance->problem->ode.mass_varies) return IVP_OK;
    const ivp_band band = ivp_band_of(m);
    real *d = m->mass->f, *direction = view_point(m, t, y, yp);
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < m->n; j++) {
        direction[1 + j] = 1;
        st = linear_step(m, d);
        direction[1 + j] = 0;
        for (int i = band_top(band.upper, j); i < band_end(m->n, band.lower, j); i++)
            *ivp_at(J, i, j) -= d[i];
    }
    direction[0] = 1;
    if (!st && ft) st = linear_step(m, d);
    for (int k = 0; !st && ft && k < m->n; k++) ft[k] -= d[k];
    return st;
}

ivp_status linear_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                          ivp_mat J)
{
    ivp_status st = view_ode_jac(m, t, y, J);
    if (!st) st = linear_along(m, t, y, yp, J, NULL);
    view_negate(m, J);
    if (!st) st = linear_mass(m, t, y);
    if (!st) linear_add_matrix(m, c, J);
    return st;
}
