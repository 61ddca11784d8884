/* start.c -- consistent initial values: at the levels of position, velocity and acceleration,
 * or by the residual.
 *
 * Constraints may not depend on each other there: rows of G, by Gram and Schmidt, each twice,
 *
 *     g_j = sum_k r_kj e_k + rest,   dependent where |rest| <= 1e-10 |g_j|
 *     g_j = sum_k c_k g_k            R c = r_j, by back substitution
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/band.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/tape.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/status.h"

static const real tolerated = R(1e-6), rounding = 64 * IVP_EPS;

/* ---- rows that depend on others ---------------------------------------------------------- */

static const real negligible = R(1e-10), no_part = R(1e-8);

typedef struct basis {
    int n, rank; /* length of a row */
    real *e;     /* rank x n */
    real *r;     /* column k: coefficients of the k-th independent row, ng */
    int *row;    /* numbers of the independent rows */
    int ng;
} basis;

static real length(const real *x, int n)
{
    real sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/* rest := its part outside of the basis; r: coefficients of the part inside. */
static void project(const basis *b, real *rest, real *r)
{
    memset(r, 0, (size_t)b->ng * sizeof *r);
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < b->rank; k++) {
            const real *e = b->e + (size_t)k * (size_t)b->n;
            real c = 0;
            for (int j = 0; j < b->n; j++) c += e[j] * rest[j];
            for (int j = 0; j < b->n; j++) rest[j] -= c * e[j];
            r[k] += c;
        }
}

static void take(basis *b, int row, const real *rest, const real *r, real size)
{
    real *e = b->e + (size_t)b->rank * (size_t)b->n,
         *column = b->r + (size_t)b->rank * (size_t)b->ng;
    for (int j = 0; j < b->n; j++) e[j] = rest[j] / size;
    memcpy(column, r, (size_t)b->ng * sizeof *r);
    column[b->rank] = size;
    b->row[b->rank++] = row;
}

/* " 1 and 2": the rows that this one is made of; r is overwritten. */
static void name_parts(const basis *b, ivp_mat G, real *r, real size, char *text, size_t room)
{
    const char *between = "";
    size_t at = 0;
    *text = 0;
    for (int k = b->rank - 1; k >= 0; k--) {
        r[k] /= b->r[(size_t)k * (size_t)b->ng + (size_t)k];
        for (int j = 0; j < k; j++) r[j] -= r[k] * b->r[(size_t)k * (size_t)b->ng + (size_t)j];
    }
    for (int k = 0; k < b->rank && at < room; k++) {
        real row_size = 0;
        for (int j = 0; j < G.cols; j++)
            row_size = ivp_max(row_size, ivp_abs(*ivp_at(G, b->row[k], j)));
        if (ivp_abs(r[k]) * row_size <= no_part * size) continue;
        at += (size_t)snprintf(text + at, room - at, "%s%d", between, b->row[k] + 1);
        between = " and ";
    }
}

static ivp_status examine(const char *whose, ivp_mat G, basis *b, real *rest, reason *why)
{
    real *r = rest + G.cols;
    int dependent = -1;
    char parts[200] = "";
    for (int row = 0; row < G.rows; row++) {
        for (int j = 0; j < G.cols; j++) rest[j] = *ivp_at(G, row, j);
        const real full = length(rest, G.cols);
        project(b, rest, r);
        const real size = length(rest, G.cols);
        if (size > negligible * full) {
            take(b, row, rest, r, size);
        } else if (dependent < 0) {
            dependent = row;
            name_parts(b, G, r, full, parts, sizeof parts);
        }
    }
    if (dependent < 0) return IVP_OK;
    reason_set(
        why,
        "%s: constraints depend on each other at the start: rank %d of %d, row %d %s%s; the "
        "forces of constraint are not unique: leave the row out",
        whose, b->rank, G.rows, dependent + 1, *parts ? "follows from " : "of G is zero",
        parts);
    return IVP_E_INCONSISTENT;
}

static ivp_status constraints_depend(const char *whose, ivp_mat G, reason *why)
{
    const size_t ng = (size_t)G.rows, n = (size_t)G.cols;
    real *store = calloc(ng * n + ng * ng + n + ng + 1, sizeof *store);
    int *rows = calloc(ng + 1, sizeof *rows);
    ivp_status status = IVP_E_NOMEM;
    if (store && rows) {
        basis b = { .n = G.cols, .e = store, .r = store + ng * n, .row = rows, .ng = G.rows };
        status = examine(whose, G, &b, store + ng * n + ng * ng, why);
    }
    free(store);
    free(rows);
    return status;
}

/* ---- levels ------------------------------------------------------------------------------ */

static ivp_status refuse(const instance *i, const char *what, int row, real violation,
                         real scale, reason *why)
{
    reason_set(why,
               "%s: the start is inconsistent: %s, row %d, is violated by %.3g (scale %.3g, "
               "tolerated are %.0e of it); correct the initial values or the parameters",
               i->problem->name, what, row + 1, (double)violation, (double)scale,
               (double)tolerated);
    return IVP_E_INCONSISTENT;
}

/* Positions, then velocities: check, and pull the rounding errors of printed data in. */
static ivp_status onto_manifolds(instance *i, real *q, reason *why)
{
    mech *m = i->mech;
    real *u = q + m->nq, drift[3];
    ivp_state s = mech_state(m, i->t0, q);
    s.lambda = m->lambda;
    memset(m->lambda, 0, (size_t)m->ng * sizeof(real));
    ivp_status st = instance_drift(i, &s, drift);
    if (st) return st;

    const real scale_q = ivp_max(vec_max(q, m->nq), R(1e-3));
    const real scale_u = ivp_max(vec_max(u, m->nq), 1);
    st = mech_terms(m, IVP_CON | IVP_GQ | IVP_GT, &s);
    if (st) return st;
    if (drift[0] > tolerated * scale_q)
        return refuse(i, "position level g = 0", vec_worst(m->at.g, m->ng), drift[0], scale_q,
                      why);
    if (drift[1] > tolerated * scale_u * ivp_max(mat_max(m->at.G), R(1e-3)))
        return refuse(i, "velocity level G u + g_t = 0", 0, drift[1], scale_u, why);
    if (drift[0] > rounding * scale_q) st = mech_project_q(m, 0, i->t0, q, NULL);
    if (!st && drift[1] > rounding * scale_u) st = mech_project_u(m, i->t0, q, NULL);
    return st;
}

/* Sparse blocks are those of mechanisms whose rank would take longer than all the rest. */
static ivp_status ranked(const instance *i, real *q, reason *why)
{
    mech *m = i->mech;
    const ivp_state s = mech_state(m, i->t0, q);
    if (i->sparse) return IVP_OK;
    const ivp_status st = mech_terms(m, IVP_GQ, &s);
    return st ? st : constraints_depend(i->problem->name, m->at.G, why);
}

static ivp_status start_mech(instance *i, reason *why)
{
    mech *m = i->mech;
    real *q = i->start;
    ivp_status st = m->ng ? ranked(i, q, why) : IVP_OK;
    if (!st && m->ng) st = onto_manifolds(i, q, why);
    if (!st) st = instance_complete(i, i->t0, i->start);
    if (st) return st;
    const size_t nq = (size_t)m->nq;
    memcpy(i->start_yp, q + nq, nq * sizeof(real));
    memcpy(i->start_yp + nq, m->a, nq * sizeof(real));
    if (m->nx) memcpy(i->start_yp + 2 * nq, m->at.d, (size_t)m->nx * sizeof(real));
    return IVP_OK;
}

/* What f is measured by: its largest entry there, or, at rest where it has none, the change
 * that the sixth digit of y makes. */
static real size_of_f(const instance *i, const real *f, real *y, real *moved)
{
    const int n = i->sizes.n;
    const real size = ivp_max(vec_max(f, n), R(1e-300));
    for (int k = 0; k < n; k++) y[k] = i->start[k] * (1 + (k % 2 ? R(1e-6) : -R(1e-6)));
    const ivp_state s = instance_view(i, i->t0, y, NULL);
    if (i->problem->ode.f(&s, moved, i->p)) return size;
    for (int k = 0; k < n; k++) moved[k] -= f[k];
    return ivp_max(size, vec_max(moved, n));
}

/* Mx := M x at a point where the problem writes M sparse */
static ivp_status sparse_times(const instance *i, const ivp_state *s, const real *x, real *Mx)
{
    const int n = i->sizes.n;
    ivp_tape M = { .sheet = sheet_create(n, n) };
    ivp_status st = M.sheet ? IVP_OK : IVP_E_NOMEM;
    for (bool again = true; again && !st;) {
        if (!tape_begin(&M)) st = IVP_E_NOMEM;
        if (!st) st = i->problem->ode.mass(s, tape_view(&M), i->p);
        again = sheet_grow(M.sheet, &st);
    }
    if (!st) mat_multiply_add(tape_view(&M), x, Mx);
    sheet_destroy(M.sheet);
    free(M.value);
    return st;
}

/* Mx := M x; the matrix is full, or packed diagonals. */
static ivp_status mass_times(const instance *i, const ivp_state *s, const real *x, real *Mx)
{
    const int n = i->sizes.n, lower = i->sizes.ml, upper = i->sizes.mu;
    if (i->problem->sparse) return sparse_times(i, s, x, Mx);
    const bool packed = (lower || upper) && lower + upper + 1 < n;
    const size_t reals = packed ? band_reals(n, lower, upper) : (size_t)n * (size_t)n;
    real *store = calloc(reals, sizeof *store);
    if (!store) return IVP_E_NOMEM;
    const ivp_mat full = { n, n, n, store },
                  M = packed ? band_view(n, lower, upper, store) : full;
    const ivp_status st = i->problem->ode.mass(s, M, i->p);
    for (int j = 0; j < n; j++) {
        const int end = packed ? band_end(n, lower, j) : n;
        for (int k = packed ? band_top(upper, j) : 0; k < end; k++)
            Mx[k] += *ivp_at(M, k, j) * x[j];
    }
    free(store);
    return st;
}

/* work: 4 n zeros */
static ivp_status start_lin(const instance *i, real *work, reason *why)
{
    const int n = i->sizes.n;
    real *f = work, *Mx = work + 3 * n;
    const ivp_problem *p = i->problem;
    const ivp_state s = instance_view(i, i->t0, i->start, NULL);
    ivp_status st = p->ode.f(&s, f, i->p);
    if (!st) st = mass_times(i, &s, i->start_yp, Mx);
    if (st) return st;
    const real scale = size_of_f(i, f, work + n, work + 2 * n);
    for (int k = 0; k < n; k++) f[k] -= Mx[k];
    const int row = vec_worst(f, n);
    return ivp_abs(f[row]) <= tolerated * scale
               ? IVP_OK
               : refuse(i, "M y' = f", row, ivp_abs(f[row]), scale, why);
}

static ivp_status start_dae(const instance *i, real *work, reason *why)
{
    const int n = i->sizes.n;
    real *F = work, *zero = work + n;
    const ivp_problem *p = i->problem;
    ivp_state s = instance_view(i, i->t0, i->start, zero);
    ivp_status st = p->dae.F(&s, F, i->p); /* y' = 0: sets the scale */
    const real scale = ivp_max(vec_max(F, n), R(1e-300));
    memset(F, 0, (size_t)n * sizeof(real));
    s.yp = i->start_yp;
    if (!st) st = p->dae.F(&s, F, i->p);
    if (st) return st;
    const int row = vec_worst(F, n);
    return ivp_abs(F[row]) <= tolerated * scale
               ? IVP_OK
               : refuse(i, "F(t, y, y') = 0", row, ivp_abs(F[row]), scale, why);
}

static ivp_status start_ode(const instance *i)
{
    const ivp_state s = instance_view(i, i->t0, i->start, NULL);
    return i->problem->ode.f(&s, i->start_yp, i->p);
}

/* The residual with y' as given. */
static ivp_status start_implicit(const instance *i, reason *why)
{
    const size_t n = (size_t)i->sizes.n;
    const bool lin = i->problem->form == IVP_LIN;
    real *work = calloc(4 * n, sizeof *work);
    if (!work) return IVP_E_NOMEM;
    const ivp_status st = lin ? start_lin(i, work, why) : start_dae(i, work, why);
    free(work);
    return st;
}

ivp_status start_consistent(instance *i, reason *why)
{
    const ivp_problem *p = i->problem;
    ivp_status st = p->init(i->t0, i->start, i->start_yp, i->p);
    if (!st && p->form == IVP_MECH) st = start_mech(i, why);
    if (!st && p->form == IVP_ODE) st = start_ode(i);
    if (!st && (p->form == IVP_LIN || p->form == IVP_DAE)) st = start_implicit(i, why);
    if (!st && !vec_finite(i->start, (size_t)instance_ncomponents(i))) st = IVP_E_NONFINITE;
    if (st && !*why->text)
        reason_set(why, "%s: the start cannot be evaluated (%s)", p->name, status_name(st));
    return st;
}
