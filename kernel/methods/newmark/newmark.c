/* newmark.c -- see newmark.h.
 *
 * Stopping rule of the iteration: Negrut, Rampalli, Ottarsson, Sajdak, On the use of the HHT
 * method in the context of index 3 differential algebraic equations of multibody dynamics,
 * section 3.4; numbers in brackets are theirs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/newmark/newmark.h"

#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/mat.h"

#define THRESHOLD   R(0.001) /* c of (39) */
#define SAME_MATRIX R(1.4)   /* the matrix serves while h changes by no more */
#define ROUNDING    (4 * IVP_EPS)
enum { MAX_ITERATIONS = 10, MAX_ROUNDING_ITERATIONS = 30 };

/* ---- storage ----------------------------------------------------------------------------- */

static ivp_blocks take_blocks(arena *w, sparse_saddle *sparse, int nq, int nx, int ng)
{
    ivp_blocks b = { 0 };
    if (sparse) {
        sparse_saddle_blocks(sparse, 0, &b);
    } else {
        b.M = arena_mat(w, nq, nq);
        b.G = arena_mat(w, ng, nq);
    }
    b.f = arena_vec(w, nq);
    b.d = arena_vec(w, nx);
    b.g = arena_vec(w, ng);
    b.gt = arena_vec(w, ng);
    b.gamma = arena_vec(w, ng);
    return b;
}

static ivp_derivatives take_derivatives(arena *w, int nq, int nx, int ng, int nm)
{
    ivp_derivatives d = { .rq = arena_mat(w, nq, nq),
                          .ru = arena_mat(w, nq, nq),
                          .rx = arena_mat(w, nq, nx),
                          .dq = arena_mat(w, nx, nq),
                          .du = arena_mat(w, nx, nq),
                          .dx = arena_mat(w, nx, nx),
                          .dl = arena_mat(w, nx, ng) };
    if (nm > 0) d.vq = arena_mat(w, nm, nq);
    return d;
}

size_t newmark_carve(newmark *s, real *store)
{
    arena w = { store, 0 };
    const int nq = s->nq, nx = s->nx, ng = s->ng, n = s->n = nq + ng + nx + s->nm;
    s->q.at = 0;
    s->q.n = nq;
    s->x.at = nq + ng;
    s->x.n = nx;
    const int ny = nq + n;
    const struct {
        real **at;
        int n;
    } vectors[] = { { &s->y0, ny },     { &s->y1, ny },      { &s->y_shifted, ny },
                    { &s->base, ny },   { &s->z0, n },       { &s->z1, n },
                    { &s->rise, n },    { &s->held, n },     { &s->v, n },
                    { &s->r, n },       { &s->p, nq },       { &s->inertia, nq },
                    { &s->pushed, nq }, { &s->q.scale, nq }, { &s->x.scale, nx } };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i].at = arena_vec(&w, vectors[i].n);
    s->at = take_blocks(&w, s->saddle, nq, nx, ng);
    if (s->saddle) {
        ivp_blocks start = { 0 };
        sparse_saddle_blocks(s->saddle, 1, &start);
        if (s->nm) s->G0 = start.G;
        return w.used;
    }
    s->d = take_derivatives(&w, nq, nx, ng, s->nm);
    s->G0 = arena_mat(&w, s->nm, nq);
    s->A = arena_mat(&w, n, n);
    s->pivots = arena_ints(&w, n);
    return w.used;
}

/* ---- norms ------------------------------------------------------------------------------- */

real newmark_norm(const newmark_part *part, const real *z)
{
    real sum = 0;
    for (int i = 0; i < part->n; i++) {
        const real v = z[part->at + i] / part->scale[i];
        sum += v * v;
    }
    return part->n > 0 ? sqrt(sum / part->n) : 0;
}

void newmark_forget_scales(newmark *s)
{
    for (int i = 0; i < s->nq; i++) s->q.scale[i] = 1;
    for (int i = 0; i < s->nx; i++) s->x.scale[i] = 1;
}

void newmark_widen_scales(newmark *s, const real *y)
{
    const real *x = y + 2 * s->nq;
    for (int i = 0; i < s->nq; i++) s->q.scale[i] = ivp_max(s->q.scale[i], ivp_abs(y[i]));
    for (int i = 0; i < s->nx; i++) s->x.scale[i] = ivp_max(s->x.scale[i], ivp_abs(x[i]));
}

/* ---- the nonlinear system ---------------------------------------------------------------- */

void newmark_base(newmark *s)
{
    const int nq = s->nq, nx = s->nx;
    const real h = s->h, *a = s->z0, *slope = s->z0 + s->x.at, *q0 = s->y0, *u0 = q0 + nq;
    real *q = s->base, *u = q + nq, *x = u + nq;
    for (int i = 0; i < nq; i++) {
        q[i] = q0[i] + h * (u0[i] + h * a[i] / 2);
        u[i] = u0[i] + h * a[i];
    }
    for (int i = 0; i < nx; i++) x[i] = u0[nq + i] + h * slope[i];
}

ivp_status newmark_directions(newmark *s, real t, const real *y)
{
    if (s->nm == 0) return IVP_OK;
    const ivp_status status = newmark_blocks(s, IVP_GQ, t, y);
    return status ? status : mat_copy(s->G0, s->at.G);
}

ivp_status newmark_begin(newmark *s, real t, real h, const real *y, const real *z0)
{
    s->h = h;
    s->t1 = t + h;
    s->q.lever = s->beta * h * h;
    s->q.unit = s->q.constant * h * h;
    s->x.lever = s->rho * h;
    s->x.unit = s->x.constant * h;
    s->q.grain = 1 / s->q.lever;
    s->x.grain = 1 / s->x.lever;
    s->lever_u = s->gamma * h;
    s->lever_mu = s->beta * h;
    memcpy(s->y0, y, (size_t)(s->nq + s->n) * sizeof(real));
    memcpy(s->z0, z0, (size_t)s->n * sizeof(real));
    newmark_base(s);
    return newmark_directions(s, t, y);
}

/* to := G0^T nu, nu being the last part of z */
static void push(const newmark *s, const real *z, real *to)
{
    memset(to, 0, (size_t)s->nq * sizeof(real));
    mat_transposed_add(s->G0, z + s->x.at + s->nx, to);
}

/* y1, rise and v from z1 */
static void integrate(newmark *s)
{
    const int nq = s->nq, nx = s->nx, ng = s->ng, X = s->x.at;
    const real *u = s->base + nq, *x = u + nq;
    real *u1 = s->y1 + nq, *x1 = u1 + nq, *mu = x1 + nx + ng;
    for (int i = 0; i < s->n; i++) {
        s->rise[i] = s->z1[i] - s->z0[i];
        s->v[i] = (i < nq ? s->q.lead : s->x.lead) * s->z1[i] + s->held[i];
    }
    push(s, s->z1, s->pushed);
    for (int i = 0; i < nq; i++) {
        const real rise = s->rise[i];
        s->y1[i] = s->base[i] + s->q.lever * (rise - s->pushed[i]);
        u1[i] = u[i] + s->lever_u * rise;
    }
    for (int i = 0; i < nx; i++) x1[i] = x[i] + s->x.lever * s->rise[X + i];
    memcpy(x1 + nx, s->z1 + nq, (size_t)ng * sizeof(real));
    for (int k = 0; k < s->nm; k++) mu[k] = s->lever_mu * s->z1[X + nx + k];
}

ivp_status newmark_blocks(newmark *s, unsigned want, real t, const real *y)
{
    const ivp_state at = newmark_state(s, t, y);
    const unsigned constraints = IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA;
    if (s->ng == 0) want &= ~constraints;
    if (s->nx == 0) want &= ~(unsigned)IVP_D;
    return ivp_blocks_at(s->m, want, &at, &s->at);
}

ivp_status newmark_forces(newmark *s, real t, const real *y)
{
    const ivp_status status = newmark_blocks(s, IVP_F | IVP_GQ, t, y);
    if (status != IVP_OK) return status;
    for (int i = 0; i < s->nq; i++) s->p[i] = -s->at.f[i];
    mat_transposed_add(s->at.G, y + 2 * s->nq + s->nx, s->p);
    return IVP_OK;
}

static void apply_mass(newmark *s)
{
    memset(s->inertia, 0, (size_t)s->nq * sizeof(real));
    mat_multiply_add(s->at.M, s->v, s->inertia);
}

void newmark_keep(newmark *s)
{
    apply_mass(s);
    for (int i = 0; i < s->nq; i++) s->p[i] = s->kept * s->p[i] - s->inertia[i];
}

static ivp_status evaluate(newmark *s)
{
    const int nq = s->nq;
    const unsigned velocity = s->nm > 0 ? IVP_GT : 0;
    unsigned want = IVP_F | IVP_D | IVP_CON | IVP_GQ | velocity;
    if (s->shift == 0) return newmark_blocks(s, want | IVP_M, s->t1, s->y1);
    const ivp_status status = newmark_blocks(s, want, s->t1, s->y1);
    if (status != IVP_OK) return status;
    memcpy(s->y_shifted, s->y1, (size_t)(nq + s->n) * sizeof(real));
    for (int i = 0; i < nq; i++) s->y_shifted[i] += s->shift * (s->y1[i] - s->y0[i]);
    return newmark_blocks(s, IVP_M, s->t1 + s->shift * s->h, s->y_shifted);
}

/* r := the residuals at z1 */
static ivp_status residual(newmark *s)
{
    const int nq = s->nq, X = s->x.at;
    integrate(s);
    const ivp_status status = evaluate(s);
    if (status != IVP_OK) return status;
    apply_mass(s);
    for (int i = 0; i < nq; i++) s->r[i] = s->inertia[i] - s->kept * s->p[i] - s->at.f[i];
    mat_transposed_add(s->at.G, s->z1 + nq, s->r);
    for (int k = 0; k < s->ng; k++) s->r[nq + k] = s->at.g[k] / s->q.lever;
    for (int i = X; i < X + s->nx; i++) s->r[i] = s->v[i] - s->at.d[i - X];
    real *velocity = s->r + X + s->nx;
    for (int k = 0; k < s->nm; k++) velocity[k] = s->at.gt[k];
    if (s->nm > 0) mat_multiply_add(s->at.G, s->y1 + nq, velocity);
    for (int k = 0; k < s->nm; k++) velocity[k] /= s->lever_u;
    return IVP_OK;
}

/* ---- the matrix of the iteration --------------------------------------------------------- */

struct term {
    int row, col;
    real factor;
    ivp_mat block;
};

static void add_terms(newmark *s, const struct term *terms, int count)
{
    for (const struct term *k = terms; k < terms + count; k++)
        for (int j = 0; j < k->block.cols; j++)
            for (int i = 0; i < k->block.rows; i++)
                *ivp_at(s->A, k->row + i, k->col + j) += k->factor * *ivp_at(k->block, i, j);
}

/* nu moves q1 alone, as a1 = -G0^T nu would: its columns are those of q1 times -G0^T */
static void add_pushes(newmark *s)
{
    for (int k = 0; k < s->nm; k++)
        for (int j = 0; j < s->nq; j++)
            for (int i = 0; i < s->n; i++)
                *ivp_at(s->A, i, s->x.at + s->nx + k) -=
                    *ivp_at(s->A, i, j) * *ivp_at(s->G0, k, j);
}

/* Blocks and y1 being those of the residual. The mass matrix varies with (1 + shift) q1: its
 * derivative comes with the others, at a scaled acceleration. */
static ivp_status build_matrix(newmark *s)
{
    const int nq = s->nq, X = s->x.at, V = X + s->nx;
    const real bh2 = s->q.lever, gh = s->lever_u, rh = s->x.lever;
    for (int i = 0; i < nq; i++) s->inertia[i] = s->v[i] * (1 + s->shift);
    ivp_state at = newmark_state(s, s->t1, s->y1);
    at.a = s->inertia;
    at.lambda = s->z1 + nq;
    if (s->saddle) {
        s->lever_matrix = s->lever_u;
        return (s->nm ? sparse_saddle_factor_stabilised
                      : sparse_saddle_factor)(s->saddle, &at, s->q.lead, bh2, gh);
    }
    const ivp_status status = ivp_derivatives_at(s->m, &at, &s->d);
    if (status != IVP_OK) return status;

    const struct term by_position[] = {
        { 0, 0, bh2, s->d.rq },
        { nq, 0, 1, s->at.G },
        { X, 0, -bh2, s->d.dq },
        { V, 0, bh2 / gh, s->d.vq },
    };
    const struct term others[] = {
        { 0, 0, s->q.lead, s->at.M }, { 0, 0, gh, s->d.ru },  { 0, X, rh, s->d.rx },
        { X, 0, -gh, s->d.du },       { X, nq, -1, s->d.dl }, { X, X, -rh, s->d.dx },
        { V, 0, 1, s->at.G },
    };
    memset(s->A.a, 0, (size_t)s->n * (size_t)s->n * sizeof(real));
    add_terms(s, by_position, 4);
    add_pushes(s);
    add_terms(s, others, s->nm > 0 ? 7 : 6);
    for (int j = 0; j < nq; j++)
        for (int k = 0; k < s->ng; k++) *ivp_at(s->A, j, nq + k) = *ivp_at(s->at.G, k, j);
    for (int i = X; i < V; i++) *ivp_at(s->A, i, i) += s->x.lead;
    s->lever_matrix = s->lever_u;
    return ivp_factor(s->m, s->A, s->pivots);
}

bool newmark_stale(const newmark *s)
{
    return s->lever_u > SAME_MATRIX * s->lever_matrix ||
           s->lever_u * SAME_MATRIX < s->lever_matrix;
}

/* ---- Newton's iteration ------------------------------------------------------------------ */

enum progress { CONVERGED, ITERATE, DIVERGED };

/* Rule (47b), (48b): the rate xi of the corrections bounds what is left. A correction that
 * vanishes to rounding has converged and is given no rate; one that does not shrink is noise
 * when it is small, divergence otherwise. */
static enum progress judge(const newmark *s, newmark_part *part, real size, real now,
                           bool first)
{
    const real before = part->before, noise = ROUNDING * (size + part->grain);
    part->before = now;
    if (now <= ROUNDING * size) return CONVERGED;
    if (first || !(before > 0)) return ITERATE; /* the other part moved this one */

    const real xi = now / before;
    const real floor = xi >= 1 ? 100 * noise : xi >= R(0.5) ? noise : 0;
    if (now <= floor) return CONVERGED;
    if (xi >= 1) return DIVERGED;
    if (s->rounding) return ITERATE;
    return part->unit * now * xi / (1 - xi) <= THRESHOLD * s->eps ? CONVERGED : ITERATE;
}

/* |z|_Y of accelerations and, in the stabilised form, of G0^T nu, which moves positions beside
 * them. Corrections of nu alone may change direction where both together converge. */
static real position_norm(newmark *s, const real *z)
{
    const real norm = newmark_norm(&s->q, z);
    if (s->nm == 0) return norm;
    push(s, z, s->pushed);
    return norm + newmark_norm(&s->q, s->pushed);
}

/* z1 := z1 - r, and what that says of the iteration */
static enum progress correct_once(newmark *s, bool first)
{
    for (int i = 0; i < s->n; i++) s->z1[i] -= s->r[i];
    const enum progress q =
        judge(s, &s->q, position_norm(s, s->z1), position_norm(s, s->r), first);
    const enum progress x =
        judge(s, &s->x, newmark_norm(&s->x, s->z1), newmark_norm(&s->x, s->r), first);
    return q > x ? q : x;
}

ivp_status newmark_correct(newmark *s, bool build)
{
    const int limit = s->rounding ? MAX_ROUNDING_ITERATIONS : MAX_ITERATIONS;
    enum progress now = ITERATE;
    for (int k = 0; k < limit && now == ITERATE; k++) {
        ivp_status status = residual(s);
        if (status == IVP_OK && k == 0 && build) status = build_matrix(s);
        if (status != IVP_OK) return status;
        if (s->saddle)
            (s->nm ? sparse_saddle_solve_stabilised : sparse_saddle_solve)(s->saddle, s->r);
        else
            ivp_solve(s->m, s->A, s->pivots, s->r);
        ivp_count(s->m, IVP_N_NEWTON, 1);
        now = correct_once(s, k == 0);
    }
    if (now != CONVERGED) return IVP_NO_CONVERGENCE;
    integrate(s);
    return IVP_OK;
}
