/* newmark.c -- see newmark.h.
 *
 * Stopping rule of the iteration: Negrut, Rampalli, Ottarsson, Sajdak, On the use of the HHT
 * method in the context of index 3 differential algebraic equations of multibody dynamics,
 * section 3.4; numbers in brackets are theirs. */
#include "newmark.h"

#include <string.h>

#include "mat.h"

#define THRESHOLD   R(0.001) /* c of (39) */
#define SAME_MATRIX R(1.4)   /* the matrix serves while h changes by no more */
#define ROUNDING    (4 * IVP_EPS)
enum { MAX_ITERATIONS = 10, MAX_ROUNDING_ITERATIONS = 30 };

/* ---- storage
 * ---------------------------------------------------------------------------------- */

struct arena {
    real *base; /* NULL: only measure */
    size_t used;
};

static real *take(struct arena *w, int n)
{
    real *v = w->base ? w->base + w->used : NULL;
    w->used += (size_t)n;
    return v;
}

static ivp_mat take_mat(struct arena *w, int rows, int cols)
{
    return (ivp_mat){ rows, cols, rows, take(w, rows * cols) };
}

size_t newmark_carve(newmark *s, real *store)
{
    struct arena w = { store, 0 };
    const int nq = s->nq, nx = s->nx, ng = s->ng, n = s->n = nq + ng + nx;
    s->q.at = 0;
    s->q.n = nq;
    s->x.at = nq + ng;
    s->x.n = nx;
    real **const vectors[] = { &s->y0, &s->y1, &s->y_shifted, &s->z0,      &s->z1,     &s->rise,
                               &s->r,  &s->p,  &s->inertia,   &s->q.scale, &s->x.scale };
    const int ny = nq + n;
    const int lengths[] = { ny, ny, ny, n, n, n, n, nq, nq, nq, nx };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        *vectors[i] = take(&w, lengths[i]);
    s->at = (ivp_blocks){ .M = take_mat(&w, nq, nq),
                          .G = take_mat(&w, ng, nq),
                          .f = take(&w, nq),
                          .d = take(&w, nx),
                          .g = take(&w, ng) };
    s->d = (ivp_derivatives){ .rq = take_mat(&w, nq, nq),
                              .ru = take_mat(&w, nq, nq),
                              .rx = take_mat(&w, nq, nx),
                              .dq = take_mat(&w, nx, nq),
                              .du = take_mat(&w, nx, nq),
                              .dx = take_mat(&w, nx, nx),
                              .dl = take_mat(&w, nx, ng) };
    s->A = take_mat(&w, n, n);
    s->pivots = (void *)take(&w, n); /* no int is longer than a real */
    return w.used;
}

/* ---- norms
 * ------------------------------------------------------------------------------------- */

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

/* ---- the nonlinear system
 * ---------------------------------------------------------------------- */

void newmark_begin(newmark *s, real t, real h, const real *y, const real *z0)
{
    s->h = h;
    s->t1 = t + h;
    s->q.lever = s->beta * h * h;
    s->q.unit = s->q.constant * h * h;
    s->x.lever = s->rho * h;
    s->x.unit = s->x.constant * h;
    memcpy(s->y0, y, (size_t)(s->nq + s->n) * sizeof(real));
    memcpy(s->z0, z0, (size_t)s->n * sizeof(real));
}

/* y1 and rise from z1 */
static void integrate(newmark *s)
{
    const int nq = s->nq, nx = s->nx;
    const real h = s->h, *a = s->z0, *slope = s->z0 + s->x.at, *u0 = s->y0 + nq, *x0 = u0 + nq;
    real *u1 = s->y1 + nq, *x1 = u1 + nq;
    for (int i = 0; i < s->n; i++) s->rise[i] = s->z1[i] - s->z0[i];
    for (int i = 0; i < nq; i++) {
        s->y1[i] = s->y0[i] + h * (u0[i] + h * (a[i] / 2 + s->beta * s->rise[i]));
        u1[i] = u0[i] + h * (a[i] + s->gamma * s->rise[i]);
    }
    for (int i = 0; i < nx; i++) x1[i] = x0[i] + h * (slope[i] + s->rho * s->rise[s->x.at + i]);
    memcpy(x1 + nx, s->z1 + nq, (size_t)s->ng * sizeof(real));
}

static ivp_status blocks(newmark *s, unsigned want, real t, const real *y, ivp_blocks *out)
{
    const real *u = y + s->nq, *x = u + s->nq;
    if (s->ng == 0) want &= ~(unsigned)(IVP_WANT_G | IVP_WANT_GQ);
    if (s->nx == 0) want &= ~(unsigned)IVP_WANT_D;
    return ivp_blocks_at(s->m, want, t, y, u, x, x + s->nx, out);
}

ivp_status newmark_forces(newmark *s, real t, const real *y)
{
    const ivp_status status = blocks(s, IVP_WANT_F | IVP_WANT_GQ, t, y, &s->at);
    if (status != IVP_OK) return status;
    for (int i = 0; i < s->nq; i++) s->p[i] = -s->at.f[i];
    mat_transposed_add(s->at.G, y + 2 * s->nq + s->nx, s->p);
    return IVP_OK;
}

static void apply_mass(newmark *s)
{
    memset(s->inertia, 0, (size_t)s->nq * sizeof(real));
    mat_multiply_add(s->at.M, s->z1, s->inertia);
}

void newmark_keep(newmark *s)
{
    apply_mass(s);
    for (int i = 0; i < s->nq; i++)
        s->p[i] = (s->alpha * s->p[i] - s->inertia[i]) / (1 + s->alpha);
}

static ivp_status evaluate(newmark *s)
{
    const int nq = s->nq;
    const ivp_status status =
        blocks(s, IVP_WANT_F | IVP_WANT_D | IVP_WANT_G | IVP_WANT_GQ, s->t1, s->y1, &s->at);
    if (status != IVP_OK) return status;
    memcpy(s->y_shifted, s->y1, (size_t)(nq + s->n) * sizeof(real));
    for (int i = 0; i < nq; i++) s->y_shifted[i] += s->shift * (s->y1[i] - s->y0[i]);
    return blocks(s, IVP_WANT_M, s->t1 + s->shift * s->h, s->y_shifted,
                  &(ivp_blocks){ .M = s->at.M });
}

/* r := the residuals at z1 */
static ivp_status residual(newmark *s)
{
    const int nq = s->nq;
    integrate(s);
    const ivp_status status = evaluate(s);
    if (status != IVP_OK) return status;
    apply_mass(s);
    for (int i = 0; i < nq; i++)
        s->r[i] = (s->inertia[i] - s->alpha * s->p[i]) / (1 + s->alpha) - s->at.f[i];
    mat_transposed_add(s->at.G, s->z1 + nq, s->r);
    for (int k = 0; k < s->ng; k++) s->r[nq + k] = s->at.g[k] / s->q.lever;
    for (int i = 0; i < s->nx; i++) s->r[s->x.at + i] = s->z1[s->x.at + i] - s->at.d[i];
    return IVP_OK;
}

/* Matrix of the iteration, blocks and y1 being those of the residual. The mass matrix varies
 * with (1 + shift) q1: its derivative comes with the others, at a scaled acceleration. */
static ivp_status build_matrix(newmark *s)
{
    const int nq = s->nq, X = s->x.at;
    const real bh2 = s->q.lever, gh = s->gamma * s->h, rh = s->x.lever, *u = s->y1 + nq;
    for (int i = 0; i < nq; i++) s->inertia[i] = s->z1[i] * (1 + s->shift) / (1 + s->alpha);
    const ivp_status status =
        ivp_derivatives_at(s->m, s->t1, s->y1, u, u + nq, s->inertia, s->z1 + nq, &s->d);
    if (status != IVP_OK) return status;

    const struct {
        int row, col;
        real factor;
        ivp_mat block;
    } terms[] = {
        { 0, 0, 1 / (1 + s->alpha), s->at.M },
        { 0, 0, bh2, s->d.rq },
        { 0, 0, gh, s->d.ru },
        { 0, X, rh, s->d.rx },
        { nq, 0, 1, s->at.G },
        { X, 0, -bh2, s->d.dq },
        { X, 0, -gh, s->d.du },
        { X, nq, -1, s->d.dl },
        { X, X, -rh, s->d.dx },
    };
    memset(s->A.a, 0, (size_t)(s->n * s->n) * sizeof(real));
    for (size_t k = 0; k < sizeof terms / sizeof *terms; k++)
        for (int j = 0; j < terms[k].block.cols; j++)
            for (int i = 0; i < terms[k].block.rows; i++)
                *ivp_at(s->A, terms[k].row + i, terms[k].col + j) +=
                    terms[k].factor * *ivp_at(terms[k].block, i, j);
    for (int j = 0; j < nq; j++)
        for (int k = 0; k < s->ng; k++) *ivp_at(s->A, j, nq + k) = *ivp_at(s->at.G, k, j);
    for (int i = X; i < s->n; i++) *ivp_at(s->A, i, i) += 1;
    s->h_matrix = s->h;
    return ivp_factor(s->m, s->A, s->pivots);
}

bool newmark_stale(const newmark *s)
{
    return s->h > SAME_MATRIX * s->h_matrix || s->h * SAME_MATRIX < s->h_matrix;
}

/* ---- Newton's iteration
 * -------------------------------------------------------------------------- */

enum progress { CONVERGED, ITERATE, DIVERGED };

/* Rule (47b), (48b): the rate xi of the corrections bounds what is left. A correction that
 * vanishes to rounding has converged and is given no rate; one that does not shrink is noise
 * when it is small, divergence otherwise. */
static enum progress judge(const newmark *s, newmark_part *part, bool first)
{
    const real size = newmark_norm(part, s->z1), now = newmark_norm(part, s->r);
    const real before = part->before, noise = ROUNDING * (size + 1 / part->lever);
    part->before = now;
    if (now <= ROUNDING * size) return CONVERGED;
    if (first) return ITERATE;

    const real xi = now / before;
    const real floor = xi >= 1 ? 100 * noise : s->rounding && xi >= R(0.5) ? noise : 0;
    if (now <= floor) return CONVERGED;
    if (xi >= 1) return DIVERGED;
    if (s->rounding) return ITERATE;
    return part->unit * now * xi / (1 - xi) <= THRESHOLD * s->eps ? CONVERGED : ITERATE;
}

ivp_status newmark_correct(newmark *s, bool build)
{
    const int limit = s->rounding ? MAX_ROUNDING_ITERATIONS : MAX_ITERATIONS;
    enum progress q = ITERATE, x = ITERATE;
    for (int k = 0; k < limit && (q == ITERATE || x == ITERATE); k++) {
        ivp_status status = residual(s);
        if (status == IVP_OK && k == 0 && build) status = build_matrix(s);
        if (status != IVP_OK) return status;
        ivp_solve(s->m, s->A, s->pivots, s->r);
        ivp_count(s->m, IVP_N_NEWTON, 1);
        for (int i = 0; i < s->n; i++) s->z1[i] -= s->r[i];
        q = judge(s, &s->q, k == 0);
        x = judge(s, &s->x, k == 0);
        if (q == DIVERGED || x == DIVERGED) return IVP_NO_CONVERGENCE;
    }
    integrate(s);
    return q == CONVERGED && x == CONVERGED ? IVP_OK : IVP_NO_CONVERGENCE;
}
