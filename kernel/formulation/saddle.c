/* saddle.c -- sparse iteration matrices for methods that work through the blocks of a
 * mechanism.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/saddle_shift.h"
#include "kernel/linear/tape.h"

struct sparse_saddle {
    ivp_model *model;
    ivp_tape M[2], G[2]; /* copies, of the caller */
    mech_matrix *matrix;
    bool has_mass; /* number MASS holds factors of [M G^T; G 0] of the last linearisation */
};

enum { MASS = SHIFTS - 1 };

static void saddle_close(sparse_saddle *s)
{
    if (!s) return;
    mech_matrix_destroy(s->matrix);
    for (int k = 0; k < 2; k++) {
        free(s->M[k].value);
        free(s->G[k].value);
    }
    free(s);
}

bool ivp_is_sparse(const ivp_model *m)
{
    const mech *k = m->mech;
    return k && k->sparse && !k->problem.tangent && !m->nx;
}

static void anew(sparse_saddle *s) { mech_matrix_anew(s->matrix); }

ivp_status sparse_saddle_open(ivp_model *m, sparse_saddle **out)
{
    *out = NULL;
    mech *k = m->mech;
    if (!ivp_is_sparse(m)) return IVP_OK;
    sparse_saddle *s = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->model = m;
    bool good = true;
    for (int set = 0; set < 2; set++) {
        s->M[set] = mech_sparse_copy(k->at.M);
        s->G[set] = mech_sparse_copy(k->at.G);
        good = good && tape_begin(&s->M[set]) && tape_begin(&s->G[set]);
    }
    s->matrix = mech_matrix_create(k, true);
    if (!s->matrix || !good) {
        saddle_close(s);
        return IVP_E_NOMEM;
    }
    if (m->saddle) saddle_close(m->saddle);
    m->saddle = s;
    m->close_saddle = saddle_close;
    m->anew_saddle = anew;
    *out = s;
    return IVP_OK;
}

void sparse_saddle_begin(sparse_saddle *s) { saddle_forget(s->matrix); }

void sparse_saddle_blocks(sparse_saddle *s, int set, ivp_blocks *out)
{
    out->M = tape_view(&s->M[set]);
    out->G = tape_view(&s->G[set]);
}

ivp_status sparse_saddle_factor(sparse_saddle *s, const ivp_state *at, real m, real kq, real ku)
{
    long *count = s->model->count;
    ivp_state inside = at ? *at : (ivp_state){ 0 };
    if (at) inside.t = model_inside(s->model, at->t);
    count[IVP_N_LU]++;
    if (kq != 0 || ku != 0) count[IVP_N_JAC]++;
    return mech_matrix_factor(s->matrix, tape_view(s->M), tape_view(s->G), &inside, m, kq, ku);
}

ivp_status sparse_saddle_factor_forces(sparse_saddle *s, int k, const ivp_blocks *b,
                                       ivp_mat below, const ivp_state *at, real kq, real ku)
{
    long *count = s->model->count;
    ivp_state inside = at ? *at : (ivp_state){ 0 };
    if (at) inside.t = model_inside(s->model, at->t);
    count[IVP_N_LU]++;
    if (kq != 0 || ku != 0) count[IVP_N_JAC]++;
    return saddle_factor_forces(s->matrix, k, b, below, &inside, kq, ku);
}

ivp_status sparse_saddle_factor_free(sparse_saddle *s, ivp_mat M, const ivp_state *at, real kq,
                                     real ku)
{
    long *count = s->model->count;
    ivp_state inside = *at;
    inside.t = model_inside(s->model, at->t);
    count[IVP_N_LU]++;
    if (kq != 0 || ku != 0) count[IVP_N_JAC]++;
    return saddle_factor_free(s->matrix, M, &inside, kq, ku);
}

void sparse_saddle_solve_free(sparse_saddle *s, real *x)
{
    s->model->count[IVP_N_SOLVE]++;
    sparse_solve(s->matrix->free.factors, x);
}

ivp_status sparse_saddle_factor_stabilised(sparse_saddle *s, const ivp_state *at, real m,
                                           real kq, real ku)
{
    ivp_blocks b = { 0 };
    ivp_state inside = *at;
    inside.t = model_inside(s->model, at->t);
    sparse_saddle_blocks(s, 0, &b);
    s->model->count[IVP_N_LU]++;
    s->model->count[IVP_N_JAC]++;
    return saddle_factor_stabilised(s->matrix, &b, tape_view(&s->G[1]), &inside, m, kq, ku);
}

void sparse_saddle_solve_stabilised(sparse_saddle *s, real *x)
{
    s->model->count[IVP_N_SOLVE]++;
    saddle_solve_stabilised(s->matrix, x);
}

int sparse_saddle_made(const sparse_saddle *s) { return s->matrix->made; }

void sparse_saddle_solve(sparse_saddle *s, real *x)
{
    s->model->count[IVP_N_SOLVE]++;
    mech_matrix_solve(s->matrix, x);
}

/* Accelerations and multipliers of y' = f, where the point comes without. */
static ivp_status complete(sparse_saddle *s, ivp_state *at)
{
    if (at->a) return IVP_OK;
    mech *k = s->model->mech;
    const ivp_status st = mech_accelerate_factored(k, at);
    at->a = k->a;
    at->lambda = k->lambda;
    return st;
}

ivp_status sparse_saddle_linearise(sparse_saddle *s, const ivp_state *at, real *by_time)
{
    const ivp_model *m = s->model;
    ivp_state inside = *at;
    inside.t = model_inside(m, at->t);
    s->model->count[IVP_N_JAC]++;
    s->has_mass = false;
    ivp_status st = complete(s, &inside);
    const real *mu = m->formulation == IVP_GGL ? inside.lambda + m->ng : NULL;
    if (!st) st = saddle_linearise(s->matrix, &inside, residual_levels(m), mu);
    return st || !by_time ? st : saddle_by_time(s->matrix, &inside, by_time);
}

ivp_status sparse_saddle_shift(sparse_saddle *s, int k, real re, real im)
{
    s->model->count[IVP_N_LU]++;
    return saddle_factor_shift(s->matrix, k, re, im);
}

void sparse_saddle_solve_shift(sparse_saddle *s, int k, real *re, real *im)
{
    s->model->count[IVP_N_SOLVE]++;
    saddle_solve_shift(s->matrix, k, re, im);
}

void sparse_saddle_subtract(const sparse_saddle *s, const real *p, real *out)
{
    saddle_subtract(s->matrix, p, out);
}

ivp_status sparse_saddle_along(sparse_saddle *s, const real *q, const real *u, real *out)
{
    long *count = s->model->count;
    if (!s->has_mass) {
        count[IVP_N_LU]++;
        const ivp_status st = saddle_factor_mass(s->matrix, MASS);
        if (st) return st;
        s->has_mass = true;
    }
    count[IVP_N_SOLVE]++;
    saddle_motion(s->matrix, q, u, out);
    saddle_solve_shift(s->matrix, MASS, out, NULL);
    return IVP_OK;
}

void sparse_saddle_drop_positions(sparse_saddle *s) { saddle_forget_positions(s->matrix); }

void sparse_saddle_mass(const sparse_saddle *s, const real *x, real *out)
{
    saddle_mass(s->matrix, x, out);
}

ivp_status sparse_saddle_residual(sparse_saddle *s, const ivp_state *at, real c,
                                  sparse_columns *out)
{
    const ivp_status st = sparse_saddle_linearise(s, at, NULL);
    return st ? st : saddle_residual(s->matrix, c, out);
}
