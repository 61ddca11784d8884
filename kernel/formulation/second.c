/* second.c -- y' = f(t, y) that the problem declares to be of second order: with y = (v, v') and
 * f = (v', a), methods see v'' = a(t, v, v').
 *
 *     a = the second half of f
 *     da/dv, da/dv' = the left and the right half of the lower rows of df/dy
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/model_inner.h"

static size_t sz(int n) { return (size_t)n; }

bool ivp_velocity_free(const ivp_model *m)
{
    return m->view == IVP_SECOND && m->instance->problem->velocity_free && !m->ng;
}

/* y = (v, v') as f reads it */
static const real *joined(ivp_model *m, const real *v, const real *vp)
{
    const int nv = m->n / 2;
    if (vp == v + nv) return v;
    memmove(m->y, v, sz(nv) * sizeof *v);
    memmove(m->y + nv, vp, sz(nv) * sizeof *vp);
    return m->y;
}

ivp_status second_accel(ivp_model *m, real t, const real *v, const real *vp, real *a)
{
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = joined(m, v, vp) };
    const int nv = m->n / 2;
    m->count[IVP_N_F]++;
    const ivp_status st = i->problem->ode.f(&s, m->work, i->p);
    noise_add(&m->noise, m->work, m->n);
    memcpy(a, m->work + nv, sz(nv) * sizeof *a);
    return st;
}

/* df/dy, full; its storage is taken once. */
static ivp_status jacobian(ivp_model *m, real t, const real *y, ivp_mat *J)
{
    const size_t n = sz(m->n);
    if (!m->full) m->full = malloc(n * n * sizeof *m->full);
    if (!m->full) return IVP_E_NOMEM;
    *J = (ivp_mat){ m->n, m->n, m->n, m->full };
    memset(m->full, 0, n * n * sizeof *m->full);
    return view_ode_jac(m, t, y, *J);
}

ivp_status second_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                            ivp_mat J2, real *at)
{
    const int nv = m->n / 2;
    const size_t column = sz(nv) * sizeof *v;
    const real *y = joined(m, v, vp);
    ivp_mat J;
    ivp_status st = jacobian(m, t, y, &J);
    for (int j = 0; !st && j < nv; j++) {
        memcpy(ivp_at(J1, 0, j), ivp_at(J, nv, j), column);
        memcpy(ivp_at(J2, 0, j), ivp_at(J, nv, nv + j), column);
    }
    if (st || !at) return st;
    st = view_dt(m, t, y, m->work);
    memcpy(at, m->work + nv, column);
    return st;
}
