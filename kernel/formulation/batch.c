/* batch.c -- right-hand sides of IVP_BATCH points at once: in lanes if problem and arithmetic
 * support them, else one by one.
 *
 * Lanes without a valid result (large residual of the elimination, or a value that is not
 * finite) are evaluated again one by one, with pivoting.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/lanes/lanes.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/mech.h"
#include "kernel/linear/elimination.h"
#include "kernel/linear/mat.h"
#include "kernel/formulation/batch.h"

struct batch {
    const lane_code *code; /* NULL: one by one */
    lanes *lanes;
    long syncs;            /* of the instance when lanes were given its parameters */
    real *v, *vp, *a;      /* one point */
    real *points, *slopes; /* n x IVP_BATCH, of a Jacobian */
    real store[];
};

#if IVP_ARITH == IVP_DOUBLE

/* The batch has a right-hand side of its own: no partition, no f(P(y)). */
static bool has_lanes(const ivp_model *m)
{
    return !m->part && !m->projects_rhs && (m->mech || m->instance->problem->form == IVP_ODE);
}

static const elimination_code *compiled(const ivp_model *m, const char *arith)
{
    const instance *i = m->instance;
    if (!i->plan || m->solving.elimination == ELIMINATION_INTERPRETED) return NULL;
    return plugin_elimination(i->problem->name, arith, elimination_plan_digest(i->plan));
}

static void open_lanes(ivp_model *m, batch *b)
{
    const instance *i = m->instance;
    if (m->mech && (!m->mech->fixed || m->mech->problem.elements.count)) return;
    if (m->mech && m->mech->derived) return;
    const lane_code *code = has_lanes(m) ? lanes_here(m->solving.lanes) : NULL;
    const void *twin = code ? plugin_lanes(i->problem->name, code->arith) : NULL;
    if (!twin) return;
    const lanes_setup setup = { .problem = twin,
                                .n = m->n,
                                .nq = m->nq,
                                .nx = m->nx,
                                .ng = m->ng,
                                .np = i->nparams + i->sizes.nderived + i->nevents,
                                .plan = i->plan,
                                .code = compiled(m, code->arith),
                                .assigns = m->mech && terms_assign(&m->mech->problem) };
    b->lanes = code->create(&setup);
    if (b->lanes) b->code = code;
    b->syncs = i->syncs - 1;
}

static void give_parameters(const ivp_model *m)
{
    batch *b = m->batch;
    if (b->syncs == m->instance->syncs) return;
    b->code->parameters(b->lanes, m->instance->p);
    b->syncs = m->instance->syncs;
}

/* The second half of f, where y' = f is v'' = a */
static lanes_bad second_in_lanes(ivp_model *m, int points, const real *t, const real *v,
                                 const real *vp, real *a)
{
    batch *b = m->batch;
    const size_t half = (size_t)(m->n / 2) * IVP_BATCH;
    if (vp != v + half) {
        memcpy(b->points, v, half * sizeof *v);
        memcpy(b->points + half, vp, half * sizeof *vp);
        v = b->points;
    }
    const lanes_bad bad = b->code->f(b->lanes, points, t, v, b->slopes);
    memcpy(a, b->slopes + half, half * sizeof *a);
    return bad;
}

static lanes_bad in_lanes(ivp_model *m, int points, const real *t, const real *v,
                          const real *vp, real *a)
{
    batch *b = m->batch;
    give_parameters(m);
    if (vp && !m->mech) return second_in_lanes(m, points, t, v, vp, a);
    if (!vp && m->mech) { /* y = (q, u, x) */
        const size_t half = (size_t)m->nq * IVP_BATCH;
        memcpy(a, v + half, half * sizeof *a);
        vp = v + half;
        a += half;
    }
    return vp ? b->code->accelerate(b->lanes, points, t, v, vp, m->mech->alpha, m->mech->beta,
                                    a)
              : b->code->f(b->lanes, points, t, v, a);
}

void model_terms_many(ivp_model *m, const real *t, const real *q, const real *u)
{
    give_parameters(m);
    m->batch->code->terms(m->batch->lanes, t, q, u);
}

static void close_lanes(batch *b)
{
    if (b->code) b->code->destroy(b->lanes);
}

#else

static void open_lanes(ivp_model *m, batch *b) { (void)m, (void)b; }
static void close_lanes(batch *b) { (void)b; }
static lanes_bad in_lanes(ivp_model *m, int points, const real *t, const real *v,
                          const real *vp, real *a)
{
    (void)m, (void)points, (void)t, (void)v, (void)vp, (void)a;
    return ~0u;
}

#endif

static void close_batch(batch *b)
{
    close_lanes(b);
    free(b);
}

ivp_status batch_open(ivp_model *m)
{
    if (m->batch) return IVP_OK;
    batch *b = calloc(1, sizeof *b + (3 + 2 * IVP_BATCH) * (size_t)m->n * sizeof(real));
    if (!b) return IVP_E_NOMEM;
    b->v = b->store;
    b->vp = b->v + m->n;
    b->a = b->vp + m->n;
    b->points = b->a + m->n;
    b->slopes = b->points + IVP_BATCH * (size_t)m->n;
    open_lanes(m, b);
    m->batch = b;
    m->close_batch = close_batch;
    return IVP_OK;
}

int model_lanes(const ivp_model *m)
{
    return m->batch && m->batch->code ? m->batch->code->width : 0;
}

static void take(int n, const real *x, int s, real *y)
{
    for (int k = 0; k < n; k++) y[k] = x[k * IVP_BATCH + s];
}

static ivp_status one(ivp_model *m, int s, const real *t, const real *v, const real *vp,
                      real *a)
{
    batch *b = m->batch;
    const int n = vp ? m->n / 2 : m->n;
    take(n, v, s, b->v);
    if (vp) take(n, vp, s, b->vp);
    const ivp_status st =
        vp ? ivp_accel(m, t[s], b->v, b->vp, b->a) : ivp_rhs(m, t[s], b->v, b->a);
    for (int k = 0; k < n; k++) a[k * IVP_BATCH + s] = b->a[k];
    return st;
}

bool batch_has_lanes(const ivp_model *m) { return model_lanes(m) > 0; }

static ivp_status many(ivp_model *m, int points, const real *t, const real *v, const real *vp,
                       real *a)
{
    const lanes_bad again = m->batch->code ? in_lanes(m, points, t, v, vp, a) : ~0u;
    ivp_status st = IVP_OK;
    for (int s = 0; again && !st && s < points; s++)
        if (again >> s & 1) st = one(m, s, t, v, vp, a);
    return st;
}

/* What accelerate() of a point counts. */
static void count(ivp_model *m, int points)
{
    m->count[IVP_N_F] += points;
    if (!m->mech) return;
    m->count[IVP_N_MASS] += points;
    m->count[IVP_N_CON] += m->ng ? points : 0;
    m->count[IVP_N_GAMMA] += m->ng ? points : 0;
    m->count[IVP_N_LU] += points;
    m->count[IVP_N_SOLVE] += points;
}

ivp_status batch_accel(ivp_model *m, const real *t, const real *v, const real *vp, real *a)
{
    if (m->batch->code) count(m, IVP_BATCH);
    return many(m, IVP_BATCH, t, v, vp, a);
}

ivp_status batch_rhs_points(ivp_model *m, int points, const real *t, const real *y, real *f)
{
    if (m->batch->code) count(m, points);
    return many(m, points, t, y, NULL, f);
}

ivp_status batch_rhs(ivp_model *m, const real *t, const real *y, real *f)
{
    return batch_rhs_points(m, IVP_BATCH, t, y, f);
}

/* ---- a Jacobian from points ------------------------------------------------------------- */

enum { COLUMNS = IVP_BATCH / 2 }; /* of a batch */

static real spacing(real y) { return cbrt(IVP_EPS) * (1 + ivp_abs(y)); }

/* Columns first .. first + COLUMNS - 1 of df/dy: (f(y + h e_j) - f(y - h e_j)) / 2h */
static ivp_status some_columns(ivp_model *m, const real *t, const real *y, int first, ivp_mat J)
{
    batch *b = m->batch;
    const int n = m->n, columns = first + COLUMNS < n ? COLUMNS : n - first;
    for (int k = 0; k < n; k++)
        for (int s = 0; s < IVP_BATCH; s++) b->points[k * IVP_BATCH + s] = y[k];
    for (int c = 0; c < columns; c++) {
        const int j = first + c;
        b->points[j * IVP_BATCH + 2 * c] += spacing(y[j]);
        b->points[j * IVP_BATCH + 2 * c + 1] -= spacing(y[j]);
    }
    const ivp_status st = many(m, 2 * columns, t, b->points, NULL, b->slopes);
    for (int c = 0; !st && c < columns; c++) {
        const real *at = b->points + (size_t)(first + c) * IVP_BATCH + 2 * c;
        const real over = 1 / (at[0] - at[1]);
        for (int i = 0; i < n; i++) {
            const real *f = b->slopes + (size_t)i * IVP_BATCH + 2 * c;
            *ivp_at(J, i, first + c) = (f[0] - f[1]) * over;
        }
    }
    return st;
}

ivp_status batch_rhs_jac_near(ivp_model *m, real t, const real *y, ivp_mat J)
{
    if (!batch_has_lanes(m) || !m->mech || J.ld != m->n) return ivp_rhs_jac(m, t, y, J);
    real all[IVP_BATCH];
    ivp_status st = IVP_OK;
    for (int s = 0; s < IVP_BATCH; s++) all[s] = t;
    for (int j = 0; !st && j < m->n; j += COLUMNS) st = some_columns(m, all, y, j, J);
    if (st || !vec_finite(J.a, (size_t)J.ld * (size_t)J.cols)) return ivp_rhs_jac(m, t, y, J);
    m->count[IVP_N_JAC]++;
    m->count[IVP_N_JAC_EVALS] += 2 * m->n;
    return IVP_OK;
}

void batch_collocate(const ivp_model *m, int n, const batch_sums *sums, const real *base,
                     const real *slope, const real *x, real *out)
{
#if IVP_ARITH == IVP_DOUBLE
    if (m->batch->code) {
        m->batch->code->collocate(n, sums->A, sums->c, sums->h, sums->hA, base, slope, x, out);
        return;
    }
#endif
    (void)m;
    for (int k = 0; k < n; k++)
        for (int s = 0; s < IVP_BATCH; s++) {
            real sum = 0;
            for (int j = 0; j < IVP_BATCH; j++)
                sum += sums->A[j * IVP_BATCH + s] * x[k * IVP_BATCH + j];
            out[k * IVP_BATCH + s] =
                base[k] + sums->hA * sum + (slope ? sums->h * sums->c[s] * slope[k] : 0);
        }
}

void batch_collocate_second(const ivp_model *m, int n, const batch_sums sums[2], const real *y,
                            const real *x, real *out)
{
#if IVP_ARITH == IVP_DOUBLE
    if (m->batch->code) {
        m->batch->code->collocate_second(n, sums[0].A, sums[1].A, sums[0].c, sums[0].h, y, x,
                                         out);
        return;
    }
#endif
    batch_collocate(m, n, &sums[0], y, y + n, x, out);
    batch_collocate(m, n, &sums[1], y + n, NULL, x, out + n * IVP_BATCH);
}

real batch_distance(const ivp_model *m, int n, const real *w, const real *x, const real *y)
{
#if IVP_ARITH == IVP_DOUBLE
    if (m->batch->code) return m->batch->code->distance(n, w, x, y);
#endif
    (void)m;
    real sum = 0;
    for (int k = 0; k < n * IVP_BATCH; k++) {
        const real d = w[k / IVP_BATCH] * (y ? x[k] - y[k] : x[k]);
        sum += d * d;
    }
    return sqrt(sum);
}

real batch_relax(const ivp_model *m, int n, const real *w, const real *const *B, real *x,
                 const real *y)
{
#if IVP_ARITH == IVP_DOUBLE
    if (m->batch->code) return m->batch->code->relax(n, w, B, x, y);
#endif
    const real before = batch_distance(m, n, w, x, y);
    for (int k = 0; k < n; k++, x += IVP_BATCH, y += IVP_BATCH) {
        real d[IVP_BATCH];
        for (int j = 0; j < IVP_BATCH; j++) d[j] = y[j] - x[j];
        if (!B[k]) memcpy(x, y, IVP_BATCH * sizeof *x);
        for (int j = 0; B[k] && j < IVP_BATCH; j++)
            for (int s = 0; s < IVP_BATCH; s++) x[s] += B[k][j * IVP_BATCH + s] * d[j];
    }
    return before;
}

void batch_moments(const ivp_model *m, int n, const real *w, const real *const x[2],
                   const real *const f[2], real sums[3])
{
#if IVP_ARITH == IVP_DOUBLE
    if (m->batch->code) {
        m->batch->code->moments(n, w, x, f, sums);
        return;
    }
#endif
    (void)m;
    sums[0] = sums[1] = sums[2] = 0;
    for (int k = 0; k < n * IVP_BATCH; k++) {
        const real dx = w[k / IVP_BATCH] * (x[0][k] - x[1][k]);
        const real df = w[k / IVP_BATCH] * (f[0][k] - f[1][k]);
        sums[0] += dx * dx;
        sums[1] += dx * df;
        sums[2] += df * df;
    }
}
