/* explicit_rk.c -- one step of an explicit Runge-Kutta method, and its dense output.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/explicit_rk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/pack.h"
#include "kernel/linear/hermite.h"
#include "kernel/methods/runge_kutta/combine.h"
#include "kernel/methods/runge_kutta/stiffness.h"

enum { MOST = EXPLICIT_RK_STAGES };

const ivp_param explicit_rk_options[] = {
    [EXPLICIT_RK_STIFF] = { "stiff", "go_on", "where the problem is found to be stiff",
                            .choices = "go_on stop" },
    { 0 },
};

/* Where the first stage of the next attempt comes from. */
enum first_stage { EVALUATE, LAST_STAGE, KNOWN };

struct explicit_rk {
    ivp_model *m;
    const ivp_tol *tol;
    const explicit_rk_table *table;
    int n, packs;
    combiner *combine;
    enum first_stage first;
    int known;                /* stages of the last trial that are evaluated */
    real t, h;                /* of the last trial */
    real *y, *y1, *e, *probe; /* of the last trial: start, end, error; argument of a stage */
    real *k[MOST];            /* padded to whole packs */
    combine_terms a[MOST], error, coarse, inner;
    int inner_stage[MOST]; /* of its terms */
    stiffness stiff;
    bool stops; /* where it is */
    char remark[160];
    real store[];
};

static void keep_terms(const struct explicit_rk *s, combine_terms *t, const real *weights,
                       int count)
{
    t->count = 0;
    combine_keep(t, weights, s->k, count);
}

/* The stages of the polynomial inside the step: those with a coefficient in any row d. */
static void keep_inner(struct explicit_rk *s)
{
    const explicit_rk_table *table = s->table;
    for (int j = 0; j < table->all; j++) {
        bool counts = false;
        for (int r = 0; r < table->rows; r++) counts = counts || table->d[r][j] != 0;
        if (!counts) continue;
        s->inner_stage[s->inner.count] = j;
        s->inner.term[s->inner.count++] = (combine_term){ table->d[0][j], s->k[j] };
    }
}

/* Their weights w. Guards of events ask for many theta in a step. */
static void weigh_inner(struct explicit_rk *s, real theta)
{
    enum { PACKS = MOST / PACK };
    const explicit_rk_row *d = s->table->d + s->table->rows - 1;
    pack sum[PACKS];
    real w[MOST];
    UNROLLED for (int j = 0; j < PACKS; j++) sum[j] = pack_load(*d + j * PACK);
    for (int r = s->table->rows - 2; r >= 0; r--) {
        const pack factor = pack_of(r % 2 == 0 ? theta : 1 - theta);
        d--;
        UNROLLED for (int j = 0; j < PACKS; j++) sum[j] =
            pack_load(*d + j * PACK) + factor * sum[j];
    }
    UNROLLED for (int j = 0; j < PACKS; j++) pack_store(w + j * PACK, sum[j]);
    for (int k = 0; k < s->inner.count; k++) s->inner.term[k].weight = w[s->inner_stage[k]];
}

static size_t carve(struct explicit_rk *s, real *store)
{
    const int padded = s->packs * PACK;
    arena w = { store, 0 };
    for (int i = 0; i < s->table->all; i++) s->k[i] = arena_vec(&w, padded);
    s->y = arena_vec(&w, s->n);
    s->y1 = arena_vec(&w, s->n);
    s->e = arena_vec(&w, s->n);
    s->probe = arena_vec(&w, s->n);
    return w.used;
}

ivp_status explicit_rk_create(void **self, ivp_model *m, const ivp_tol *tol,
                              const double *option, const explicit_rk_table *table)
{
    const int n = ivp_n(m);
    struct explicit_rk empty = {
        .m = m, .tol = tol, .table = table, .n = n, .packs = (n + PACK - 1) / PACK
    };
    empty.combine = combiner_of(n);
    empty.stops = (int)option[EXPLICIT_RK_STIFF] == EXPLICIT_RK_STOP;
    struct explicit_rk *s = calloc(1, sizeof *s + carve(&empty, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = empty;
    carve(s, s->store);
    for (int i = 1; i < table->all; i++) keep_terms(s, &s->a[i], table->a[i], i);
    keep_terms(s, &s->error, table->error, table->stages);
    if (table->coarse) keep_terms(s, &s->coarse, table->coarse, table->stages);
    keep_inner(s);
    *self = s;
    return IVP_OK;
}

ivp_status explicit_rk_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct explicit_rk *s = self;
    s->first = EVALUATE;
    s->stiff = (stiffness){ 0 };
    return IVP_OK;
}

/* v := base + h sum of terms */
static inline void combine(const struct explicit_rk *s, real h, const combine_terms *x,
                           const real *base, real *v)
{
    s->combine(s->n, h, x, base, v);
}

static ivp_status first_stage(struct explicit_rk *s, const ivp_trial *trial)
{
    const int last = s->table->last;
    ivp_status status = IVP_OK;
    if (s->first == LAST_STAGE && s->known > last) {
        memcpy(s->k[0], s->k[last], (size_t)s->n * sizeof(real));
    } else if (s->first != KNOWN) {
        status = ivp_rhs(s->m, trial->t, trial->y, s->k[0]);
    }
    if (status == IVP_OK) s->first = KNOWN;
    return status;
}

/* Of the last step, the argument of stage last - 1: as long as its first stage stands. */
static void keep_argument(struct explicit_rk *s)
{
    if (s->stiff.look) combine(s, s->h, &s->a[s->table->last - 1], s->y, s->probe);
}

/* Of the last step, which has ended at y, where f is known now; stage last - 1 still stands. */
static real h_lambda(const struct explicit_rk *s, const real *y)
{
    const int i = s->table->last - 1;
    real df = 0, dy = 0;
    for (int j = 0; j < s->n; j++) {
        const real a = s->k[0][j] - s->k[i][j], b = y[j] - s->probe[j];
        df += a * a;
        dy += b * b;
    }
    return dy > 0 ? s->h * sqrt(df / dy) : 0;
}

/* Found once between two restarts: a verdict on the problem, not on this step, which another
 * size would not cure. */
static ivp_status look_for_stiffness(struct explicit_rk *s, const ivp_trial *trial)
{
    if (!s->stiff.look) return IVP_OK;
    const real seen = h_lambda(s, trial->y);
    stiffness_see(&s->stiff, seen, s->table->stability);
    if (!s->stiff.found) return IVP_OK;
    snprintf(s->remark, sizeof s->remark,
             "stiff at t = %.6g: stability keeps the steps short (h |lambda| = %.3g); "
             "take a method for stiff problems",
             (double)trial->t, (double)seen);
    if (!s->stops) ivp_remark(s->m, s->remark);
    if (s->stops) ivp_reason(s->m, s->remark);
    return s->stops ? IVP_E_STEP_TOO_SMALL : IVP_OK;
}

static real error_of(const struct explicit_rk *s, const combine_terms *x)
{
    combine(s, s->h, x, NULL, s->e);
    return ivp_error_norm(s->m, s->tol, s->y, s->y1, s->e);
}

static real error_test(const struct explicit_rk *s)
{
    const real fine = error_of(s, &s->error);
    if (!s->table->coarse || fine == 0) return fine;
    const real coarse = error_of(s, &s->coarse);
    return fine * (fine / sqrt(fine * fine + R(0.01) * coarse * coarse));
}

ivp_status explicit_rk_attempt(void *self, ivp_trial *trial)
{
    struct explicit_rk *s = self;
    const explicit_rk_table *table = s->table;
    const real h = trial->h;
    keep_argument(s);
    ivp_status status = first_stage(s, trial);
    if (status == IVP_OK) status = look_for_stiffness(s, trial);
    for (int i = 1; i <= table->last && status == IVP_OK; i++) {
        combine(s, h, &s->a[i], trial->y, trial->y1);
        if (i < table->stages)
            status = ivp_rhs(s->m, trial->t + table->c[i] * h, trial->y1, s->k[i]);
    }
    if (status != IVP_OK) return status;

    s->known = table->stages;
    s->t = trial->t;
    s->h = h;
    memcpy(s->y, trial->y, (size_t)s->n * sizeof(real));
    memcpy(s->y1, trial->y1, (size_t)s->n * sizeof(real));
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ error_test(s), table->error_order };
    return IVP_OK;
}

/* The stages stay where they are until the next attempt: dense output may ask for them. */
void explicit_rk_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct explicit_rk *s = self;
    if (verdict != IVP_REJECTED && s->table->stability > 0) stiffness_step(&s->stiff);
    if (verdict == IVP_KEPT) s->first = LAST_STAGE;
    if (verdict == IVP_MOVED) s->first = EVALUATE;
}

static ivp_status further_stages(struct explicit_rk *s)
{
    for (; s->known < s->table->all; s->known++) {
        const int i = s->known;
        combine(s, s->h, &s->a[i], s->y, s->probe);
        const ivp_status status =
            ivp_rhs(s->m, s->t + s->table->c[i] * s->h, s->probe, s->k[i]);
        if (status != IVP_OK) return status;
    }
    return IVP_OK;
}

ivp_status explicit_rk_dense(void *self, real theta, real *y)
{
    struct explicit_rk *s = self;
    const real bump = theta * (1 - theta);
    const ivp_status status = further_stages(s);
    if (status != IVP_OK) return status;
    if (s->table->rows > 1) weigh_inner(s, theta);
    combine(s, s->h * bump * bump, &s->inner, NULL, y);
    const real *k0 = s->k[0], *k1 = s->k[s->table->last];
    for (int j = 0; j < s->n; j++)
        y[j] += hermite_cubic(theta, s->y[j], s->y1[j], s->h * k0[j], s->h * k1[j]);
    return IVP_OK;
}
