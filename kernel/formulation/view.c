/* view.c -- what a solver calls: every evaluation counted, every result checked. */
#include <limits.h>
#include <string.h>

#include "kernel/problem/cstep.h"
#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"
#include "kernel/formulation/model_inner.h"

static size_t sz(int n) { return (size_t)n; }

/* Work cannot be undone: a counter that was counted backwards stays far below zero. */
void ivp_count(ivp_model *m, ivp_counter c, long k)
{
    if ((unsigned)c < IVP_NCOUNTERS) m->count[c] = k < 0 ? LONG_MIN / 2 : m->count[c] + k;
}

/* At a break point the functions are those of the piece that ends there: one ulp before it. */
static real inside(const ivp_model *m, real t)
{
    return m->wall != 0 && t >= m->wall ? m->wall - IVP_EPS * ivp_abs(m->wall) : t;
}

static ivp_status check(ivp_status st, const real *x, size_t n)
{
    return st ? st : vec_finite(x, n) ? IVP_OK : IVP_DOMAIN;
}

static void clear(ivp_mat J)
{
    for (int j = 0; j < J.cols; j++) memset(ivp_at(J, 0, j), 0, sz(J.rows) * sizeof(real));
}

/* Point (t, y, yp) of complex steps, with a zero direction behind it. */
static real *set_point(ivp_model *m, real t, const real *y, const real *yp)
{
    const size_t n = sz(m->n);
    m->point[0] = t;
    memcpy(m->point + 1, y, n * sizeof *y);
    if (yp) memcpy(m->point + 1 + n, yp, n * sizeof *yp);
    real *direction = m->point + 1 + 2 * n;
    memset(direction, 0, (1 + 2 * n) * sizeof *direction);
    return direction;
}

ivp_status ivp_rhs(ivp_model *m, real t, const real *y, real *f)
{
    t = inside(m, t);
    const instance *i = m->instance;
    if (m->part) return check(state_space_rhs(m, t, y, f), f, sz(m->n));
    if (m->mech) return check(first_mech(m, t, y, f), f, sz(m->n));
    m->count[IVP_N_F]++;
    const ivp_state s = { .t = t, .y = y };
    return check(i->problem->ode.f(&s, f, i->p), f, sz(m->n));
}

/* M a = f without constraints: the saddle-point matrix is M alone */
static ivp_status ode_accel(ivp_model *m, real t, const real *v, const real *vp, real *a)
{
    const ivp_state s = { .t = t, .q = v, .u = vp };
    const ivp_status st = mech_accelerate(m->mech, &s);
    if (!st) memcpy(a, m->mech->a, sz(m->nq) * sizeof *a);
    return st;
}

ivp_status ivp_accel(ivp_model *m, real t, const real *v, const real *vp, real *a)
{
    t = inside(m, t);
    const ivp_status st =
        m->part ? state_space_accel(m, t, v, vp, a) : ode_accel(m, t, v, vp, a);
    return check(st, a, sz(m->n / 2));
}

ivp_status ivp_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                         ivp_mat J2, real *at)
{
    t = inside(m, t);
    m->count[IVP_N_JAC]++;
    ivp_status st = m->part ? state_space_accel_jac(m, t, v, vp, J1, J2, at)
                            : first_accel_jac(m, t, v, vp, J1, J2, at);
    for (int j = 0; j < J1.cols; j++) {
        st = check(st, ivp_at(J1, 0, j), sz(J1.rows));
        st = check(st, ivp_at(J2, 0, j), sz(J2.rows));
    }
    return at ? check(st, at, sz(m->n / 2)) : st;
}

/* Column j of a band from a vector that holds it among others. */
static void put_column(const ivp_model *m, ivp_band band, int j, const real *from, ivp_mat J)
{
    const int top = j > band.upper ? j - band.upper : 0;
    const int end = j + band.lower + 1 < m->n ? j + band.lower + 1 : m->n;
    memcpy(ivp_at(J, top, j), from + top, sz(end - top) * sizeof *from);
}

/* Columns of df/dy, or of dF/dy + c dF/dy' (implicit), that do not overlap within the band, from
 * one complex step along all of them. */
static ivp_status step_columns(ivp_model *m, int first, bool implicit, real c, ivp_mat J)
{
    const ivp_band band = ivp_band_of(m);
    const int width = band.lower + band.upper + 1;
    real *direction = m->point + 1 + 2 * m->n;
    for (int j = first; j < m->n; j += width) {
        direction[1 + j] = 1;
        if (implicit) direction[1 + m->n + j] = c;
    }
    struct cstep *twin = m->instance->twin;
    const ivp_status st = implicit ? cstep_F(twin, m->point, direction, m->work)
                                   : cstep_f(twin, m->point, direction, m->work);
    memset(direction, 0, sz(1 + 2 * m->n) * sizeof *direction);
    for (int j = first; !st && j < m->n; j += width) put_column(m, band, j, m->work, J);
    return st;
}

/* All columns at the point that was set: one complex step each, or ml + mu + 1 in all. */
static ivp_status step_all(ivp_model *m, bool implicit, real c, ivp_mat J)
{
    const ivp_band band = ivp_band_of(m);
    const int width = band.lower + band.upper + 1, steps = width < m->n ? width : m->n;
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < steps; j++) st = step_columns(m, j, implicit, c, J);
    m->count[IVP_N_JAC_EVALS] += steps;
    return st;
}

/* df/dy of an ODE or LIN problem: by hand or by complex steps */
static ivp_status ode_jac(ivp_model *m, real t, const real *y, ivp_mat J)
{
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y };
    set_point(m, t, y, NULL);
    if (!i->problem->ode.jac) return step_all(m, false, 0, J);
    m->count[IVP_N_JAC_EVALS]++;
    return i->problem->ode.jac(&s, J, i->p);
}

static ivp_status ode_dt(ivp_model *m, real t, const real *y, real *ft)
{
    real *direction = set_point(m, t, y, NULL);
    direction[0] = 1;
    m->count[IVP_N_JAC_EVALS]++;
    return cstep_f(m->instance->twin, m->point, direction, ft);
}

static ivp_status jacobian(ivp_model *m, real t, const real *y, ivp_mat J, real *ft)
{
    m->count[IVP_N_JAC]++;
    clear(J);
    if (m->part) return state_space_jac(m, t, y, J, ft);
    if (m->mech) return first_mech_jac(m, t, y, J, ft);
    const ivp_status st = ode_jac(m, t, y, J);
    return st || !ft ? st : ode_dt(m, t, y, ft);
}

ivp_status ivp_rhs_jac(ivp_model *m, real t, const real *y, ivp_mat J)
{
    return check(jacobian(m, inside(m, t), y, J, NULL), J.a, sz(J.ld) * sz(m->n));
}

ivp_status ivp_rhs_jac_dt(ivp_model *m, real t, const real *y, ivp_mat J, real *ft)
{
    const ivp_status st = jacobian(m, inside(m, t), y, J, ft);
    return check(check(st, J.a, sz(J.ld) * sz(m->n)), ft, sz(m->n));
}

/* M y' - f */
static ivp_status residual_lin(ivp_model *m, real t, const real *y, const real *yp, real *F)
{
    const instance *i = m->instance;
    const int n = m->n;
    real *M = m->scratch;
    const ivp_state s = { .t = t, .y = y };
    memset(M, 0, sz(n) * sz(n) * sizeof *M);
    m->count[IVP_N_F]++;
    m->count[IVP_N_MASS]++;
    ivp_status st = i->problem->ode.f(&s, F, i->p);
    if (!st) st = i->problem->ode.mass(&s, (ivp_mat){ n, n, n, M }, i->p);
    for (int k = 0; k < n; k++) F[k] = -F[k];
    mat_multiply_add((ivp_mat){ n, n, n, M }, yp, F);
    return st;
}

ivp_status ivp_res(ivp_model *m, real t, const real *y, const real *yp, real *F)
{
    t = inside(m, t);
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y, .yp = yp };
    ivp_status st = IVP_OK;
    switch (i->problem->form) {
    case IVP_MECH:
        st = residual_mech(m, t, y, yp, F);
        break;
    case IVP_LIN:
        st = residual_lin(m, t, y, yp, F);
        break;
    case IVP_DAE:
        m->count[IVP_N_F]++;
        st = i->problem->dae.F(&s, F, i->p);
        break;
    case IVP_ODE:
        m->count[IVP_N_F]++;
        st = i->problem->ode.f(&s, F, i->p);
        for (int k = 0; k < m->n; k++) F[k] = yp[k] - F[k];
    }
    return check(st, F, sz(m->n));
}

/* J = d(M y' - f)/dy + c M: the mass term by complex steps of M along the columns of y */
static ivp_status lin_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                          ivp_mat J)
{
    const instance *i = m->instance;
    const int n = m->n;
    real *store = m->scratch;
    const ivp_state s = { .t = t, .y = y };
    const ivp_mat M = { n, n, n, store };
    ivp_status st = ode_jac(m, t, y, J);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) *ivp_at(J, k, j) = -*ivp_at(J, k, j);
    real *direction = set_point(m, t, y, NULL);
    for (int j = 0; !st && j < n; j++) {
        direction[1 + j] = 1;
        st = cstep_mass(i->twin, m->point, direction, store);
        direction[1 + j] = 0;
        mat_multiply_add(M, yp, ivp_at(J, 0, j));
    }
    m->count[IVP_N_JAC_EVALS] += n;
    memset(store, 0, sz(n) * sz(n) * sizeof *store);
    if (!st) st = i->problem->ode.mass(&s, M, i->p);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) *ivp_at(J, k, j) += c * *ivp_at(M, k, j);
    return st;
}

/* J = dF/dy + c dF/dy': by complex steps along (e_j, c e_j) */
static ivp_status dae_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                          ivp_mat J)
{
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y, .yp = yp };
    set_point(m, t, y, yp);
    if (!i->problem->dae.jac) return step_all(m, true, c, J);
    m->count[IVP_N_JAC_EVALS]++;
    return i->problem->dae.jac(&s, c, J, i->p);
}

ivp_status ivp_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c, ivp_mat J)
{
    t = inside(m, t);
    m->count[IVP_N_JAC]++;
    clear(J);
    ivp_status st = IVP_OK;
    switch (m->instance->problem->form) {
    case IVP_MECH:
        st = residual_mech_jac(m, t, y, yp, c, J);
        break;
    case IVP_LIN:
        st = lin_jac(m, t, y, yp, c, J);
        break;
    case IVP_DAE:
        st = dae_jac(m, t, y, yp, c, J);
        break;
    case IVP_ODE:
        st = ode_jac(m, t, y, J);
        for (int j = 0; j < m->n; j++) {
            for (int k = 0; k < m->n; k++) *ivp_at(J, k, j) = -*ivp_at(J, k, j);
            *ivp_at(J, j, j) += c;
        }
    }
    return check(st, J.a, sz(J.ld) * sz(m->n));
}

ivp_status ivp_factor(ivp_model *m, ivp_mat A, int *pivots)
{
    m->count[IVP_N_LU]++;
    return lu_factor(A, pivots);
}

void ivp_solve(ivp_model *m, ivp_mat LU, const int *pivots, real *b)
{
    m->count[IVP_N_SOLVE]++;
    lu_solve(LU, pivots, b);
}

/* ---- blocks of mechanical problems ------------------------------------------------------- */

static void copy(real *to, const real *from, int n)
{
    if (to && n) memcpy(to, from, sz(n) * sizeof *to);
}

static void copy_mat(ivp_mat to, ivp_mat from)
{
    for (int j = 0; to.a && j < from.cols; j++)
        if (from.rows) copy(ivp_at(to, 0, j), ivp_at(from, 0, j), from.rows);
}

/* The point that was given, not beyond the wall. */
static ivp_state before_wall(const ivp_model *m, const ivp_state *s)
{
    ivp_state at = *s;
    at.t = inside(m, s->t);
    return at;
}

ivp_status ivp_blocks_at(ivp_model *m, unsigned want, const ivp_state *s, ivp_blocks *out)
{
    const ivp_state at = before_wall(m, s);
    ivp_status st = mech_terms(m->mech, want, &at);
    if (st) return st;
    const ivp_terms *b = &m->mech->at;
    if (want & IVP_M) copy_mat(out->M, b->M);
    if (want & IVP_GQ) copy_mat(out->G, b->G);
    if (want & IVP_F) copy(out->f, b->f, m->nq);
    if (want & IVP_D) copy(out->d, b->d, m->nx);
    if (want & IVP_CON) copy(out->g, b->g, m->ng);
    if (want & IVP_GT) copy(out->gt, b->gt, m->ng);
    if (want & IVP_GAMMA) copy(out->gamma, b->gamma, m->ng);
    return IVP_OK;
}

ivp_status ivp_derivatives_at(ivp_model *m, const ivp_state *s, ivp_derivatives *out)
{
    const ivp_state at = before_wall(m, s);
    m->count[IVP_N_JAC]++;
    const unsigned want = TANGENT_R | (m->nx ? TANGENT_D : 0u) | (out->vq.a ? TANGENT_V : 0u);
    ivp_status st = mech_tangent(m->mech, want, &at, NULL);
    if (st) return st;
    const ivp_tangent *d = &m->mech->tangent;
    copy_mat(out->vq, d->vq);
    copy_mat(out->rq, d->rq);
    copy_mat(out->ru, d->ru);
    copy_mat(out->rx, d->rx);
    copy_mat(out->dq, d->dq);
    copy_mat(out->du, d->du);
    copy_mat(out->dx, d->dx);
    copy_mat(out->dl, d->dl);
    return vec_finite(d->rq.a, m->mech->tangent_reals) ? IVP_OK : IVP_DOMAIN;
}

static ivp_status check_force_jac(ivp_status st, const ivp_force_jac *j)
{
    const ivp_mat all[] = { j->fq, j->fu, j->fx, j->dq, j->du, j->dx };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int c = 0; all[k].rows > 0 && c < all[k].cols; c++)
            st = check(st, ivp_at(all[k], 0, c), sz(all[k].rows));
    return st;
}

ivp_status ivp_force_jac_at(ivp_model *m, const ivp_state *s, ivp_force_jac *out)
{
    const ivp_state at = before_wall(m, s);
    m->count[IVP_N_JAC]++;
    return check_force_jac(mech_force_jac(m->mech, &at, out), out);
}

bool ivp_tells_stiff(const ivp_model *m) { return m->mech && m->mech->problem.stiff; }

ivp_status ivp_stiff_jac_at(ivp_model *m, const ivp_state *s, ivp_force_jac *out)
{
    const ivp_state at = before_wall(m, s);
    m->count[IVP_N_JAC]++;
    return check_force_jac(mech_stiff_jac(m->mech, &at, out), out);
}

ivp_status ivp_force_along(ivp_model *m, const ivp_state *s, real dt, const real *dq,
                           real *along)
{
    const ivp_state at = before_wall(m, s);
    const ivp_status st = mech_force_along(m->mech, &at, dt, dq);
    copy(along, m->mech->along.f, m->nq);
    copy(along + m->nq, m->mech->along.d, m->nx);
    return check(st, along, sz(m->nq + m->nx));
}
