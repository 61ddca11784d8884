/* pencil.c -- M and J at a point, and factors of matrices a M - b J, in the problem's
 * structure: full, banded, or sparse if that saves work. Large mechanisms do not form J.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/pencil_columns.h"
#include "kernel/formulation/pencil_mech.h"
#include "kernel/linear/band.h"
#include "kernel/linear/ldu.h"
#include "kernel/linear/mat.h"

typedef struct factors {
    ivp_mat W;
    real *d; /* n, where it is full */
    int *pivots;
} factors;

struct ivp_pencil {
    ivp_model *m;
    int n; /* of full or banded matrices, 0: there are none */
    ivp_band band;
    bool banded;
    ivp_mat J, M; /* M: where it varies */
    size_t reals; /* of J, of M and, with `fill` diagonals more, of each W */
    real *begin;  /* of J */
    factors *w;
    pencil_columns *columns; /* over a declared pattern, in place of all matrices */
    pencil_mech *mech;       /* of a large mechanism, likewise; both NULL: these */
    real store[];
};

static size_t sz(int n) { return (size_t)n; }

/* ---- opening ---------------------------------------------------------------------------- */

static size_t reals_of(const ivp_pencil *p, int fill)
{
    return p->banded ? band_reals(p->n, p->band.lower, p->band.upper + fill)
                     : sz(p->n) * sz(p->n);
}

static ivp_mat view_of(const ivp_pencil *p, int fill, real *at)
{
    return p->banded ? band_view(p->n, p->band.lower, p->band.upper + fill, at)
                     : (ivp_mat){ p->n, p->n, p->n, at };
}

static void carve(ivp_pencil *p, int count)
{
    real *at = p->begin = p->store;
    p->J = view_of(p, 0, at);
    at += p->reals;
    p->M = view_of(p, 0, at);
    at += p->reals;
    p->w = (factors *)(at + sz(count) * (reals_of(p, p->band.lower) + sz(p->n)));
    int *pivots = (int *)(p->w + count);
    for (int k = 0; k < count; k++) {
        p->w[k] =
            (factors){ view_of(p, p->band.lower, at), at + reals_of(p, p->band.lower), pivots };
        at += reals_of(p, p->band.lower) + sz(p->n);
        pivots += p->n;
    }
}

static void pencil_close(ivp_pencil *p)
{
    if (p) pencil_columns_close(p->columns);
    if (p) pencil_mech_close(p->mech);
    free(p);
}

/* A run or a piece of it begins. */
static void pencil_begin(ivp_pencil *p)
{
    if (p->columns) pencil_columns_begin(p->columns);
    if (p->mech) pencil_mech_begin(p->mech);
}

/* The pencil with its full or banded matrices; without any, as `head` says. */
static ivp_pencil *allocate(const ivp_pencil *head, int count)
{
    if (!head->n) count = 0;
    const size_t n = sz(head->n), each = reals_of(head, head->band.lower) + n;
    const size_t reals = 2 * head->reals + sz(count) * each;
    ivp_pencil *p = calloc(1, sizeof *p + reals * sizeof(real) +
                                  sz(count) * (sizeof(factors) + n * sizeof(int)));
    if (!p) return NULL;
    *p = *head;
    carve(p, count);
    return p;
}

static bool is_band(ivp_band b, int n) { return 2 * b.lower + b.upper + 1 < n; }

bool pencil_is_full(const ivp_model *m)
{
    return !m->columns && !ivp_is_sparse(m) && !is_band(ivp_band_of(m), m->n);
}

ivp_status ivp_pencil_open(ivp_model *m, int count, ivp_pencil **out)
{
    const ivp_band band = ivp_band_of(m);
    ivp_pencil head = { .m = m, .n = m->n, .band = band };
    ivp_status st = pencil_mech_open(m, count, &head.mech);
    if (!st && m->columns) st = pencil_columns_open(m->columns, count, &head.columns);
    if (st) return st;
    if (head.mech || head.columns) head.n = 0;
    head.banded = is_band(band, head.n);
    if (head.n && !head.banded && ivp_refuses_full(m)) return IVP_E_DECLINED;
    head.reals = reals_of(&head, 0);
    ivp_pencil *p = allocate(&head, count);
    if (!p) {
        pencil_mech_close(head.mech);
        pencil_columns_close(head.columns);
        return IVP_E_NOMEM;
    }
    pencil_close(m->pencil);
    m->close_pencil = pencil_close;
    m->begin_pencil = pencil_begin;
    *out = m->pencil = p;
    return IVP_OK;
}

/* ---- matrices of a point ---------------------------------------------------------------- */

/* What is inside of the diagonals, from the model's dense matrix. */
static void keep_mass(ivp_pencil *p)
{
    memset(p->begin + p->reals, 0, p->reals * sizeof(real));
    linear_add_matrix(p->m, 1, p->M);
}

ivp_status ivp_pencil_linearise(ivp_pencil *p, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = p->m;
    t = model_inside(m, t);
    if (p->mech) return pencil_mech_linearise(p->mech, t, y, ft);
    if (p->columns) return jac_columns_at(m->columns, t, y, yp, ft);
    memset(p->begin, 0, p->reals * sizeof(real));
    ivp_status st = view_jacobian(m, t, y, p->J, ft);
    const bool varies = ivp_mass_of(m) == IVP_MASS_VARIES;
    if (!st && varies) st = linear_along(m, t, y, yp, p->J, ft);
    if (!st && m->view == IVP_LINEAR) st = linear_mass(m, t, y);
    if (!st && varies) keep_mass(p);
    if (!st && !vec_finite(p->begin, p->reals)) st = IVP_DOMAIN;
    if (!st && ft && !vec_finite(ft, sz(p->n))) st = IVP_DOMAIN;
    return st;
}

void ivp_pencil_mass(const ivp_pencil *p, const real *x, real *Mx)
{
    const ivp_mass_kind kind = ivp_mass_of(p->m);
    if (kind == IVP_MASS_ONE) {
        memcpy(Mx, x, sz(p->m->n) * sizeof *Mx);
        return;
    }
    if (p->columns) {
        memset(Mx, 0, sz(p->m->n) * sizeof *Mx);
        pencil_columns_add(p->m->columns->M, &p->m->columns->pattern, x, Mx);
        return;
    }
    memset(Mx, 0, sz(p->n) * sizeof *Mx);
    if (kind != IVP_MASS_VARIES) {
        linear_add(p->m, x, Mx);
        return;
    }
    for (int j = 0; j < p->n; j++)
        for (int i = band_top(p->band.upper, j); i < band_end(p->n, p->band.lower, j); i++)
            Mx[i] += *ivp_at(p->M, i, j) * x[j];
}

/* ---- a M - b J -------------------------------------------------------------------------- */

static void fill(const ivp_pencil *p, ivp_mat W, real b)
{
    if (!p->banded) {
        for (size_t k = 0; k < p->reals; k++) W.a[k] = -b * p->J.a[k];
        return;
    }
    const int lower = p->band.lower, upper = p->band.upper;
    for (int j = 0; j < p->n; j++) {
        real *w = ivp_at(W, 0, j);
        const real *column = ivp_at(p->J, 0, j);
        for (int i = j - upper - lower; i < j - upper; i++)
            if (i >= 0) w[i] = 0;
        for (int i = band_top(upper, j); i < band_end(p->n, lower, j); i++)
            w[i] = -b * column[i];
    }
}

static void add_mass(const ivp_pencil *p, ivp_mat W, real a)
{
    const ivp_mass_kind kind = ivp_mass_of(p->m);
    if (kind == IVP_MASS_REGULAR || kind == IVP_MASS_SINGULAR) {
        linear_add_matrix(p->m, a, W);
        return;
    }
    for (int j = 0; j < p->n; j++) {
        if (kind == IVP_MASS_ONE) {
            *ivp_at(W, j, j) += a;
            continue;
        }
        const int end = band_end(p->n, p->band.lower, j);
        for (int i = band_top(p->band.upper, j); i < end; i++)
            *ivp_at(W, i, j) += a * *ivp_at(p->M, i, j);
    }
}

ivp_status ivp_pencil_factor(ivp_pencil *p, int k, real a, real b)
{
    if (p->mech) return pencil_mech_factor(p->mech, k, a, b);
    p->m->count[IVP_N_LU]++;
    if (p->columns) return pencil_columns_factor(p->columns, k, a, b);
    const factors *w = &p->w[k];
    fill(p, w->W, b);
    add_mass(p, w->W, a);
    return p->banded ? band_factor(w->W, p->band.lower, p->band.upper, w->pivots)
                     : ldu_factor(w->W, w->d, w->pivots);
}

void ivp_pencil_solve(ivp_pencil *p, int k, real *x)
{
    if (p->mech) {
        pencil_mech_solve(p->mech, k, x);
        return;
    }
    const factors *w = &p->w[k];
    p->m->count[IVP_N_SOLVE]++;
    if (p->columns)
        pencil_columns_solve(p->columns, k, x);
    else if (p->banded)
        band_solve(w->W, p->band.lower, p->band.upper, w->pivots, x);
    else
        ldu_solve(w->W, w->d, w->pivots, x);
}

ivp_status pencil_shift(ivp_pencil *p, int k, real re, real im)
{
    p->m->count[IVP_N_LU]++;
    return pencil_columns_shift(p->columns, k, re, im);
}

void pencil_solve_shift(ivp_pencil *p, int k, real *re, real *im)
{
    p->m->count[IVP_N_SOLVE]++;
    pencil_columns_solve_shift(p->columns, k, re, im);
}

ivp_status pencil_along(ivp_pencil *p, const real *x, real *Jx)
{
    if (p->mech) return pencil_mech_along(p->mech, x, Jx);
    memset(Jx, 0, sz(p->m->n) * sizeof *Jx);
    if (p->columns) pencil_columns_add(p->m->columns->J, &p->m->columns->pattern, x, Jx);
    const int lower = p->banded ? p->band.lower : p->n,
              upper = p->banded ? p->band.upper : p->n;
    for (int j = 0; j < p->n; j++)
        for (int i = band_top(upper, j); i < band_end(p->n, lower, j); i++)
            Jx[i] += *ivp_at(p->J, i, j) * x[j];
    return IVP_OK;
}

void pencil_forget_positions(ivp_pencil *p)
{
    if (p->mech) pencil_mech_forget_positions(p->mech);
}
