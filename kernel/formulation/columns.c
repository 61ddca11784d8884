/* columns.c -- Jacobians of a problem column by column: full or packed diagonals, by hand or by
 * complex steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/linear/band.h"
#include "kernel/problem/cstep.h"

static size_t sz(int n) { return (size_t)n; }

/* A band that is packed: kernel/linear/band.h. */
static bool packed(ivp_mat J) { return J.ld < J.rows; }

int view_top(const ivp_model *m, ivp_mat J, int j)
{
    return packed(J) ? band_top(ivp_band_of(m).upper, j) : 0;
}

int view_end(const ivp_model *m, ivp_mat J, int j)
{
    return packed(J) ? band_end(m->n, ivp_band_of(m).lower, j) : J.rows;
}

void view_negate(const ivp_model *m, ivp_mat J)
{
    for (int j = 0; j < m->n; j++)
        for (int k = view_top(m, J, j); k < view_end(m, J, j); k++)
            *ivp_at(J, k, j) = -*ivp_at(J, k, j);
}

real *view_point(ivp_model *m, real t, const real *y, const real *yp)
{
    const size_t n = sz(m->n);
    m->point[0] = t;
    memcpy(m->point + 1, y, n * sizeof *y);
    if (yp) memcpy(m->point + 1 + n, yp, n * sizeof *yp);
    real *direction = m->point + 1 + 2 * n;
    memset(direction, 0, (1 + 2 * n) * sizeof *direction);
    return direction;
}

/* Column j of a band from a vector that holds it among others. */
static void put_column(const ivp_model *m, ivp_band band, int j, const real *from, ivp_mat J)
{
    const int first = band_top(band.upper, j), last = band_end(m->n, band.lower, j);
    memcpy(ivp_at(J, first, j), from + first, sz(last - first) * sizeof *from);
}

/* Columns of df/dy, or of dF/dy + c dF/dy' (implicit), that do not overlap within the band,
 * from one complex step along all of them. */
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

ivp_status view_step_all(ivp_model *m, bool implicit, real c, ivp_mat J)
{
    const ivp_band band = ivp_band_of(m);
    const int width = band.lower + band.upper + 1, steps = width < m->n ? width : m->n;
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < steps; j++) st = step_columns(m, j, implicit, c, J);
    m->count[IVP_N_JAC_EVALS] += steps;
    return st;
}

/* df/dy of an ODE or LIN problem: by hand or by complex steps */
ivp_status view_ode_jac(ivp_model *m, real t, const real *y, ivp_mat J)
{
    const instance *i = m->instance;
    const ivp_state s = { .t = t, .y = y };
    view_point(m, t, y, NULL);
    if (!i->problem->ode.jac) return view_step_all(m, false, 0, J);
    m->count[IVP_N_JAC_EVALS]++;
    return i->problem->ode.jac(&s, J, i->p);
}

ivp_status view_dt(ivp_model *m, real t, const real *y, real *ft)
{
    if (m->instance->problem->ode.autonomous) {
        memset(ft, 0, sz(m->n) * sizeof *ft);
        return IVP_OK;
    }
    real *direction = view_point(m, t, y, NULL);
    direction[0] = 1;
    m->count[IVP_N_JAC_EVALS]++;
    return cstep_f(m->instance->twin, m->point, direction, ft);
}
