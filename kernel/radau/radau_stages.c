/* radau_stages.c -- see radau_stages.h. */
#include "kernel/radau/radau_stages.h"

#include <string.h>

#include "kernel/linear/arena.h"

static const real slowest = R(0.99);
static const real trust = R(0.01); /* least theta / (1 - theta) taken over from another step */

size_t radau_stages_carve(radau_stages *s, real *store)
{
    arena w = { store, 0 };
    const int n = s->n, all = RADAU_STAGES * n;
    real **const stages[] = { &s->Z, &s->W, &s->F, &s->w },
                 **const points[] = { &s->point, &s->slope, &s->weight };
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) *stages[i] = arena_vec(&w, all);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) *points[i] = arena_vec(&w, n);
    s->batch = arena_vec(&w, s->in_lanes ? 2 * IVP_BATCH * n : 0);
    return w.used +
           radau_system_carve(&s->system, RADAU_PAIRS_MOST, store ? store + w.used : NULL);
}

/* ---- sums over stages -------------------------------------------------------------------- */

/* y_i = scale sum_j M_ij x_j, stage after stage; s is a constant where this is inlined */
static inline void apply(int s, int width, int n, const real *M, real scale, const real *x,
                         real *y)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < s; i++) {
            real sum = 0;
            for (int j = 0; j < s; j++) sum += M[i * width + j] * x[j * n + k];
            y[i * n + k] = scale * sum;
        }
}

static void transform(int s, int width, int n, const real *M, real scale, const real *x,
                      real *y)
{
    switch (s) {
    case 3:
        apply(3, width, n, M, scale, x, y);
        break;
    case 5:
        apply(5, width, n, M, scale, x, y);
        break;
    default:
        apply(7, width, n, M, scale, x, y);
    }
}

void radau_stages_inside(const radau_stages *s, const radau_variant *v, const real *Z,
                         real theta, real *y)
{
    real part[RADAU_MOST];
    radau_parts(v->nodes.s, v->nodes.c, v->nodes.weight, theta, part);
    for (int k = 0; k < s->n; k++) {
        y[k] = 0;
        for (int j = 0; j < v->nodes.s; j++) y[k] += part[j] * Z[j * s->n + k];
    }
}

void radau_stages_predict(radau_stages *s, const radau_variant *v, const real *before,
                          real ratio)
{
    const int stages = s->v->nodes.s, n = s->n;
    if (!before) {
        memset(s->Z, 0, (size_t)(stages * n) * sizeof(real));
        return;
    }
    const radau_nodes *old = &v->nodes;
    real parts[RADAU_STAGES][RADAU_MOST];
    for (int i = 0; i < stages; i++) {
        radau_parts(old->s, old->c, old->weight, 1 + s->v->nodes.c[i] * ratio, parts[i]);
        parts[i][old->s - 1] -= 1;
    }
    if (s->v == v) {
        transform(stages, RADAU_MOST, n, parts[0], 1, before, s->Z);
        return;
    }
    for (int i = 0; i < stages; i++)
        for (int k = 0; k < n; k++) {
            real sum = 0;
            for (int j = 0; j < old->s; j++) sum += parts[i][j] * before[j * n + k];
            s->Z[i * n + k] = sum;
        }
}

void radau_stages_end_slope(const radau_stages *s, real h, real *yp)
{
    const int last = s->v->nodes.s - 1, n = s->n;
    const real *row = s->v->nodes.inverse[last];
    for (int k = 0; k < n; k++) {
        real sum = 0;
        for (int j = 0; j <= last; j++) sum += row[j] * s->Z[j * n + k];
        yp[k] = sum / h;
    }
}

/* ---- linear systems ---------------------------------------------------------------------- */

ivp_status radau_stages_factor(radau_stages *s, real h)
{
    const radau_blocks *b = &s->v->blocks;
    s->factored = NULL;
    for (int k = 0; k <= b->pairs; k++) {
        const ivp_status status =
            radau_system_factor(&s->system, k, b->re[k] / h, b->im[k] / h);
        if (status) return status;
    }
    s->factored = s->v;
    s->h = h;
    return IVP_OK;
}

/* F := f at all stages at once */
static ivp_status evaluate_batch(radau_stages *s, real t, real h, const real *y)
{
    const radau_nodes *nodes = &s->v->nodes;
    const int n = s->n, stages = nodes->s;
    real times[IVP_BATCH], *Y = s->batch, *f = Y + IVP_BATCH * n;
    for (int i = 0; i < IVP_BATCH; i++) times[i] = i < stages - 1 ? t + nodes->c[i] * h : t + h;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < stages; i++) Y[k * IVP_BATCH + i] = y[k] + s->Z[i * n + k];
        for (int i = stages; i < IVP_BATCH; i++)
            Y[k * IVP_BATCH + i] = Y[k * IVP_BATCH + stages - 1];
    }
    const ivp_status status = ivp_rhs_points(s->system.m, stages, times, Y, f);
    for (int k = 0; k < n && !status; k++)
        for (int i = 0; i < stages; i++) s->F[i * n + k] = f[k * IVP_BATCH + i];
    return status;
}

/* F := f or F at all stages */
static ivp_status evaluate(radau_stages *s, real t, real h, const real *y)
{
    const radau_nodes *nodes = &s->v->nodes;
    const int n = s->n, last = nodes->s - 1;
    real *slopes = s->w;
    if (s->in_lanes) return evaluate_batch(s, t, h, y);
    if (!s->system.is_rhs)
        transform(nodes->s, RADAU_MOST, n, nodes->inverse[0], 1 / h, s->Z, slopes);
    for (int i = 0; i <= last; i++) {
        for (int k = 0; k < n; k++) s->point[k] = y[k] + s->Z[i * n + k];
        const real at = i < last ? t + nodes->c[i] * h : t + h;
        const ivp_status status =
            radau_system_evaluate(&s->system, at, s->point, slopes + i * n, s->F + i * n);
        if (status) return status;
    }
    return IVP_OK;
}

/* w := L/h w - T^-1 f, where that is what T^-1 F means */
static void complete(const radau_stages *s, real h)
{
    const radau_blocks *b = &s->v->blocks;
    const int n = s->n;
    real *w = s->w, *W = s->W;
    for (int i = 0; i < n; i++) w[i] = b->re[0] / h * W[i] - w[i];
    for (int k = 1; k <= b->pairs; k++) {
        const real a = b->re[k] / h, c = b->im[k] / h;
        real *x = w + (2 * k - 1) * n, *y = x + n;
        const real *X = W + (2 * k - 1) * n, *Y = X + n;
        for (int i = 0; i < n; i++) {
            x[i] = a * X[i] - c * Y[i] - x[i];
            y[i] = a * Y[i] + c * X[i] - y[i];
        }
    }
}

/* The next correction, made; its size. */
static real correct(radau_stages *s, real h)
{
    const radau_variant *v = s->v;
    const int stages = v->nodes.s, n = s->n;
    transform(stages, RADAU_STAGES, n, v->blocks.back[0], 1, s->F, s->w);
    if (s->system.is_rhs) complete(s, h);
    radau_system_solve(&s->system, 0, s->w, NULL);
    for (int k = 1; k <= v->blocks.pairs; k++)
        radau_system_solve(&s->system, k, s->w + (2 * k - 1) * n, s->w + 2 * k * n);
    if (s->system.is_rhs)
        for (int i = 0; i < stages * n; i++) s->W[i] -= s->w[i];
    transform(stages, RADAU_STAGES, n, v->blocks.T[0], 1, s->w, s->F);
    real sum = 0;
    for (int i = 0; i < stages; i++)
        for (int k = 0; k < n; k++) {
            const real d = s->F[i * n + k], x = d * s->weight[k];
            s->Z[i * n + k] -= d;
            sum += x * x;
        }
    return sqrt(sum / (real)(stages * n));
}

/* ---- iteration --------------------------------------------------------------------------- */

enum progress { GO_ON, CONVERGED, HOPELESS };

static real power(real x, int n)
{
    real y = 1;
    for (; n > 0; n--) y *= x;
    return y;
}

/* In units of rounding: good and bad corrections may alternate. */
static enum progress judge_rounding(const radau_stages *s, int k, real size, real last)
{
    if (size <= 1) return CONVERGED;
    if (k == 1) return GO_ON;
    if (size > last / 2 && size < R(1e6)) return CONVERGED;
    return size > 2 * last || k == s->v->most ? HOPELESS : GO_ON;
}

/* What correction number k of this size says. */
static enum progress judge_rate(radau_stages *s, int k, real size)
{
    const radau_variant *v = s->v;
    const int most = v->most * (1 + (s->failures < 3 ? s->failures : 3));
    const real last = s->last;
    s->last = ivp_max(size, IVP_EPS);
    if (k > 1) {
        const real rate = size / last;
        s->theta = k == 2 ? rate : sqrt(rate * s->last_rate);
        s->last_rate = rate;
        if (!(s->theta < slowest)) return HOPELESS;
        s->factor = s->theta / (1 - s->theta);
        const real left = s->factor * size * power(s->theta, most - 1 - k) / v->enough;
        if (k < most && left >= 1) {
            const real excess = ivp_min(left, R(20.0));
            s->shorter = R(0.8) * pow(excess, -1 / (real)(3 + most - k));
            return HOPELESS;
        }
    }
    if (s->factor * size <= v->enough) return CONVERGED;
    return k >= most ? HOPELESS : GO_ON;
}

static enum progress judge(radau_stages *s, int k, real size)
{
    if (s->exactly) {
        const real last = s->last;
        s->last = size;
        return judge_rounding(s, k, size, last);
    }
    const enum progress progress = judge_rate(s, k, size);
    const real left = size * (s->theta < slowest ? s->factor : 1);
    const real rough = s->v->rough * (real)(s->failures < 4 ? 1 + 2 * s->failures : 9);
    return progress == HOPELESS && left <= rough ? CONVERGED : progress;
}

ivp_status radau_stages_solve(radau_stages *s, real t, real h, const real *y)
{
    const radau_variant *v = s->v;
    enum progress progress = GO_ON;
    s->factor = sqrt(s->factor * sqrt(s->factor)); /* to the power 3/4 */
    s->factor = ivp_max(s->factor, trust);
    s->shorter = 0;
    if (s->system.is_rhs)
        transform(v->nodes.s, RADAU_STAGES, s->n, v->blocks.back[0], 1, s->Z, s->W);
    int k = 0;
    while (progress == GO_ON) {
        const ivp_status status = evaluate(s, t, h, y);
        if (status) return status;
        const real size = correct(s, h);
        if (!ivp_finite(size)) return IVP_DOMAIN;
        progress = judge(s, ++k, size);
    }
    ivp_count(s->system.m, IVP_N_NEWTON, k);
    s->iterations = k;
    return progress == CONVERGED ? IVP_OK : IVP_NO_CONVERGENCE;
}

/* ---- estimate ---------------------------------------------------------------------------- */

ivp_status radau_stages_defect(radau_stages *s, real t, real h, const real *at, real *e)
{
    const radau_nodes *nodes = &s->v->nodes;
    const int n = s->n;
    for (int k = 0; k < n; k++) {
        real sum = 0;
        for (int i = 0; i < nodes->s; i++) sum += nodes->slope[i] * s->Z[i * n + k];
        s->slope[k] = sum / h;
    }
    const ivp_status status = radau_system_evaluate(&s->system, t, at, s->slope, e);
    if (status) return status;
    if (s->system.is_rhs)
        for (int k = 0; k < n; k++) e[k] = s->slope[k] - e[k];
    for (int k = s->system.constraints; k < n; k++) e[k] = 0;
    radau_system_solve(&s->system, 0, e, NULL);
    return IVP_OK;
}
