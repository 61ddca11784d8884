/* model.c -- opens a problem in one formulation and one view; layouts of its unknowns. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mech.h"

static size_t sz(int n) { return (size_t)n; }

int ivp_n(const ivp_model *m) { return m->n; }
int ivp_nq(const ivp_model *m) { return m->nq; }
int ivp_nx(const ivp_model *m) { return m->nx; }
int ivp_ng(const ivp_model *m) { return m->ng; }
ivp_formulation ivp_formulation_of(const ivp_model *m) { return m->formulation; }
ivp_view ivp_view_of(const ivp_model *m) { return m->view; }
const int *ivp_index(const ivp_model *m) { return m->index; }
const bool *ivp_differential(const ivp_model *m) { return m->differential; }
double ivp_span(const ivp_model *m) { return m->instance->t1 - m->instance->t0; }

/* ---- opening --------------------------------------------------------------------------- */

static bool has_multipliers(const ivp_model *m) { return m->ng > 0 && m->view != IVP_FIRST; }

static int count_unknowns(const ivp_model *m)
{
    const int multipliers = !has_multipliers(m) ? 0 : m->formulation == IVP_GGL ? 2 : 1;
    return m->instance->sizes.n + multipliers * m->ng;
}

/* Index of the multipliers' rows: 3, 2 or 1; q, u, x count as 1, 2, 1 in an index-3 system. */
static void classify(ivp_model *m)
{
    const unsigned two = IVP_INDEX2 | IVP_GGL | IVP_BAUMGARTE2;
    const int multiplier = m->formulation == IVP_INDEX3 ? 3 : m->formulation & two ? 2 : 1;
    const int *given = m->instance->problem->index;
    for (int k = 0; k < m->n; k++) {
        const bool algebraic = k >= m->instance->sizes.n;
        const bool velocity = m->nq && k >= m->nq && k < 2 * m->nq;
        m->differential[k] = !algebraic && !(given && given[k] > 1);
        m->index[k] = algebraic                                  ? multiplier
                      : velocity && m->formulation == IVP_INDEX3 ? 2
                      : given                                    ? given[k]
                                                                 : 1;
    }
}

static void read_options(ivp_model *m, const real *option)
{
    const real w = 100 / (real)ivp_span(m);
    if (m->formulation == IVP_PROJECTED) m->newton = (int)option[0];
    if (!m->mech || !(m->formulation & (IVP_BAUMGARTE1 | IVP_BAUMGARTE2))) return;
    m->mech->alpha = option[0] != 0 ? option[0] : w;
    if (m->formulation == IVP_BAUMGARTE1)
        m->mech->beta = option[1] != 0 ? option[1] : m->mech->alpha * m->mech->alpha;
}

static ivp_status allocate(ivp_model *m)
{
    const instance *i = m->instance;
    const size_t n = sz(m->n);
    m->y = calloc(n + (1 + 2 * n) * 2 + n, sizeof *m->y);
    m->index = calloc(n, sizeof *m->index);
    m->differential = calloc(n, sizeof *m->differential);
    if (!m->y || !m->index || !m->differential) return IVP_E_NOMEM;
    m->point = m->y + n;
    m->work = m->point + 2 * (1 + 2 * n);
    return i->problem->form == IVP_MECH
               ? mech_create(&m->mech, i->problem, &i->sizes, i->p, i->twin, m->count)
               : IVP_OK;
}

ivp_status model_open(ivp_model **out, instance *i, ivp_formulation f, const char *options,
                      ivp_view view, char *why)
{
    *out = NULL;
    char text[2][SETTING_MAX];
    real option[2] = { 0, 0 };
    if (!formulation_views(i, f) ||
        !settings_parse(formulation_options(f), options, "formulation", text, option, why))
        return IVP_E_INVALID;
    ivp_model *m = calloc(1, sizeof *m);
    if (!m) return IVP_E_NOMEM;
    *m = (ivp_model){ .instance = i,
                      .formulation = f,
                      .view = view,
                      .nq = i->sizes.nq,
                      .nx = i->sizes.nx,
                      .ng = i->sizes.ng };
    if (i->problem->form != IVP_MECH) m->nq = m->nx = m->ng = 0;
    m->n = count_unknowns(m);
    ivp_status st = allocate(m);
    if (st) {
        model_close(m);
        return st;
    }
    classify(m);
    read_options(m, option);
    *out = m;
    return IVP_OK;
}

void model_close(ivp_model *m)
{
    if (!m) return;
    mech_destroy(m->mech);
    free(m->y);
    free(m->index);
    free(m->differential);
    free(m);
}

/* ---- state ----------------------------------------------------------------------------- */

ivp_status model_settle(ivp_model *m, real t, real *y, bool *moved)
{
    *moved = false;
    if (m->formulation != IVP_PROJECTED || !m->ng) return IVP_OK;
    real dq = 0, du = 0;
    real *u = y + m->nq, *x = u + m->nq;
    ivp_status st = mech_project_q(m->mech, m->newton, t, y, u, x, &dq);
    if (!st) st = mech_project_u(m->mech, t, y, u, x, &du);
    *moved = dq != 0 || du != 0;
    return st;
}

ivp_status model_unknowns(ivp_model *m, real t, real *canonical, real *y, real *yp)
{
    const instance *i = m->instance;
    const int n = i->sizes.n;
    memset(yp, 0, sz(m->n) * sizeof *yp);
    memcpy(y, canonical, sz(n) * sizeof *y);
    if (i->problem->form != IVP_MECH)
        return i->problem->form == IVP_ODE ? i->problem->ode.f(t, y, yp, i->p) : IVP_OK;

    ivp_state s = instance_view(i, t, canonical, NULL);
    memcpy(yp, s.u, sz(m->nq) * sizeof *yp);
    memcpy(yp + m->nq, s.a, sz(m->nq) * sizeof *yp);
    ivp_status st = IVP_OK;
    if (m->nx) {
        st = mech_terms(i->mech, IVP_D, t, s.q, s.u, s.x, s.lambda);
        memcpy(yp + 2 * m->nq, i->mech->at.d, sz(m->nx) * sizeof *yp);
    }
    if (has_multipliers(m)) {
        memset(y + n, 0, sz(m->n - n) * sizeof *y);
        memcpy(y + n, s.lambda, sz(m->ng) * sizeof *y);
    }
    return st;
}

void model_start(const ivp_model *m, real *y, real *yp)
{
    const instance *i = m->instance;
    const int n = i->sizes.n;
    memset(y, 0, sz(m->n) * sizeof *y);
    memset(yp, 0, sz(m->n) * sizeof *yp);
    memcpy(y, i->start, sz(n) * sizeof *y);
    memcpy(yp, i->start_yp, sz(n) * sizeof *yp);
    if (has_multipliers(m)) /* canonical order: q u x a lambda */
        memcpy(y + n, i->start + n + m->nq, sz(m->ng) * sizeof *y);
}

ivp_status model_canonical(ivp_model *m, real t, const real *y, real *canonical)
{
    instance *i = m->instance;
    const int n = i->sizes.n;
    memcpy(canonical, y, sz(n) * sizeof *y);
    ivp_status st = instance_complete(i, t, canonical);
    if (!st && has_multipliers(m)) memcpy(canonical + n + m->nq, y + n, sz(m->ng) * sizeof *y);
    return st;
}
