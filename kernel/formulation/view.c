/* view.c -- evaluations for solvers: every call is counted, every result checked.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <limits.h>
#include <string.h>

#include "kernel/linear/band.h"
#include "kernel/linear/lu.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/model_private.h"
#include "kernel/problem/status.h"

static size_t sz(int n) { return (size_t)n; }

/* What cannot be a count, or is counted here, becomes a number that no result may have: work
 * cannot be undone. A code that calls f itself in a run that nobody watches counts its
 * calls. */
void ivp_count(ivp_model *m, ivp_counter c, long k)
{
    const bool direct = (c == IVP_N_F || c == IVP_N_ACCEPTED) && !m->unwatched;
    if ((unsigned)c < IVP_NCOUNTERS)
        m->count[c] = k < 0 || direct ? LONG_MIN / 2 : m->count[c] + k;
}

void ivp_not_counted(ivp_model *m, ivp_counter c)
{
    if (counter_may_be_unknown(c)) m->not_counted[c] = true;
}

static ivp_status check(ivp_status st, const real *x, size_t n)
{
    return st ? st : vec_finite(x, n) ? IVP_OK : IVP_DOMAIN;
}

static void clear(const ivp_model *m, ivp_mat J)
{
    if (m->direct && J.ld == J.rows) {
        memset(J.a, 0, sz(J.ld) * sz(J.cols) * sizeof(real));
        return;
    }
    for (int j = 0; j < J.cols; j++) {
        const int first = view_top(m, J, j);
        memset(ivp_at(J, first, j), 0, sz(view_end(m, J, j) - first) * sizeof(real));
    }
}

static ivp_status check_matrix(const ivp_model *m, ivp_status st, ivp_mat J)
{
    if (J.ld == J.rows) return check(st, J.a, sz(J.ld) * sz(J.cols));
    for (int j = 0; !st && j < J.cols; j++) {
        const int first = view_top(m, J, j);
        st = check(st, ivp_at(J, first, j), sz(view_end(m, J, j) - first));
    }
    return st;
}

/* Of mechanisms, and f with noise. */
static ivp_status indirect_rhs(ivp_model *m, real t, const real *y, real *f)
{
    const instance *i = m->instance;
    if (m->part) return check(state_space_rhs(m, t, y, f), f, sz(m->n));
    if (m->mech) return first_mech(m, t, y, f);
    m->count[IVP_N_F]++;
    const ivp_state s = { .t = t, .y = y };
    const ivp_status st = i->problem->ode.f(&s, f, i->p);
    noise_add(&m->noise, f, m->n);
    return check(st, f, sz(m->n));
}

ivp_status ivp_rhs(ivp_model *m, real t, const real *y, real *f)
{
    t = model_inside(m, t);
    const instance *i = m->instance;
    if (!m->direct) return indirect_rhs(m, t, y, f);
    m->count[IVP_N_F]++;
    const ivp_state s = { .t = t, .y = y };
    return check(i->problem->ode.f(&s, f, i->p), f, sz(m->n));
}

long ivp_steps_unseen(const ivp_model *m) { return m->unseen; }

void ivp_not_unseen(ivp_model *m)
{
    if (m->unseen) memcpy(m->count, m->count_seen, sizeof m->count);
}

ivp_direct_f *ivp_f_unseen(ivp_model *m, const real **p)
{
    const instance *i = m->instance;
    *p = i->p;
    memcpy(m->count_seen, m->count, sizeof m->count);
    return m->unseen && !i->nbreaks && i->problem->form == IVP_ODE ? i->problem->ode.f : NULL;
}

/* By the saddle point, without constraints by M alone; mech_accelerate() has looked at a. There
 * is no x: v and v' that lie together are a point of mech_state(). */
static ivp_status ode_accel(ivp_model *m, real t, const real *v, const real *vp, real *a)
{
    const ivp_state s = { .t = t, .y = v, .q = v, .u = vp };
    const bool together = vp == v + m->nq;
    const ivp_status st = (together ? mech_accelerate_at : mech_accelerate)(m->mech, &s);
    for (int i = 0; !st && i < m->nq; i++) a[i] = m->mech->a[i];
    return st;
}

ivp_status ivp_accel(ivp_model *m, real t, const real *v, const real *vp, real *a)
{
    t = model_inside(m, t);
    if (m->mech && !m->part) return ode_accel(m, t, v, vp, a);
    return check((m->part ? state_space_accel : second_accel)(m, t, v, vp, a), a, sz(m->n / 2));
}

ivp_status ivp_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                         ivp_mat J2, real *at)
{
    t = model_inside(m, t);
    m->count[IVP_N_JAC]++;
    ivp_status st = (m->part   ? state_space_accel_jac
                     : m->mech ? first_accel_jac
                               : second_accel_jac)(m, t, v, vp, J1, J2, at);
    for (int j = 0; j < J1.cols; j++) {
        st = check(st, ivp_at(J1, 0, j), sz(J1.rows));
        st = check(st, ivp_at(J2, 0, j), sz(J2.rows));
    }
    return at ? check(st, at, sz(m->n / 2)) : st;
}

ivp_status view_jacobian(ivp_model *m, real t, const real *y, ivp_mat J, real *ft)
{
    m->count[IVP_N_JAC]++;
    if (m->part) return state_space_jac(m, t, y, J, ft);
    if (m->mech) return first_mech_jac(m, t, y, J, ft);
    const ivp_status st = view_ode_jac(m, t, y, J);
    return st || !ft ? st : view_dt(m, t, y, ft);
}

ivp_status ivp_rhs_jac(ivp_model *m, real t, const real *y, ivp_mat J)
{
    clear(m, J);
    return check_matrix(m, view_jacobian(m, model_inside(m, t), y, J, NULL), J);
}

ivp_status ivp_rhs_jac_dt(ivp_model *m, real t, const real *y, ivp_mat J, real *ft)
{
    clear(m, J);
    const ivp_status st = view_jacobian(m, model_inside(m, t), y, J, ft);
    return check(check_matrix(m, st, J), ft, sz(m->n));
}

ivp_status ivp_res(ivp_model *m, real t, const real *y, const real *yp, real *F)
{
    t = model_inside(m, t);
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y, .yp = yp };
    ivp_status st = IVP_OK;
    switch (i->problem->form) {
    case IVP_MECH:
        st = residual_mech(m, t, y, yp, F);
        break;
    case IVP_LIN:
        st = linear_res(m, t, y, yp, F);
        break;
    case IVP_DAE:
        m->count[IVP_N_F]++;
        st = i->problem->dae.F(&s, F, i->p);
        noise_add(&m->noise, F, m->n);
        break;
    case IVP_ODE:
        m->count[IVP_N_F]++;
        st = i->problem->ode.f(&s, F, i->p);
        noise_add(&m->noise, F, m->n);
        for (int k = 0; k < m->n; k++) F[k] = yp[k] - F[k];
    }
    return check(st, F, sz(m->n));
}

/* J = dF/dy + c dF/dy': by complex steps along (e_j, c e_j) */
static ivp_status dae_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                          ivp_mat J)
{
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y, .yp = yp };
    view_point(m, t, y, yp);
    if (!i->problem->dae.jac) return view_step_all(m, true, c, J);
    m->count[IVP_N_JAC_EVALS]++;
    return i->problem->dae.jac(&s, c, J, i->p);
}

ivp_status ivp_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c, ivp_mat J)
{
    t = model_inside(m, t);
    m->count[IVP_N_JAC]++;
    clear(m, J);
    ivp_status st = IVP_OK;
    switch (m->instance->problem->form) {
    case IVP_MECH:
        st = residual_mech_jac(m, t, y, yp, c, J);
        break;
    case IVP_LIN:
        st = linear_res_jac(m, t, y, yp, c, J);
        break;
    case IVP_DAE:
        st = dae_jac(m, t, y, yp, c, J);
        break;
    case IVP_ODE:
        st = view_ode_jac(m, t, y, J);
        view_negate(m, J);
        for (int j = 0; j < m->n; j++) *ivp_at(J, j, j) += c;
    }
    return check_matrix(m, st, J);
}

/* dF/dy + dF/dy' less dF/dy, which is one linearisation in two calls */
static ivp_status by_difference(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                                ivp_mat N)
{
    const ivp_status st = ivp_res_jac(m, t, y, yp, 1, N);
    for (int j = 0; j < m->n; j++)
        for (int i = view_top(m, N, j); i < view_end(m, N, j); i++)
            *ivp_at(N, i, j) -= *ivp_at(J, i, j);
    m->count[IVP_N_JAC]--;
    return st;
}

static ivp_status of_linear(ivp_model *m, real t, const real *y, ivp_mat N)
{
    const ivp_status st = linear_mass(m, model_inside(m, t), y);
    for (int j = 0; !st && j < m->n; j++) {
        const int end = view_end(m, N, j);
        for (int i = view_top(m, N, j); i < end; i++) *ivp_at(N, i, j) = 0;
    }
    if (!st) linear_add_matrix(m, 1, N);
    return st;
}

ivp_status model_res_jacs(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                          ivp_mat N)
{
    const ivp_status st = ivp_res_jac(m, t, y, yp, 0, J);
    if (st) return st;
    if (m->mass) return of_linear(m, t, y, N);
    if (!m->mech) return by_difference(m, t, y, yp, J, N);
    for (int j = 0; j < m->n; j++) memset(ivp_at(N, 0, j), 0, (size_t)m->n * sizeof(real));
    residual_mech_mass(m, N);
    return IVP_OK;
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

static ivp_status copy_mat(ivp_mat to, ivp_mat from)
{
    return to.a ? mat_copy(to, from) : IVP_OK;
}

/* The point that was given, not beyond the wall. */
static ivp_state before_wall(const ivp_model *m, const ivp_state *s)
{
    ivp_state at = *s;
    at.t = model_inside(m, s->t);
    return at;
}

ivp_status ivp_blocks_at(ivp_model *m, unsigned want, const ivp_state *s, ivp_blocks *out)
{
    const ivp_state at = before_wall(m, s);
    ivp_status st = mech_terms(m->mech, want, &at);
    if (st) return st;
    const ivp_terms *b = &m->mech->at;
    if (want & IVP_M) st = copy_mat(out->M, b->M);
    if (!st && want & IVP_GQ) st = copy_mat(out->G, b->G);
    if (want & IVP_F) copy(out->f, b->f, m->nq);
    if (want & IVP_D) copy(out->d, b->d, m->nx);
    if (want & IVP_CON) copy(out->g, b->g, m->ng);
    if (want & IVP_GT) copy(out->gt, b->gt, m->ng);
    if (want & IVP_GAMMA) copy(out->gamma, b->gamma, m->ng);
    return st;
}

ivp_status ivp_derivatives_at(ivp_model *m, const ivp_state *s, ivp_derivatives *out)
{
    const ivp_state at = before_wall(m, s);
    m->count[IVP_N_JAC]++;
    const unsigned want = TANGENT_R | (m->nx ? TANGENT_D : 0u) | (out->vq.a ? TANGENT_V : 0u);
    mech *k;
    ivp_status st = mech_full(m->mech, &k);
    if (!st) st = mech_tangent(k, want, &at, NULL);
    if (st) return st;
    const ivp_tangent *d = &k->tangent;
    copy_mat(out->vq, d->vq);
    copy_mat(out->rq, d->rq);
    copy_mat(out->ru, d->ru);
    copy_mat(out->rx, d->rx);
    copy_mat(out->dq, d->dq);
    copy_mat(out->du, d->du);
    copy_mat(out->dx, d->dx);
    copy_mat(out->dl, d->dl);
    return vec_finite(d->rq.a, k->tangent_reals) ? IVP_OK : IVP_DOMAIN;
}

static ivp_status check_force_jac(ivp_status st, const ivp_force_jac *j)
{
    const ivp_mat all[] = { j->fq, j->fu, j->fx, j->dq, j->du, j->dx };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int c = 0; all[k].rows > 0 && c < all[k].cols; c++)
            st = check(st, ivp_at(all[k], 0, c), sz(all[k].rows));
    return st;
}

ivp_status forces_jac(ivp_model *m, const ivp_state *s, ivp_force_jac *out)
{
    const ivp_state at = before_wall(m, s);
    m->count[IVP_N_JAC]++;
    mech *k;
    const ivp_status st = mech_full(m->mech, &k);
    return st ? st : check_force_jac(mech_force_jac(k, &at, out), out);
}

bool ivp_refuses_full(ivp_model *m)
{
    const char *sentence = m->full_refused.text;
    if (*sentence) ivp_reason(m, sentence);
    return *sentence;
}

bool forces_tell_stiff(const ivp_model *m) { return m->mech && m->mech->problem.stiff; }

ivp_status forces_stiff_jac(ivp_model *m, const ivp_state *s, ivp_force_jac *out)
{
    const ivp_state at = before_wall(m, s);
    m->count[IVP_N_JAC]++;
    mech *k;
    const ivp_status st = mech_full(m->mech, &k);
    return st ? st : check_force_jac(mech_stiff_jac(k, &at, out), out);
}

ivp_status forces_along(ivp_model *m, const ivp_state *s, real dt, const real *dq, real *along)
{
    const ivp_state at = before_wall(m, s);
    mech *k = m->mech;
    const ivp_status st = mech_force_along(k, &at, dt, dq);
    copy(along, k->along.f, m->nq);
    copy(along + m->nq, k->along.d, m->nx);
    return check(st, along, sz(m->nq + m->nx));
}
