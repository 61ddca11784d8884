/* radau_stages.c -- see radau_stages.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/radau/radau_stages.h"

#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/pack.h"
#include "kernel/methods/radau/radau_sums.h"
#include "kernel/formulation/batch.h"

static const real slowest = R(0.99), runaway = R(100.0);
static const real trust = R(0.01); /* least theta / (1 - theta) taken over from another step */

size_t radau_stages_carve(radau_stages *s, real *store)
{
    arena w = { store, 0 };
    s->padded = pack_padded(s->n);
    real **const stages[] = { &s->Z, &s->W, &s->F, &s->w },
                 **const points[] = { &s->point, &s->slope, &s->weight };
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        *stages[i] = arena_vec(&w, RADAU_STAGES * s->padded);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        *points[i] = arena_vec(&w, s->padded);
    s->batch = arena_vec(&w, s->in_lanes ? 2 * IVP_BATCH * s->padded : 0);
    return w.used +
           radau_system_carve(&s->system, RADAU_PAIRS_MOST, store ? store + w.used : NULL);
}

/* ---- the polynomial ---------------------------------------------------------------------- */

void radau_stages_inside(const radau_stages *s, const radau_variant *v, const real *Z,
                         real theta, real *y)
{
    real part[RADAU_MOST];
    radau_parts(v->nodes.s, v->nodes.c, v->nodes.weight, theta, part);
    for (int k = 0; k < s->n; k++) {
        y[k] = 0;
        for (int j = 0; j < v->nodes.s; j++) y[k] += part[j] * Z[j * s->padded + k];
    }
}

void radau_stages_predict(radau_stages *s, const radau_variant *v, const real *before,
                          real ratio)
{
    const int stages = s->v->nodes.s, n = s->padded;
    if (!before) {
        memset(s->Z, 0, (size_t)(stages * n) * sizeof(real));
        return;
    }
    const radau_nodes *old = &v->nodes;
    real parts[RADAU_STAGES][RADAU_STAGES];
    for (int i = 0; i < stages; i++) {
        radau_parts(old->s, old->c, old->weight, 1 + s->v->nodes.c[i] * ratio, parts[i]);
        parts[i][old->s - 1] -= 1;
    }
    radau_sums(stages, old->s, n, parts[0], before, s->Z);
}

/* s->slope := h times a slope of the polynomial, which is a sum over its increments */
static void slope_of(const radau_stages *s, const real *row)
{
    radau_sums(1, s->v->nodes.s, s->padded, row, s->Z, s->slope);
}

void radau_stages_end_slope(const radau_stages *s, real h, real *yp)
{
    slope_of(s, s->v->nodes.inverse[s->v->nodes.s - 1]);
    for (int k = 0; k < s->n; k++) yp[k] = s->slope[k] / h;
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

/* Y := y + Z, points side by side; those that are left repeat the last stage */
static void fill_batch(const radau_stages *s, const real *y, real *Y)
{
    const int n = s->padded, stages = s->v->nodes.s;
    memcpy(s->point, y, (size_t)s->n * sizeof(real));
    for (int k = 0; k < n; k += PACK, Y += PACK * IVP_BATCH) {
        const pack start = pack_load(s->point + k);
        pack point = start;
        for (int i = 0; i < stages; i++) {
            point = start + pack_load(s->Z + i * n + k);
            pack_scatter(Y + i, IVP_BATCH, point);
        }
        for (int i = stages; i < IVP_BATCH; i++) pack_scatter(Y + i, IVP_BATCH, point);
    }
}

/* F := f at all stages at once */
static ivp_status evaluate_batch(radau_stages *s, real t, real h, const real *y)
{
    const radau_nodes *nodes = &s->v->nodes;
    const int n = s->padded, stages = nodes->s;
    real times[IVP_BATCH], *Y = s->batch, *f = Y + IVP_BATCH * n;
    for (int i = 0; i < IVP_BATCH; i++) times[i] = i < stages - 1 ? t + nodes->c[i] * h : t + h;
    fill_batch(s, y, Y);
    const ivp_status status = batch_rhs_points(s->system.m, stages, times, Y, f);
    for (int k = 0; k < n && !status; k += PACK)
        for (int i = 0; i < stages; i++)
            pack_store(s->F + i * n + k, pack_gather(f + k * IVP_BATCH + i, IVP_BATCH));
    return status;
}

/* F := f or F at all stages */
static ivp_status evaluate(radau_stages *s, real t, real h, const real *y)
{
    const radau_nodes *nodes = &s->v->nodes;
    const int n = s->n, last = nodes->s - 1, stride = s->padded;
    real *slopes = s->w;
    if (s->in_lanes) return evaluate_batch(s, t, h, y);
    if (!s->system.is_rhs)
        radau_sums(nodes->s, nodes->s, stride, s->v->blocks.inverse[0], s->Z, slopes);
    for (int i = 0; i <= last; i++) {
        real *slope = slopes + i * stride;
        for (int k = 0; k < n; k++) s->point[k] = y[k] + s->Z[i * stride + k];
        for (int k = 0; k < n && !s->system.is_rhs; k++) slope[k] *= 1 / h;
        const real at = i < last ? t + nodes->c[i] * h : t + h;
        const ivp_status status =
            radau_system_evaluate(&s->system, at, s->point, slope, s->F + i * stride);
        if (status) return status;
    }
    return IVP_OK;
}

/* The next correction, made; its size. */
static real correct(radau_stages *s, real h)
{
    const radau_blocks *b = &s->v->blocks;
    const int stages = s->v->nodes.s, n = s->padded;
    radau_sums(stages, stages, n, b->back[0], s->F, s->w);
    if (s->system.is_rhs) radau_sums_turn(b, n, h, s->W, s->w);
    radau_system_solve(&s->system, 0, s->w, NULL);
    for (int k = 1; k <= b->pairs; k++)
        radau_system_solve(&s->system, k, s->w + (2 * k - 1) * n, s->w + 2 * k * n);
    if (s->system.is_rhs) radau_sums_subtract(stages * n, s->w, s->W);
    const real sum = radau_sums_move(stages, n, b->T[0], s->w, s->weight, s->Z);
    return sqrt(sum / (real)(stages * s->n));
}

/* ---- iteration --------------------------------------------------------------------------- */

enum progress { GO_ON, CONVERGED, HOPELESS };

static real power(real x, int n)
{
    real y = 1;
    for (; n > 0; n--) y *= x;
    return y;
}

/* In units of rounding: good and bad corrections may alternate, and grow before they shrink: no
 * shorter step may be tried. */
static enum progress judge_rounding(const radau_stages *s, int k, real size, real last)
{
    if (size <= 1) return CONVERGED;
    if (k == 1) return GO_ON;
    if (size > last / 2 && size < R(1e6)) return CONVERGED;
    return size > runaway * last || k == s->v->most ? HOPELESS : GO_ON;
}

/* The ratio of the first two corrections is often far below the rate that follows: what the
 * rate of the last three would leave decides too, as far as rounding lets it. */
static bool is_doubtful(const radau_stages *s, int k, real size)
{
    if (k < 2 || k > 3 || size <= 100 * IVP_EPS / s->v->rtol) return false;
    return s->known < slowest && size * s->known / (1 - s->known) > s->v->rough;
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
    if (k > 2) s->known = k == 3 ? s->last_rate : s->theta;
    if (s->factor * size <= v->enough && !is_doubtful(s, k, size)) return CONVERGED;
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
        radau_sums(v->nodes.s, v->nodes.s, s->padded, v->blocks.back[0], s->Z, s->W);
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
    const int n = s->n;
    slope_of(s, s->v->nodes.slope);
    for (int k = 0; k < n; k++) s->slope[k] /= h;
    const ivp_status status = radau_system_evaluate(&s->system, t, at, s->slope, e);
    if (status) return status;
    if (s->system.is_rhs)
        for (int k = 0; k < n; k++) e[k] = s->slope[k] - e[k];
    for (int k = s->system.constraints; k < n; k++) e[k] = 0;
    radau_system_solve(&s->system, 0, e, NULL);
    return IVP_OK;
}
