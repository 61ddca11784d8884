/* project.c -- projection onto the position and velocity manifolds in the mass metric.
 *
 *     [ M  G^T ] [ dq  ]   [ 0        ]        [ M  G^T ] [ du  ]   [ 0            ]
 *     [ G  0   ] [ eta ] = [ -g(t, q) ]        [ G  0   ] [ eta ] = [ -(G u + g_t) ]
 *
 * Positions take simplified Newton steps with M and G of the first iterate (RT paper, section
 * 3.3).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"
#include "kernel/linear/newton.h"
#include "kernel/linear/saddle.h"

/* Factors [M G^T; G 0] at a point, with g and g_t evaluated too. */
static ivp_status metric_at(mech *m, const ivp_state *s)
{
    ivp_status st = mech_terms(m, IVP_M | IVP_CON | IVP_GQ | IVP_GT, s);
    return st ? st : mech_factor(m);
}

static real move(mech *m, const real *violation, real *y)
{
    memset(m->rhs, 0, (size_t)m->nq * sizeof(real));
    for (int i = 0; i < m->ng; i++) m->rhs[m->nq + i] = -violation[i];
    mech_solve(m, m->rhs);
    for (int i = 0; i < m->nq; i++) y[i] += m->rhs[i];
    return vec_max(m->rhs, m->nq);
}

ivp_status mech_project_q(mech *m, int newton, real t, real *y, real *moved)
{
    const ivp_state s = mech_state(m, t, y);
    m->count[IVP_N_PROJECT]++;
    ivp_status st = metric_at(m, &s);
    const real scale = ivp_max(vec_max(y, m->nq), R(1e-3));
    real last = 0;
    for (int k = 0; !st && k < (newton ? newton : NEWTON_MOST); k++) {
        if (k) st = mech_terms(m, IVP_CON, &s);
        if (st) break;
        const real step = move(m, m->at.g, y) / scale;
        if (!ivp_finite(step)) return IVP_DOMAIN;
        if (k == 0 && moved) *moved = step;
        if (!newton && newton_ends(k, step, last, &st)) return st;
        last = step;
    }
    return st ? st : newton ? IVP_OK : IVP_NO_CONVERGENCE;
}

ivp_status mech_project_u(mech *m, real t, real *y, real *moved)
{
    const ivp_state s = mech_state(m, t, y);
    real *u = y + m->nq;
    ivp_status st = metric_at(m, &s);
    if (st) return st;
    saddle_velocity(m->at.G, u, m->at.gt, m->at.gamma); /* gamma is not in use here */
    const real step = move(m, m->at.gamma, u) / ivp_max(vec_max(u, m->nq), R(1e-3));
    if (moved) *moved = step;
    return ivp_finite(step) ? IVP_OK : IVP_DOMAIN;
}
