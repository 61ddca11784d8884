/* model.c -- opens a problem in one formulation and one view; layouts of its unknowns.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/model_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/formulation/memory.h"
#include "kernel/problem/mech.h"
#include "kernel/formulation/partition.h"
#include "kernel/problem/status.h"

static size_t sz(int n) { return (size_t)n; }

/* ---- opening --------------------------------------------------------------------------- */

static bool has_multipliers(const ivp_model *m)
{
    return m->ng > 0 && !(m->view & (IVP_FIRST | IVP_SECOND));
}

static int count_unknowns(const ivp_model *m)
{
    const int multipliers = !has_multipliers(m) ? 0 : m->formulation == IVP_GGL ? 2 : 1;
    const int dependent = m->formulation == IVP_STATE_SPACE ? 2 * m->ng : 0;
    return m->instance->sizes.n + multipliers * m->ng - dependent;
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

/* The words of projected's option newton: default, converged, 1, 2 ... */
static int newton_steps(int word) { return word == 1 ? IVP_CONVERGED : word ? word - 1 : 0; }

static void read_projection(ivp_model *m, const real *option)
{
    m->given.newton = newton_steps((int)option[0]);
    m->given.base = (int)option[1] ? IVP_INDEX2 : IVP_INDEX1;
    m->newton = m->given.newton > 0 ? m->given.newton : 0;
}

static void read_options(ivp_model *m, const real *option)
{
    const real w = 100 / (real)model_span(m);
    if (m->formulation == IVP_PROJECTED) read_projection(m, option);
    if (!m->mech || !(m->formulation & (IVP_BAUMGARTE1 | IVP_BAUMGARTE2))) return;
    m->given.alpha = option[0];
    m->mech->alpha = option[0] != 0 ? option[0] : w;
    if (m->formulation == IVP_BAUMGARTE2) return;
    m->given.beta = option[1];
    m->mech->beta = option[1] != 0 ? option[1] : m->mech->alpha * m->mech->alpha;
}

/* y' = f of a projected model is that of index 1. */
static bool options_fit(ivp_view view, ivp_formulation f, const real *option, reason *why)
{
    if (f != IVP_PROJECTED || view == IVP_MECH_VIEW || (int)option[1] == 0) return true;
    return reason_set(
        why, "projected: base=index2 is for methods that work through the blocks of a "
             "mechanical problem; this one works through y' = f, where the base is index1");
}

static bool sparse_fits(const instance *i, ivp_formulation f, const real *option, reason *why)
{
    formulation_solving how;
    formulation_solved(f, option, &how);
    if (how.elimination != ELIMINATION_SPARSE) return true;
    const bool writes = instance_takes_sparse(i);
    if (writes && f != IVP_STATE_SPACE) return true;
    return reason_set(
        why,
        "elimination=sparse is for mechanical problems that are compiled with IVP_SPARSE, in "
        "all formulations but state_space; %s",
        writes ? "take another one" : "this one is not: take elimination=static");
}

static const struct elimination_code *compiled(const ivp_model *m)
{
    return m->solving.elimination == ELIMINATION_INTERPRETED ? NULL : m->instance->code;
}

/* Coordinates are partitioned by the columns of a full G. */
static bool takes_sparse(const ivp_model *m)
{
    const ivp_elimination how = m->solving.elimination;
    if (how == ELIMINATION_DENSE || m->formulation == IVP_STATE_SPACE) return false;
    return how == ELIMINATION_SPARSE ? instance_takes_sparse(m->instance) : m->instance->sparse;
}

/* A matrix and its factors. */
static void judge_full(ivp_model *m)
{
    char what[80];
    snprintf(what, sizeof what, "two full matrices of %d unknowns, which it forms,", m->n);
    memory_fits(2 * (double)sizeof(real) * m->n * m->n, what,
                "docs/large.md says which methods do without", &m->full_refused);
}

static ivp_status allocate(ivp_model *m)
{
    const instance *i = m->instance;
    const size_t n = sz(m->n), nq = sz(m->nq);
    const size_t wide = sz(i->sizes.n);
    m->y = calloc(n + (1 + 2 * n) * 2 + n + 2 * nq + sz(m->nx) + 2 * wide, sizeof *m->y);
    m->index = calloc(n, sizeof *m->index);
    m->differential = calloc(n, sizeof *m->differential);
    if (!m->y || !m->index || !m->differential) return IVP_E_NOMEM;
    m->point = m->y + n;
    m->work = m->point + 2 * (1 + 2 * n);
    m->q = m->work + n;
    m->u = m->q + nq;
    m->x = m->u + nq;
    m->scratch = m->x + sz(m->nx);
    judge_full(m);
    ivp_status st = jac_columns_open(m);
    if (!st && i->problem->form == IVP_LIN) st = linear_open(m);
    if (m->formulation == IVP_STATE_SPACE) st = partition_create(&m->part, m->nq, m->ng);
    if (st || i->problem->form != IVP_MECH) return st;
    const bool large = takes_sparse(m);
    st = (large ? mech_create_sparse : mech_create)(&m->mech, i->problem, &i->sizes, i->p,
                                                    i->twin, m->count);
    if (st || large || !i->plan || m->solving.elimination == ELIMINATION_DENSE) return st;
    return mech_eliminate(m->mech, i->plan, compiled(m));
}

const char *model_elimination(const ivp_model *m)
{
    if (m->mech && m->mech->sparse) return "sparse";
    return !m->mech ? "" : !m->mech->fixed ? "dense" : compiled(m) ? "static" : "interpreted";
}

ivp_status model_open(ivp_model **out, instance *i, ivp_formulation f, const char *options,
                      ivp_view view, reason *why)
{
    *out = NULL;
    char text[FORMULATION_OPTIONS][SETTING_MAX];
    real option[FORMULATION_OPTIONS] = { 0 };
    if (!formulation_views(i, f) ||
        !settings_parse(formulation_options(f), options, "formulation", text, option, why) ||
        !options_fit(view, f, option, why) || !sparse_fits(i, f, option, why))
        return IVP_E_INVALID;
    ivp_model *m = calloc(1, sizeof *m);
    if (!m) return IVP_E_NOMEM;
    *m = (ivp_model){ .instance = i,
                      .formulation = f,
                      .view = view,
                      .nq = i->sizes.nq,
                      .nx = i->sizes.nx,
                      .ng = i->sizes.ng };
    model_piece(m, -(real)INFINITY, (real)INFINITY);
    if (i->problem->form != IVP_MECH) m->nq = m->nx = m->ng = 0;
    m->n = count_unknowns(m);
    formulation_solved(f, option, &m->solving);
    m->noise = noise_of(m->solving.noise);
    ivp_status st = allocate(m);
    if (!st && m->mech) m->mech->noise = m->noise;
    if (!st && m->part) st = state_space_choose(m, i->t0, i->start);
    if (st) {
        reason_set(why, "%s: this formulation cannot be opened (%s%s)", i->problem->name,
                   status_name(st),
                   st == IVP_SINGULAR ? ": the constraints are redundant at the start" : "");
        model_close(m);
        return st < 0 ? st : IVP_E_DECLINED;
    }
    m->direct = !m->part && !m->mech && !m->noise.state;
    classify(m);
    read_options(m, option);
    settings_spell(formulation_options(f), options, text, m->options, sizeof m->options);
    *out = m;
    return IVP_OK;
}

/* A distance that times around t can show; around 0 the smallest that arithmetic takes without
 * loss. */
static real ulp(real t) { return ivp_max(IVP_EPS * ivp_abs(t), R(1e-290)); }

void model_piece(ivp_model *m, real from, real wall)
{
    m->wall = wall;
    m->last = wall < (real)INFINITY ? wall - ulp(wall) : wall;
    m->from = from;
    m->first = from > -(real)INFINITY ? from + ulp(from) : from;
}

void model_close(ivp_model *m)
{
    if (!m) return;
    partition_destroy(m->part);
    linear_close(m);
    if (m->pencil) m->close_pencil(m->pencil);
    jac_columns_close(m->columns);
    if (m->saddle) m->close_saddle(m->saddle);
    if (m->batch) m->close_batch(m->batch);
    mech_destroy(m->mech);
    free(m->y);
    free(m->full);
    free(m->index);
    free(m->differential);
    free(m);
}

void model_anew(ivp_model *m)
{
    if (m->mech) mech_sparse_anew(m->mech->sparse);
    if (m->saddle) m->anew_saddle(m->saddle);
}

void model_begin(ivp_model *m)
{
    if (m->mass) linear_begin(m);
    if (m->pencil) m->begin_pencil(m->pencil);
}

/* ---- state ----------------------------------------------------------------------------- */

static ivp_status project(ivp_model *m, real t, real *y, ivp_settled *what)
{
    real dq = 0, du = 0;
    ivp_status st = mech_project_q(m->mech, m->newton, t, y, &dq);
    if (!st) st = mech_project_u(m->mech, t, y, &du);
    if (dq != 0 || du != 0) *what = IVP_SETTLED_MOVED;
    return st;
}

ivp_status model_settle(ivp_model *m, real t, real *y, ivp_settled *what)
{
    *what = IVP_SETTLED_KEPT;
    if (m->formulation == IVP_PROJECTED && m->ng) return project(m, t, y, what);
    if (!m->part) return IVP_OK;
    bool good = true;
    const ivp_status st = state_space_settle(m, t, y, &good);
    if (!good) *what = IVP_SETTLED_RESTART;
    return st;
}

void model_pack(const ivp_model *m, const real *canonical, real *y)
{
    if (m->part)
        state_space_pack(m, canonical, y);
    else
        memcpy(y, canonical, sz(m->instance->sizes.n) * sizeof *y);
}

/* u, a and x' in the canonical order of q, u, x, to be packed like them */
static ivp_status slopes(ivp_model *m, real t, const real *canonical, real *yp)
{
    instance *i = m->instance;
    const ivp_state s = instance_view(i, t, canonical, NULL);
    memcpy(yp, s.u, sz(m->nq) * sizeof *yp);
    memcpy(yp + m->nq, s.a, sz(m->nq) * sizeof *yp);
    if (!m->nx) return IVP_OK;
    const ivp_status st = mech_terms(i->mech, IVP_D, &s);
    memcpy(yp + 2 * m->nq, i->mech->at.d, sz(m->nx) * sizeof *yp);
    return st;
}

ivp_status model_unknowns(ivp_model *m, real t, const real *canonical, real *y, real *yp)
{
    const instance *i = m->instance;
    const int n = i->sizes.n;
    memset(yp, 0, sz(m->n) * sizeof *yp);
    ivp_status st = m->part ? state_space_choose(m, t, canonical) : IVP_OK;
    model_pack(m, canonical, y);
    const ivp_state s = { .t = t, .y = y };
    if (i->problem->form == IVP_ODE) return i->problem->ode.f(&s, yp, i->p);
    if (st || i->problem->form != IVP_MECH) return st;

    st = slopes(m, t, canonical, m->scratch);
    model_pack(m, m->scratch, yp);
    if (has_multipliers(m)) {
        memset(y + n, 0, sz(m->n - n) * sizeof *y);
        memcpy(y + n, canonical + n + m->nq, sz(m->ng) * sizeof *y);
    }
    return st;
}

ivp_status model_start(ivp_model *m, real *y, real *yp)
{
    const instance *i = m->instance;
    const ivp_status st = model_unknowns(m, i->t0, i->start, y, yp);
    if (i->problem->form == IVP_LIN || i->problem->form == IVP_DAE)
        memcpy(yp, i->start_yp, sz(m->n) * sizeof *yp);
    return st;
}

ivp_status model_positions(ivp_model *m, real t, const real *y, real *canonical)
{
    if (m->part) return state_space_positions(m, t, y, canonical);
    memcpy(canonical, y, sz(m->instance->sizes.n) * sizeof *y);
    return IVP_OK;
}

ivp_status model_canonical(ivp_model *m, real t, const real *y, real *canonical)
{
    const int n = m->instance->sizes.n;
    ivp_status st = model_positions(m, t, y, canonical);
    if (!st) st = instance_complete(m->instance, t, canonical);
    if (!st && has_multipliers(m)) memcpy(canonical + n + m->nq, y + n, sz(m->ng) * sizeof *y);
    return st;
}

void model_weights(const ivp_model *m, real *weight)
{
    const instance *i = m->instance;
    const int n = i->sizes.n;
    real *wide = m->scratch;
    double *given = (double *)(wide + n); /* no double is longer than a real */
    for (int k = 0; k < n; k++) given[k] = 1;
    if (i->problem->weights) i->problem->weights(i->p, given);
    for (int k = 0; k < n; k++) wide[k] = given[k];
    for (int k = 0; k < m->n; k++) weight[k] = 1;
    model_pack(m, wide, weight);
}
