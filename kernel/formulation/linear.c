/* linear.c -- problems of form M(t, y) y' = f(t, y): M, the residual and its matrix.
 *
 *     F = M y' - f
 *     J = d(M y' - f)/dy + c M
 *
 * M is dense, but walked column by column from its first to its last nonzero row. A constant
 * one is evaluated once after model_begin(). */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/linear/band.h"
#include "kernel/linear/mat.h"
#include "kernel/linear/rank.h"
#include "kernel/problem/cstep.h"

struct mass {
    ivp_mass_kind kind;
    bool known; /* constant and evaluated */
    ivp_mat M;
    int *first, *end; /* rows of each column; none where first = end */
    real *f;          /* n */
    real store[];
};

static size_t sz(int n) { return (size_t)n; }

/* ---- opening ---------------------------------------------------------------------------- */

static ivp_status classify(ivp_model *m)
{
    mass *a = m->mass;
    const int n = m->n;
    a->kind = IVP_MASS_VARIES;
    if (m->instance->problem->ode.mass_varies || m->view != IVP_LINEAR) return IVP_OK;
    real *copy = malloc(sz(n) * sz(n) * sizeof *copy);
    ivp_status st =
        copy ? linear_mass(m, (real)m->instance->t0, m->instance->start) : IVP_E_NOMEM;
    if (!st) {
        memcpy(copy, a->M.a, sz(n) * sz(n) * sizeof *copy);
        const ivp_mat C = { n, n, n, copy };
        const int rank = rank_of(C);
        a->kind = rank < n ? IVP_MASS_SINGULAR : IVP_MASS_REGULAR;
    }
    free(copy);
    return st;
}

ivp_status linear_open(ivp_model *m)
{
    const int n = m->n;
    const size_t reals = sz(n) * sz(n) + sz(n);
    mass *a = m->mass = calloc(1, sizeof *a + reals * sizeof(real) + 2 * sz(n) * sizeof(int));
    if (!a) return IVP_E_NOMEM;
    a->M = (ivp_mat){ n, n, n, a->store };
    a->f = a->store + sz(n) * sz(n);
    a->first = (void *)(a->store + reals);
    a->end = a->first + n;
    return classify(m);
}

void linear_close(ivp_model *m) { free(m->mass); }

void linear_begin(ivp_model *m) { m->mass->known = false; }

/* ---- the matrix ------------------------------------------------------------------------- */

static void measure(mass *a)
{
    const int n = a->M.rows;
    for (int j = 0; j < n; j++) {
        const real *column = ivp_at(a->M, 0, j);
        int first = 0, end = n;
        while (first < n && column[first] == 0) first++;
        while (end > first && column[end - 1] == 0) end--;
        a->first[j] = first;
        a->end[j] = end;
    }
}

ivp_status linear_mass(ivp_model *m, real t, const real *y)
{
    const instance *i = m->instance;
    mass *a = m->mass;
    if (a->known) return IVP_OK;
    const size_t nn = sz(m->n) * sz(m->n);
    const ivp_state s = { .t = t, .y = y };
    memset(a->M.a, 0, nn * sizeof(real));
    m->count[IVP_N_MASS]++;
    const ivp_status st = i->problem->ode.mass(&s, a->M, i->p);
    if (st) return st;
    if (!vec_finite(a->M.a, nn)) return IVP_DOMAIN;
    measure(a);
    a->known = !i->problem->ode.mass_varies;
    return IVP_OK;
}

ivp_mat linear_matrix(const ivp_model *m, int j, int *first, int *end)
{
    *first = m->mass->first[j];
    *end = m->mass->end[j];
    return m->mass->M;
}

void linear_add(const ivp_model *m, const real *x, real *y)
{
    const mass *a = m->mass;
    for (int j = 0; j < m->n; j++) {
        const real *column = ivp_at(a->M, 0, j);
        for (int i = a->first[j]; i < a->end[j]; i++) y[i] += column[i] * x[j];
    }
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
    for (int j = 0; !st && j < m->n; j++)
        for (int i = view_top(m, M, j); i < view_end(m, M, j); i++)
            *ivp_at(M, i, j) = one ? i == j : *ivp_at(m->mass->M, i, j);
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

/* d := dM yp along the direction in which m->point is displaced */
static ivp_status along(ivp_model *m, const real *yp, real *d)
{
    mass *a = m->mass;
    const int n = m->n;
    const real *direction = m->point + 1 + 2 * sz(n);
    m->count[IVP_N_JAC_EVALS]++;
    const ivp_status st = cstep_mass(m->instance->twin, m->point, direction, a->M.a);
    memset(d, 0, sz(n) * sizeof *d);
    if (!st) mat_multiply_add(a->M, yp, d);
    return st;
}

ivp_status linear_along(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                        real *ft)
{
    if (!m->instance->problem->ode.mass_varies) return IVP_OK;
    const ivp_band band = ivp_band_of(m);
    real *d = m->mass->f, *direction = view_point(m, t, y, NULL);
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < m->n; j++) {
        direction[1 + j] = 1;
        st = along(m, yp, d);
        direction[1 + j] = 0;
        for (int i = band_top(band.upper, j); i < band_end(m->n, band.lower, j); i++)
            *ivp_at(J, i, j) -= d[i];
    }
    direction[0] = 1;
    if (!st && ft) st = along(m, yp, d);
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
    const mass *a = m->mass;
    for (int j = 0; !st && j < m->n; j++)
        for (int k = a->first[j]; k < a->end[j]; k++)
            *ivp_at(J, k, j) += c * *ivp_at(a->M, k, j);
    return st;
}
