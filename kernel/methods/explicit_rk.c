/* explicit_rk.c -- one step of an explicit Runge-Kutta method, and its dense output. */
#include "kernel/methods/explicit_rk.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"

enum { MOST = EXPLICIT_RK_STAGES, BLOCK = 4 };

/* What is not zero of a row of weights. */
typedef struct terms {
    int count, stage[MOST];
    real weight[MOST];
} terms;

/* Where the first stage of the next attempt comes from. */
enum first_stage { EVALUATE, LAST_STAGE, KNOWN };

struct explicit_rk {
    ivp_model *m;
    const ivp_tol *tol;
    const explicit_rk_table *table;
    int n;
    enum first_stage first;
    int known;                /* stages of the last trial that are evaluated */
    real t, h;                /* of the last trial */
    real *y, *y1, *e, *probe; /* of the last trial: start, end, error; argument of a stage */
    real *k[MOST];            /* padded to whole blocks */
    terms a[MOST], error, coarse, inner;
    real store[];
};

static void keep_terms(terms *t, const real *weights, int count)
{
    t->count = 0;
    for (int i = 0; i < count; i++) {
        if (weights[i] == 0) continue;
        t->stage[t->count] = i;
        t->weight[t->count++] = weights[i];
    }
}

/* w of the polynomial inside the step */
static void dense_terms(const explicit_rk_table *table, real theta, terms *x)
{
    explicit_rk_row w = { 0 };
    for (int j = 0; j < table->all; j++) {
        w[j] = table->d[table->rows - 1][j];
        for (int r = table->rows - 2; r >= 0; r--)
            w[j] = table->d[r][j] + (r % 2 == 0 ? theta : 1 - theta) * w[j];
    }
    keep_terms(x, w, table->all);
}

static size_t carve(struct explicit_rk *s, real *store)
{
    const int padded = (s->n + BLOCK - 1) / BLOCK * BLOCK;
    arena w = { store, 0 };
    for (int i = 0; i < s->table->all; i++) s->k[i] = arena_vec(&w, padded);
    s->y = arena_vec(&w, s->n);
    s->y1 = arena_vec(&w, s->n);
    s->e = arena_vec(&w, s->n);
    s->probe = arena_vec(&w, s->n);
    return w.used;
}

ivp_status explicit_rk_create(void **self, ivp_model *m, const ivp_tol *tol,
                              const explicit_rk_table *table)
{
    struct explicit_rk empty = { .m = m, .tol = tol, .table = table, .n = ivp_n(m) };
    struct explicit_rk *s = calloc(1, sizeof *s + carve(&empty, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = empty;
    carve(s, s->store);
    for (int i = 1; i < table->all; i++) keep_terms(&s->a[i], table->a[i], i);
    keep_terms(&s->error, table->error, table->stages);
    if (table->coarse) keep_terms(&s->coarse, table->coarse, table->stages);
    dense_terms(table, 0, &s->inner);
    *self = s;
    return IVP_OK;
}

ivp_status explicit_rk_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct explicit_rk *s = self;
    s->first = EVALUATE;
    return IVP_OK;
}

/* v := base + h sum of terms; the sums of a block run side by side */
static void combine(const struct explicit_rk *s, real h, const terms *x, const real *base,
                    real *v)
{
    for (int at = 0; at < s->n; at += BLOCK) {
        real sum[BLOCK] = { 0 };
        for (int i = 0; i < x->count; i++) {
            const real weight = x->weight[i], *k = s->k[x->stage[i]] + at;
            for (int j = 0; j < BLOCK; j++) sum[j] += weight * k[j];
        }
        for (int j = 0; j < BLOCK && at + j < s->n; j++)
            v[at + j] = (base ? base[at + j] : 0) + h * sum[j];
    }
}

static ivp_status first_stage(struct explicit_rk *s, const ivp_trial *trial)
{
    const int last = s->table->last;
    ivp_status status = IVP_OK;
    if (s->first == LAST_STAGE && s->known > last) {
        real *k = s->k[0];
        s->k[0] = s->k[last];
        s->k[last] = k;
    } else if (s->first != KNOWN) {
        status = ivp_rhs(s->m, trial->t, trial->y, s->k[0]);
    }
    if (status == IVP_OK) s->first = KNOWN;
    return status;
}

static real error_of(const struct explicit_rk *s, const terms *x)
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
    ivp_status status = first_stage(s, trial);
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
    const real rest = 1 - theta, bump = theta * rest;
    const ivp_status status = further_stages(s);
    if (status != IVP_OK) return status;
    if (s->table->rows > 1) dense_terms(s->table, theta, &s->inner);
    combine(s, s->h * bump * bump, &s->inner, NULL, y);
    const real *k0 = s->k[0], *k1 = s->k[s->table->last];
    for (int j = 0; j < s->n; j++) {
        const real rise = s->y1[j] - s->y[j];
        const real left = s->h * k0[j] - rise, right = s->h * k1[j] - rise;
        y[j] += rest * s->y[j] + theta * s->y1[j] + bump * (rest * left - theta * right);
    }
    return IVP_OK;
}
