/* nystrom.c -- one step of an explicit Runge-Kutta-Nystrom pair, and its dense output.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/nystrom.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/pack.h"
#include "kernel/methods/runge_kutta/combine.h"

enum { MOST = NYSTROM_STAGES + 1 };

/* Where the first stage of the next attempt comes from. */
enum first_stage { EVALUATE, LAST_STAGE, KNOWN };

/* Rows a weigh v' first, with c_i / h; row l without v' is `positions`. */
struct nystrom {
    ivp_model *m;
    const ivp_tol *tol;
    const nystrom_table *table;
    int nv;
    combiner *combine;
    enum first_stage first;
    bool has_last;    /* stage l of the last trial is evaluated */
    bool has_inner;   /* alpha and beta of the last trial are known */
    real t, h;        /* of the last trial */
    real *y, *y1, *e; /* of the last trial: start, end, error; (v, v') */
    real *stage;      /* (V_i, v') */
    real *rate;       /* v', padded to whole packs, as k are */
    real *k[MOST];
    real *rise, *slope, *alpha, *beta; /* of dense output */
    combine_terms a[MOST], positions, rates, error, error_rate;
    real store[];
};

static size_t carve(struct nystrom *s, real *store)
{
    const int padded = pack_padded(s->nv), n = 2 * s->nv;
    arena w = { store, 0 };
    for (int i = 0; i <= s->table->last; i++) s->k[i] = arena_vec(&w, padded);
    s->rate = arena_vec(&w, padded);
    s->y = arena_vec(&w, n);
    s->y1 = arena_vec(&w, n);
    s->e = arena_vec(&w, n);
    s->stage = arena_vec(&w, n);
    s->rise = arena_vec(&w, s->nv);
    s->slope = arena_vec(&w, s->nv);
    s->alpha = arena_vec(&w, s->nv);
    s->beta = arena_vec(&w, s->nv);
    return w.used;
}

static void keep_rows(struct nystrom *s)
{
    const nystrom_table *table = s->table;
    for (int i = 1; i <= table->last; i++) {
        s->a[i] = (combine_terms){ 1, { { 0, s->rate } } };
        combine_keep(&s->a[i], table->a[i], s->k, i);
    }
    combine_keep(&s->positions, table->a[table->last], s->k, table->last);
    combine_keep(&s->rates, table->rates, s->k, table->stages);
    combine_keep(&s->error, table->error, s->k, table->stages);
    combine_keep(&s->error_rate, table->error_rate, s->k, table->stages);
}

ivp_status nystrom_create(void **self, ivp_model *m, const ivp_tol *tol,
                          const nystrom_table *table)
{
    const int nv = ivp_n(m) / 2;
    struct nystrom empty = { .m = m, .tol = tol, .table = table, .nv = nv };
    empty.combine = combiner_of(nv);
    struct nystrom *s = calloc(1, sizeof *s + carve(&empty, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = empty;
    carve(s, s->store);
    keep_rows(s);
    *self = s;
    return IVP_OK;
}

ivp_status nystrom_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct nystrom *s = self;
    s->first = EVALUATE;
    return IVP_OK;
}

/* k := a(t, v) for the v in s->stage */
static ivp_status accelerate(const struct nystrom *s, real t, real *k)
{
    return ivp_accel(s->m, t, s->stage, s->stage + s->nv, k);
}

static ivp_status first_stage(struct nystrom *s, const ivp_trial *trial)
{
    const size_t bytes = (size_t)s->nv * sizeof(real);
    memcpy(s->rate, trial->y + s->nv, bytes);
    memcpy(s->stage + s->nv, trial->y + s->nv, bytes);
    if (s->first == KNOWN) return IVP_OK;
    if (s->first == LAST_STAGE && s->has_last) {
        memcpy(s->k[0], s->k[s->table->last], bytes);
        s->first = KNOWN;
        return IVP_OK;
    }
    memcpy(s->stage, trial->y, bytes);
    const ivp_status status = accelerate(s, trial->t, s->k[0]);
    if (status == IVP_OK) s->first = KNOWN;
    return status;
}

static real error_test(const struct nystrom *s)
{
    s->combine(s->nv, s->h * s->h, &s->error, NULL, s->e);
    s->combine(s->nv, s->h, &s->error_rate, NULL, s->e + s->nv);
    return ivp_error_norm(s->m, s->tol, s->y, s->y1, s->e);
}

/* From the stages; v1 lies in s->stage. */
static void finish(struct nystrom *s, ivp_trial *trial)
{
    const size_t bytes = (size_t)s->nv * sizeof(real);
    memcpy(trial->y1, s->stage, bytes);
    s->combine(s->nv, s->h, &s->rates, s->rate, trial->y1 + s->nv);
    memcpy(s->y, trial->y, 2 * bytes);
    memcpy(s->y1, trial->y1, 2 * bytes);
}

ivp_status nystrom_attempt(void *self, ivp_trial *trial)
{
    struct nystrom *s = self;
    const nystrom_table *table = s->table;
    const real h = trial->h;
    ivp_status status = first_stage(s, trial);
    for (int i = 1; i <= table->last && status == IVP_OK; i++) {
        s->a[i].term[0].weight = table->c[i] / h;
        s->combine(s->nv, h * h, &s->a[i], trial->y, s->stage);
        if (i < table->stages) status = accelerate(s, trial->t + table->c[i] * h, s->k[i]);
    }
    if (status != IVP_OK) return status;
    s->has_last = table->last < table->stages;
    s->has_inner = false;
    s->t = trial->t;
    s->h = h;
    finish(s, trial);
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ error_test(s), table->error_order };
    return IVP_OK;
}

/* The stages stay where they are until the next attempt: dense output may ask for them. */
void nystrom_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct nystrom *s = self;
    if (verdict == IVP_KEPT) s->first = LAST_STAGE;
    if (verdict == IVP_MOVED) s->first = EVALUATE;
}

/* ---- dense output ------------------------------------------------------------------------ */

static const real inner = R(0.1); /* and 1 - inner */

/* H of one component is v + h theta v' + h^2 P, where P has the curvature c0 at 0 and the value
 * c0/2 + rise, the slope c0 + slope and the curvature c1 at 1:
 *
 *     P(theta) = theta^2 (c0 / 2 + theta (d0 + theta (d1 + theta d2)))
 *
 * From sums of stages: differences of positions would be rounding over short steps. */
typedef struct quintic {
    real c0, d0, d1, d2;
} quintic;

static quintic quintic_of(const struct nystrom *s, int j)
{
    const real c0 = s->k[0][j], rise = s->rise[j] - c0 / 2, slope = s->slope[j] - c0,
               bend = s->k[s->table->last][j] - c0;
    return (quintic){ c0, 10 * rise - 4 * slope + bend / 2, -15 * rise + 7 * slope - bend,
                      6 * rise - 3 * slope + bend / 2 };
}

static real value_of(const quintic *q, real x)
{
    return x * x * (q->c0 / 2 + x * (q->d0 + x * (q->d1 + x * q->d2)));
}

static real slope_of(const quintic *q, real x)
{
    return x * (q->c0 + x * (3 * q->d0 + x * (4 * q->d1 + x * 5 * q->d2)));
}

static real curvature_of(const quintic *q, real x)
{
    return q->c0 + x * (6 * q->d0 + x * (12 * q->d1 + x * 20 * q->d2));
}

static ivp_status last_stage(struct nystrom *s)
{
    if (s->has_last) return IVP_OK;
    memcpy(s->stage, s->y1, 2 * (size_t)s->nv * sizeof(real));
    const ivp_status status = accelerate(s, s->t + s->h, s->k[s->table->last]);
    s->has_last = status == IVP_OK;
    return status;
}

/* What the acceleration at H(theta) has more than H, into `more` */
static ivp_status look_inside(struct nystrom *s, real theta, real *more)
{
    const int nv = s->nv;
    const real h = s->h;
    for (int j = 0; j < nv; j++) {
        const quintic q = quintic_of(s, j);
        const real rate = s->y[nv + j];
        s->stage[j] = s->y[j] + h * (theta * rate + h * value_of(&q, theta));
        s->stage[nv + j] = rate + h * slope_of(&q, theta);
        s->e[j] = curvature_of(&q, theta);
    }
    const ivp_status status = accelerate(s, s->t + theta * h, more);
    for (int j = 0; j < nv && status == IVP_OK; j++) more[j] -= s->e[j];
    return status;
}

/* (u^3)'' = 6 u (5 s^2 - 1/4), (s u^3)'' = 6 u s (7 s^2 - 3/4); alpha and beta over h^2 */
static ivp_status inner_stages(struct nystrom *s)
{
    if (s->has_inner) return IVP_OK;
    const real off = R(0.5) - inner, u = inner * (1 - inner);
    const real even = 6 * u * (5 * off * off - R(0.25)),
               odd = 6 * u * off * (7 * off * off - R(0.75));
    ivp_status status = last_stage(s);
    s->combine(s->nv, 1, &s->positions, NULL, s->rise);
    s->combine(s->nv, 1, &s->rates, NULL, s->slope);
    if (status == IVP_OK) status = look_inside(s, inner, s->alpha);
    if (status == IVP_OK) status = look_inside(s, 1 - inner, s->beta);
    for (int j = 0; j < s->nv && status == IVP_OK; j++) {
        const real before = s->alpha[j], after = s->beta[j];
        s->alpha[j] = (after + before) / (2 * even);
        s->beta[j] = (after - before) / (2 * odd);
    }
    s->has_inner = status == IVP_OK;
    return status;
}

ivp_status nystrom_dense(void *self, real theta, real *y)
{
    struct nystrom *s = self;
    const int nv = s->nv;
    if (theta >= 1) {
        memcpy(y, s->y1, 2 * (size_t)nv * sizeof *y);
        return IVP_OK;
    }
    const ivp_status status = inner_stages(s);
    if (status != IVP_OK) return status;
    const real h = s->h, off = theta - R(0.5), u = theta * (1 - theta), u2 = u * u;
    for (int j = 0; j < nv; j++) {
        const quintic q = quintic_of(s, j);
        const real rate = s->y[nv + j], top = s->alpha[j] + s->beta[j] * off;
        y[j] = s->y[j] + h * (theta * rate + h * (value_of(&q, theta) + u2 * u * top));
        y[nv + j] = rate + h * (slope_of(&q, theta) + u2 * (u * s->beta[j] - 6 * off * top));
    }
    return IVP_OK;
}
