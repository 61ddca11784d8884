/* jac_columns_at.c -- see jac_columns.h: the entries, written by the problem or by complex
 * steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/jac_columns.h"

#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/problem/cstep.h"

static size_t sz(int n) { return (size_t)n; }

/* ---- by hand ---------------------------------------------------------------------------- */

/* to := the problem's own Jacobian; c: of F = 0 */
static ivp_status by_hand(jac_columns *k, const ivp_state *s, real c, real *to)
{
    const instance *i = k->m->instance;
    const ivp_problem *p = i->problem;
    ivp_status st = IVP_OK;
    ivp_mat J;
    k->m->count[IVP_N_JAC_EVALS]++;
    for (bool again = true; again && !st;) {
        if (!taped_begin(&k->hand, &J)) return IVP_E_NOMEM;
        st = p->form == IVP_DAE ? p->dae.jac(s, c, J, i->p) : p->ode.jac(s, J, i->p);
        again = taped_again(&k->hand, &st);
    }
    if (!st) st = taped_values(&k->hand, to);
    if (st == IVP_E_INVALID)
        ivp_reason(k->m,
                   "the Jacobian that the problem writes has an entry outside the pattern "
                   "that the problem declares: .pattern must name it");
    return st;
}

/* ---- by complex steps ------------------------------------------------------------------- */

/* The derivative of f or F along the direction of m->point, in m->work. */
static ivp_status step_of_function(jac_columns *c)
{
    ivp_model *m = c->m;
    const real *direction = m->point + 1 + 2 * sz(m->n);
    struct cstep *twin = m->instance->twin;
    m->count[IVP_N_JAC_EVALS]++;
    return m->instance->problem->form == IVP_DAE ? cstep_F(twin, m->point, direction, m->work)
                                                 : cstep_f(twin, m->point, direction, m->work);
}

typedef ivp_status (*along)(jac_columns *c); /* m->work := the derivative along a direction */

/* to += sign times the derivatives by the n unknowns at direction[0], colour by colour */
static ivp_status step_colours(jac_columns *c, along step, real *direction, real sign, real *to)
{
    const sparse_pattern *p = &c->pattern;
    ivp_status st = IVP_OK;
    for (int k = 0; !st && k < c->colours; k++) {
        const int first = c->colour_first[k], end = c->colour_first[k + 1];
        for (int a = first; a < end; a++) direction[c->coloured[a]] = 1;
        st = step(c);
        for (int a = first; a < end; a++) {
            const int j = c->coloured[a];
            direction[j] = 0;
            for (int e = p->first[j]; e < p->first[j + 1]; e++)
                to[e] += sign * c->m->work[p->row[e]];
        }
    }
    return st;
}

/* ---- the three forms -------------------------------------------------------------------- */

static ivp_status of_f(jac_columns *c, real t, const real *y, real *ft)
{
    const ivp_state s = { .t = t, .y = y };
    real *direction = view_point(c->m, t, y, NULL);
    memset(c->J, 0, sz(c->entries) * sizeof *c->J);
    const ivp_status st = c->hand.sheet
                              ? by_hand(c, &s, 0, c->J)
                              : step_colours(c, step_of_function, direction + 1, 1, c->J);
    return st || !ft ? st : view_dt(c->m, t, y, ft);
}

/* J -= d(M y')/dy and ft -= dM/dt y', where M varies */
static ivp_status step_of_mass(jac_columns *c) { return linear_step(c->m, c->m->work); }

static ivp_status of_mass(jac_columns *c, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = c->m;
    if (!m->instance->problem->ode.mass_varies) return linear_mass(m, t, y);
    real *direction = view_point(m, t, y, yp);
    ivp_status st = step_colours(c, step_of_mass, direction + 1, -1, c->J);
    direction[0] = 1;
    if (!st && ft) st = step_of_mass(c);
    for (int k = 0; !st && ft && k < m->n; k++) ft[k] -= m->work[k];
    return st ? st : linear_mass(m, t, y);
}

/* M := dF/dy' = J(1) - J(0) and J := -dF/dy = -J(0) */
static ivp_status of_F_by_hand(jac_columns *c, const ivp_state *s)
{
    ivp_status st = by_hand(c, s, 0, c->J);
    if (!st) st = by_hand(c, s, 1, c->M);
    for (int e = 0; !st && e < c->entries; e++) {
        c->M[e] -= c->J[e];
        c->J[e] = -c->J[e];
    }
    return st;
}

static ivp_status of_F(jac_columns *c, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = c->m;
    const ivp_state s = { .t = t, .y = y, .yp = yp };
    real *direction = view_point(m, t, y, yp);
    memset(c->J, 0, sz(c->entries) * sizeof *c->J);
    memset(c->M, 0, sz(c->entries) * sizeof *c->M);
    ivp_status st = IVP_OK;
    if (c->hand.sheet) {
        st = of_F_by_hand(c, &s);
    } else {
        st = step_colours(c, step_of_function, direction + 1, -1, c->J);
        if (!st) st = step_colours(c, step_of_function, direction + 1 + m->n, 1, c->M);
    }
    if (st || !ft) return st;
    direction[0] = 1;
    st = step_of_function(c);
    for (int k = 0; k < m->n; k++) ft[k] = -m->work[k];
    return st;
}

ivp_status jac_columns_at(jac_columns *c, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = c->m;
    const ivp_form form = m->instance->problem->form;
    m->count[IVP_N_JAC]++;
    ivp_status st = form == IVP_DAE ? of_F(c, t, y, yp, ft) : of_f(c, t, y, ft);
    if (!st && form == IVP_LIN) st = of_mass(c, t, y, yp, ft);
    if (st) return st;
    const bool finite = vec_finite(c->J, sz(c->entries)) &&
                        (!c->M || vec_finite(c->M, sz(c->entries))) &&
                        (!ft || vec_finite(ft, sz(m->n)));
    return finite ? IVP_OK : IVP_DOMAIN;
}
