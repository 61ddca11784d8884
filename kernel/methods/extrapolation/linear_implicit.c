/* linear_implicit.c -- see linear_implicit.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/extrapolation/linear_implicit.h"

#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/newton.h"
#include "kernel/linear/saddle.h"

static size_t sz(int n) { return (size_t)n; }

/* ---- a step and its parts --------------------------------------------------------------- */

struct step {
    real t, h, t1, alpha, beta;
    const real *q, *u, *x, *lambda;
    real *q1, *u1, *x1, *lambda1;
};

/* Parameters that annihilate w = g and v = G u + g_t within two steps, in first order: both
 * eigenvalues of the matrix of (w, h v) are zero. With a = h alpha, b = h^2 beta, index 1:
 *
 *     q1 = q + h u     w1   = w + h v                           trace 2 - 2 a
 *     (section 3.2)    h v1 = (1 - 2 a) h v - b w               determinant 1 - 2 a + b
 *                      alpha = 1/h, beta = 1/h^2
 *     q1 = q + h u1    w1   = (1 - b) w + (1 - 2 a) h v         trace 2 - 2 a - b
 *                      h v1 = (1 - 2 a) h v - b w               determinant 1 - 2 a
 *                      alpha = 1/(2 h), beta = 1/h^2
 *
 * A step that is cut short takes the parameters of a whole one: h means the constant step. */
static void feedback(const linear_implicit *s, struct step *z)
{
    const bool halved = s->jacobian == LINEAR_EXACT && !s->velocity_level;
    const real h = ivp_max(s->h, z->h), given = s->beta != 0 ? s->beta : s->alpha * s->alpha;
    z->alpha = s->alpha != 0 ? s->alpha : 1 / (halved ? 2 * h : h);
    z->beta = given != 0 ? given : 1 / (h * h);
}

static struct step between(const linear_implicit *s, real t, real h, const real *y, real *y1)
{
    const int u = s->nq, x = 2 * s->nq, l = x + s->nx;
    struct step z = { .t = t,
                      .h = h,
                      .t1 = t + h,
                      .q = y,
                      .u = y + u,
                      .x = y + x,
                      .lambda = y + l,
                      .q1 = y1,
                      .u1 = y1 + u,
                      .x1 = y1 + x,
                      .lambda1 = y1 + l };
    if (s->feedback) feedback(s, &z);
    return z;
}

static ivp_state start_of(const struct step *z)
{
    return (ivp_state){ .t = z->t, .q = z->q, .u = z->u, .x = z->x, .lambda = z->lambda };
}

/* to := gamma - 2 alpha (G u + g_t) - beta g */
static void acceleration(const linear_implicit *s, const struct step *z, real *to)
{
    const ivp_blocks *b = &s->now;
    if (s->feedback) saddle_velocity(b->G, z->u, b->gt, to);
    for (int i = 0; i < s->ng; i++)
        to[i] =
            s->feedback ? b->gamma[i] - 2 * z->alpha * to[i] - z->beta * b->g[i] : b->gamma[i];
}

static bool explicit_lower_right(const linear_implicit *s)
{
    return s->jacobian == LINEAR_J3 || s->jacobian == LINEAR_NONE;
}

/* ---- what is needed at t_n --------------------------------------------------------------- */

static ivp_status blocks(linear_implicit *s, const struct step *z)
{
    unsigned want = IVP_M | IVP_F;
    if (s->nx) want |= IVP_D;
    if (s->ng) want |= IVP_GQ;
    if (s->ng && !s->velocity_level) want |= IVP_GAMMA;
    if (s->feedback) want |= IVP_CON | IVP_GT;
    const ivp_state start = start_of(z);
    return ivp_blocks_at(s->m, want, &start, &s->now);
}

/* F := F + h F_q u, and h F_t where all derivatives are meant */
static ivp_status look_ahead(linear_implicit *s, const struct step *z)
{
    const bool exact = s->jacobian == LINEAR_EXACT;
    if (!s->saddle && (s->stiff || !(exact || s->jacobian == LINEAR_J3))) {
        for (int i = 0; i < s->nq; i++) s->b[i] = z->h * z->u[i];
        mat_multiply_add(s->Fq, s->b, s->F);
        return IVP_OK;
    }
    real *along = s->rate;
    const ivp_state start = start_of(z);
    const ivp_status st = forces_along(s->m, &start, exact ? 1 : 0, z->u, along);
    for (int i = 0; i < s->nv; i++) s->F[i] += z->h * along[i];
    return st;
}

static ivp_status derivatives(linear_implicit *s, const struct step *z)
{
    const ivp_state start = start_of(z);
    ivp_status st = IVP_OK;
    if (s->jacobian == LINEAR_NONE) return st;
    if (s->saddle) return look_ahead(s, z); /* matrices come with their factors */
    if (s->stiff)
        st = forces_stiff_jac(s->m, &start, &s->jac);
    else if (s->jacobian != LINEAR_J3)
        st = forces_jac(s->m, &start, &s->jac);
    return st ? st : look_ahead(s, z);
}

/* ---- matrices ---------------------------------------------------------------------------- */

static ivp_status factor_metric(linear_implicit *s, const ivp_blocks *b, linear_metric *k)
{
    ivp_status st;
    if (s->saddle) {
        st = sparse_saddle_factor_forces(s->saddle, k->number, b, b->G, NULL, 0, 0);
        k->made = sparse_saddle_made(s->saddle);
    } else {
        saddle_fill(k->S, b->M, b->G);
        st = ivp_factor(s->m, k->S, k->pivots);
    }
    k->known = st == IVP_OK;
    return st;
}

/* Sparse factors are lost where the structure grows. */
static ivp_status start_metric(linear_implicit *s)
{
    const bool lost = s->saddle && s->start.made != sparse_saddle_made(s->saddle);
    return s->start.known && !lost ? IVP_OK : factor_metric(s, &s->now, &s->start);
}

static void solve_metric(linear_implicit *s, const linear_metric *k)
{
    if (s->saddle)
        sparse_saddle_solve_shift(s->saddle, k->number, s->b, NULL);
    else
        ivp_solve(s->m, k->S, k->pivots, s->b);
}

/* A := W, bordered by H^T and `below` */
static void fill(linear_implicit *s, real h, bool bordered, ivp_mat below)
{
    const int nq = s->nq, nv = s->nv, n = bordered ? nv + s->ng : nv;
    const bool by_v = !explicit_lower_right(s), by_q = by_v && s->jacobian != LINEAR_J1;
    s->A = (ivp_mat){ n, n, n, s->A.a };
    memset(s->A.a, 0, sz(n) * sz(n) * sizeof(real));
    for (int j = 0; j < nv; j++) {
        real *column = ivp_at(s->A, 0, j);
        if (j < nq) memcpy(column, ivp_at(s->now.M, 0, j), sz(nq) * sizeof(real));
        if (j >= nq) column[j] = 1;
        for (int i = 0; by_v && i < nv; i++) column[i] -= h * *ivp_at(s->Fv, i, j);
        for (int i = 0; by_q && j < nq && i < nv; i++)
            column[i] -= h * h * *ivp_at(s->Fq, i, j);
    }
    for (int j = 0; bordered && j < nq; j++)
        for (int i = 0; i < s->ng; i++) {
            *ivp_at(s->A, nv + i, j) = *ivp_at(below, i, j);
            *ivp_at(s->A, j, nv + i) = *ivp_at(s->now.G, i, j);
        }
}

/* rate := A^-1 rate where it is sparse: number 0, or without multipliers */
static ivp_status solve_sparse(linear_implicit *s, const struct step *z, bool bordered,
                               ivp_mat below)
{
    const bool by_v = !explicit_lower_right(s), by_q = by_v && s->jacobian != LINEAR_J1;
    const ivp_state start = start_of(z);
    const real ku = by_v ? z->h : 0, kq = by_q ? z->h * z->h : 0;
    sparse_saddle *k = s->saddle;
    if (bordered || !s->ng) {
        const ivp_status st = sparse_saddle_factor_forces(k, 0, &s->now, below, &start, kq, ku);
        if (!st) sparse_saddle_solve_shift(k, 0, s->rate, NULL);
        return st;
    }
    const ivp_status st = sparse_saddle_factor_free(k, s->now.M, &start, kq, ku);
    if (!st) sparse_saddle_solve_free(k, s->rate);
    return st;
}

/* rate := A^-1 (F, rate's constraint rows) */
static ivp_status solve(linear_implicit *s, const struct step *z, bool bordered, ivp_mat below)
{
    memcpy(s->rate, s->F, sz(s->nv) * sizeof(real));
    if (s->saddle) return solve_sparse(s, z, bordered, below);
    fill(s, z->h, bordered, below);
    const ivp_status st = ivp_factor(s->m, s->A, s->pivots);
    if (!st) ivp_solve(s->m, s->A, s->pivots, s->rate);
    return st;
}

/* b := [M G^T; G 0]^-1 (f, gamma with feedback): accelerations and multipliers from data */
static ivp_status solve_data(linear_implicit *s, const struct step *z)
{
    const ivp_status st = start_metric(s);
    if (st) return st;
    memcpy(s->b, s->F, sz(s->nq) * sizeof(real));
    acceleration(s, z, s->b + s->nq);
    solve_metric(s, &s->start);
    return IVP_OK;
}

/* ---- projections ------------------------------------------------------------------------- */

/* Newton steps with M, G of t_n from z->q1; leaves their multipliers in mu (11). */
static ivp_status project_q(linear_implicit *s, const struct step *z)
{
    const int nq = s->nq, most = s->newton ? s->newton : NEWTON_MOST;
    const real scale = ivp_max(vec_max(z->q1, nq), R(1e-3));
    const ivp_state here = { .t = z->t1, .q = z->q1, .u = z->u, .x = z->x };
    real last = z->h * vec_max(z->u, nq) / scale;
    ivp_count(s->m, IVP_N_PROJECT, 1);
    memset(s->mu, 0, sz(s->ng) * sizeof(real));
    for (int k = 0; k < most; k++) {
        ivp_status st = ivp_blocks_at(s->m, IVP_CON, &here, &s->next);
        if (st) return st;
        memset(s->b, 0, sz(nq) * sizeof(real));
        for (int i = 0; i < s->ng; i++) s->b[nq + i] = -s->next.g[i];
        solve_metric(s, &s->start);
        ivp_count(s->m, IVP_N_NEWTON, 1);
        for (int i = 0; i < nq; i++) z->q1[i] += s->b[i];
        for (int i = 0; i < s->ng; i++) s->mu[i] += s->b[nq + i];
        const real size = vec_max(s->b, nq) / scale;
        if (!ivp_finite(size)) return IVP_DOMAIN;
        if (!s->newton && newton_ends(k, size, last, &st)) return st;
        last = size;
    }
    return s->newton ? IVP_OK : IVP_NO_CONVERGENCE;
}

/* u1 onto G u + g_t = 0 at q1, with M there. */
static ivp_status project_u(linear_implicit *s, const struct step *z)
{
    const unsigned want = IVP_M | IVP_GQ | IVP_GT;
    const ivp_state end = { .t = z->t1, .q = z->q1, .u = z->u1, .x = z->x1 };
    ivp_status st = ivp_blocks_at(s->m, want, &end, &s->next);
    if (!st) st = factor_metric(s, &s->next, &s->end);
    if (st) return st;
    memset(s->b, 0, sz(s->nq) * sizeof(real));
    saddle_velocity(s->next.G, z->u1, s->next.gt, s->b + s->nq);
    for (int i = 0; i < s->ng; i++) s->b[s->nq + i] = -s->b[s->nq + i];
    solve_metric(s, &s->end);
    for (int i = 0; i < s->nq; i++) z->u1[i] += s->b[i];
    return IVP_OK;
}

/* ---- rates of v -------------------------------------------------------------------------- */

/* W without derivatives and G of t_n on both sides: the metric itself. */
static ivp_status with_metric(linear_implicit *s, const struct step *z)
{
    const ivp_status st = solve_data(s, z);
    memcpy(s->rate, s->b, sz(s->nq) * sizeof(real));
    memcpy(s->rate + s->nq, s->F + s->nq, sz(s->nx) * sizeof(real));
    memcpy(s->rate + s->nv, s->b + s->nq, sz(s->ng) * sizeof(real));
    return st;
}

/* Multipliers from f at t_n, before it looks ahead; then the step with them given. */
static ivp_status index1_explicit(linear_implicit *s, const struct step *z)
{
    ivp_status st = solve_data(s, z);
    if (st) return st;
    const real *lambda = s->b + s->nq;
    memcpy(z->lambda1, lambda, sz(s->ng) * sizeof(real));
    st = derivatives(s, z);
    for (int i = 0; i < s->ng; i++) s->mu[i] = -z->lambda1[i];
    mat_transposed_add(s->now.G, s->mu, s->F);
    if (!st) st = solve(s, z, false, s->now.G);
    memcpy(s->rate + s->nv, z->lambda1, sz(s->ng) * sizeof(real));
    return st;
}

static ivp_status index1(linear_implicit *s, const struct step *z)
{
    if (s->ng && !s->coupled && s->jacobian != LINEAR_NONE) return index1_explicit(s, z);
    const ivp_status st = derivatives(s, z);
    if (st) return st;
    if (explicit_lower_right(s)) return with_metric(s, z);
    acceleration(s, z, s->rate + s->nv);
    return solve(s, z, s->ng > 0, s->now.G);
}

/* (6), with G where the explicit Euler step leads, after its projection in GGL (9). What is fed
 * back is the violation at the start of the step when q1 = q + h u1, at its end otherwise. */
static ivp_status index2(linear_implicit *s, const struct step *z)
{
    for (int i = 0; i < s->nq; i++) z->q1[i] = z->q[i] + z->h * z->u[i];
    ivp_status st = s->first_q ? start_metric(s) : IVP_OK;
    if (!st && s->first_q) st = project_q(s, z);
    if (!st) st = derivatives(s, z);
    const unsigned want = IVP_GQ | IVP_GT | (s->feedback ? IVP_CON : 0u);
    const ivp_state ahead = { .t = z->t1, .q = z->q1, .u = z->u, .x = z->x };
    if (!st) st = ivp_blocks_at(s->m, want, &ahead, &s->next);
    if (st) return st;
    real *row = s->rate + s->nv;
    const real *g = s->jacobian == LINEAR_EXACT ? s->now.g : s->next.g;
    saddle_velocity(s->next.G, z->u, s->next.gt, row);
    for (int i = 0; i < s->ng; i++)
        row[i] = -(s->feedback ? row[i] + z->alpha * g[i] : row[i]) / z->h;
    return solve(s, z, true, s->next.G);
}

/* ---- the whole --------------------------------------------------------------------------- */

static void advance(const linear_implicit *s, const struct step *z)
{
    const bool implicit = s->jacobian == LINEAR_EXACT;
    for (int i = 0; i < s->nq; i++) {
        z->u1[i] = z->u[i] + z->h * s->rate[i];
        if (implicit || !s->velocity_level)
            z->q1[i] = z->q[i] + z->h * (implicit ? z->u1[i] : z->u[i]);
    }
    for (int i = 0; i < s->nx; i++) z->x1[i] = z->x[i] + z->h * s->rate[s->nq + i];
    memcpy(z->lambda1, s->rate + s->nv, sz(s->ng) * sizeof(real));
}

ivp_status linear_implicit_step(linear_implicit *s, real t, real h, const real *y, real *y1)
{
    const struct step z = between(s, t, h, y, y1);
    ivp_status st = blocks(s, &z);
    if (!st) st = s->velocity_level ? index2(s, &z) : index1(s, &z);
    if (st) return st;
    advance(s, &z);
    if (s->last_q) st = start_metric(s);
    if (!st && s->last_q) st = project_q(s, &z);
    if (!st && s->last_u) st = project_u(s, &z);
    for (int i = 0; s->keeps_mu && i < s->ng; i++) z.lambda1[s->ng + i] = s->mu[i] / h;
    return st;
}

ivp_status linear_implicit_restart(linear_implicit *s, real t, const real *y)
{
    s->start.known = s->end.known = false;
    if (!s->last_q) return IVP_OK;
    const ivp_state start = { .t = t, .q = y, .u = y + s->nq, .x = y + 2 * s->nq };
    const ivp_status st = ivp_blocks_at(s->m, IVP_M | IVP_GQ, &start, &s->now);
    return st ? st : factor_metric(s, &s->now, &s->start);
}

void linear_implicit_accept(linear_implicit *s, bool kept)
{
    const linear_metric start = s->start;
    if (kept && s->end.known) {
        s->start = s->end;
        s->end = start;
    } else {
        s->start.known = false;
    }
    s->end.known = false;
}
