/* linear_setup.c -- storage of a linear-implicit step, and what the model's formulation means
 * for it; see linear_implicit.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/extrapolation/linear_implicit.h"
#include "kernel/formulation/model_private.h"

#include "kernel/linear/arena.h"

static linear_metric take_metric(arena *w, int n, int number)
{
    return (
        linear_metric){ .S = arena_mat(w, n, n), .pivots = arena_ints(w, n), .number = number };
}

static real *shifted(real *v, int n) { return v ? v + n : NULL; }

/* rows x cols of A from (row, col) on */
static ivp_mat part(ivp_mat A, int row, int col, int rows, int cols)
{
    return (ivp_mat){ rows, cols, A.ld, shifted(A.a, row + col * A.ld) };
}

/* Sparse is what takes all forces together. */
ivp_status linear_implicit_open(linear_implicit *s)
{
    return s->stiff ? IVP_OK : sparse_saddle_open(s->m, &s->saddle);
}

size_t linear_implicit_carve(linear_implicit *s, real *store)
{
    arena w = { store, 0 };
    const int nq = s->nq, nx = s->nx, ng = s->ng, nv = s->nv = nq + nx;
    const int mq = s->saddle ? 0 : nq, mv = s->saddle ? 0 : nv, mg = s->saddle ? 0 : ng;
    s->F = arena_vec(&w, nv);
    s->now = (ivp_blocks){ .M = arena_mat(&w, mq, mq),
                           .G = arena_mat(&w, mg, mq),
                           .f = s->F,
                           .d = shifted(s->F, nq),
                           .g = arena_vec(&w, ng),
                           .gt = arena_vec(&w, ng),
                           .gamma = arena_vec(&w, ng) };
    s->next = (ivp_blocks){ .M = arena_mat(&w, mq, mq),
                            .G = arena_mat(&w, mg, mq),
                            .g = arena_vec(&w, ng),
                            .gt = arena_vec(&w, ng) };
    if (s->saddle) sparse_saddle_blocks(s->saddle, 0, &s->now);
    if (s->saddle) sparse_saddle_blocks(s->saddle, 1, &s->next);
    s->Fq = arena_mat(&w, mv, mq);
    s->Fv = arena_mat(&w, mv, mv);
    s->jac = (ivp_force_jac){ .fq = part(s->Fq, 0, 0, nq, nq),
                              .dq = part(s->Fq, nq, 0, nx, nq),
                              .fu = part(s->Fv, 0, 0, nq, nq),
                              .du = part(s->Fv, nq, 0, nx, nq),
                              .fx = part(s->Fv, 0, nq, nq, nx),
                              .dx = part(s->Fv, nq, nq, nx, nx) };
    s->A = arena_mat(&w, mv + mg, mv + mg);
    s->pivots = arena_ints(&w, nv + ng);
    s->rate = arena_vec(&w, nv + ng);
    s->start = take_metric(&w, mq + mg, 1);
    s->end = take_metric(&w, mq + mg, 2);
    s->b = arena_vec(&w, nq + ng);
    s->mu = arena_vec(&w, ng);
    return w.used;
}

void linear_implicit_formulate(linear_implicit *s)
{
    const ivp_formulation f = ivp_formulation_of(s->m);
    const ivp_stabilisation given = model_stabilisation(s->m);
    const bool projected = f == IVP_PROJECTED && s->ng > 0, ggl = f == IVP_GGL;
    s->feedback = f & (IVP_BAUMGARTE1 | IVP_BAUMGARTE2);
    s->alpha = given.alpha;
    s->beta = given.beta;
    s->velocity_level =
        f & (IVP_INDEX2 | IVP_BAUMGARTE2 | IVP_GGL) || (projected && given.base == IVP_INDEX2);
    /* q1 of `exact` comes after u1: then GGL is index 2 with both projections behind it */
    s->first_q = ggl && s->jacobian != LINEAR_EXACT;
    s->last_q = projected || (ggl && s->jacobian == LINEAR_EXACT);
    s->last_u = s->last_q;
    s->keeps_mu = ggl;
    s->newton = ggl || given.newton == IVP_CONVERGED ? 0 : given.newton ? given.newton : 1;
}
