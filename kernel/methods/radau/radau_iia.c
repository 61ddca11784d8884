/* radau_iia.c -- Radau IIA methods: error, step size, order. The stages are in radau_stages.h.
 *
 * Error: e = (J + gamma/h N)^-1 F(t, y, P'(0)), the distance of the stages' polynomial P from a
 * solution of order s, in the tolerance
 *
 *     rtol_s = c rtol^((s+1)/(2s)),     atol alike,     c = 0.1 for s = 3, else 0.03,
 *
 * since the step itself has order 2s - 1: with it errors are proportional to rtol. (The codes
 * have 0.1 for all s, which is too much where a solution turns within a step:
 * docs/methods/radau_iia.md.) Not so where the state inside a step matters (events), nor for
 * unknowns of index 2 and 3, whose own order is s. Their errors are weighted by h and h^2. On a
 * first or rejected step where e is too large, it is taken once more at y - e. Constant steps
 * are iterated to rounding.
 *
 * Step size, with the error err < 1 and k iterations of at most K:
 *
 *     fac   = 0.9 (2K + 1) / (2K + k)
 *     h_new = h fac err^(-1/(s+1))                                     by the error
 *     h_new = h 0.9 (h / h_old) (err_old / err^2)^(1/(s+1))            predicted (Gustafsson)
 *
 * the smaller of both; h is kept, and with it all factors, where it would grow by less than 1.2
 * and J is kept. J is kept as long as theta <= 0.001.
 *
 * Order: 5, 9, 13. Higher after ten steps where theta <= 0.002 and h changes little, lower
 * where theta >= 0.8 or the iteration fails.
 *
 * Hairer, Wanner, Solving ODEs II, IV.8; Stiff differential equations solved by Radau methods,
 * J. Comput. Appl. Math. 111 (1999); the numbers are those of their codes RADAU5 and RADAU.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/radau/radau_iia.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/methods/radau/radau_stages.h"
#include "kernel/formulation/batch.h"
#include "kernel/formulation/model_private.h"

enum { PATIENCE = 10, MOST_TO_ROUNDING = 50 };

static const real safety = R(0.9), shrink = R(0.125), grow = R(5.0);
static const real keeps_J = R(0.001), keeps_h = R(1.2);
static const real rises = R(0.002), falls = R(0.8), steady[] = { R(0.8), R(1.2) };
static const real exact_part = R(0.03);         /* of rtol: error of the iteration */
static const real ease[] = { R(0.1), R(0.03) }; /* c for s = 3, and for more */
static const real rounding = 32 * IVP_EPS;

typedef struct radau_iia {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    bool varies; /* the order does */
    int first_variant;
    radau_stages stages;

    real *y, *yp, *e, *moved; /* start of the last trial; y' at the accepted state; error */
    real *before;             /* increments of the step before */
    const radau_variant *v_before;
    real h_before; /* 0: there is none */

    bool fresh;      /* J belongs to the present state */
    bool linearised; /* there is a J */
    bool unsure;     /* first step, or one after a rejected one */
    bool refused;    /* the iteration failed since the last accepted step */
    int steps;       /* with this variant */
    real largest;    /* step size since the restart */
    real h_old, err_old;

    real t, h;                   /* of the last trial */
    const radau_variant *v;      /* and its variant */
    const real *shown;           /* and its increments */
    const radau_variant *wanted; /* of the next attempt, after the verdict */
    real err;
    real store[];
} radau_iia;

/* ---- set-up ------------------------------------------------------------------------------ */

static size_t carve(radau_iia *r, real *store)
{
    arena w = { store, radau_stages_carve(&r->stages, store) };
    real **const vectors[] = { &r->y, &r->yp, &r->e, &r->moved };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = arena_vec(&w, r->n);
    r->before = arena_vec(&w, RADAU_STAGES * r->stages.padded);
    return w.used;
}

static bool only_index_1(const ivp_model *m)
{
    for (int k = 0; k < ivp_n(m); k++)
        if (ivp_index(m)[k] > 1) return false;
    return true;
}

static ivp_status set_variant(const radau_iia *r, radau_variant *v, int s)
{
    real rtol = r->tol->h > 0 ? rounding : r->tol->rtol;
    const bool eased = r->tol->h == 0 && only_index_1(r->m) && !model_looks_inside(r->m);
    ivp_status status = radau_nodes_fill(&v->nodes, s);
    if (!status) status = radau_blocks_fill(&v->blocks, &v->nodes);
    v->most = r->tol->h > 0 ? MOST_TO_ROUNDING : (5 * s - 1) / 2;
    /* implicit equations may hold exponentials, which a rough start throws anywhere */
    if (!r->stages.system.is_rhs) rtol = ivp_min(rtol, R(1e-3));
    v->rtol = eased ? ease[s > 3] * pow(rtol, (real)(s + 1) / (real)(2 * s)) : rtol;
    const real part = ivp_min(1, rtol / v->rtol);
    v->enough = eased ? exact_part * part : ivp_min(exact_part, sqrt(rtol));
    v->enough = ivp_max(10 * IVP_EPS / v->rtol, v->enough);
    v->rough = R(0.1) * part;
    return status;
}

ivp_status radau_iia_create(void **self, ivp_model *m, const ivp_tol *tol, int stages)
{
    radau_iia head = { .m = m, .tol = tol, .n = ivp_n(m) };
    ivp_status status = radau_system_open(&head.stages.system, m);
    head.stages.n = head.n;
    if (!status && head.stages.system.is_rhs) status = batch_open(m);
    if (status) return status;
    head.stages.in_lanes = batch_has_lanes(m);
    head.varies = stages == 0 && tol->h == 0;
    head.first_variant = stages ? (stages - 3) / 2 : 0;
    head.stages.exactly = tol->h > 0;
    radau_iia *r = calloc(1, sizeof *r + carve(&head, NULL) * sizeof(real));
    if (!r) return IVP_E_NOMEM;
    *r = head;
    carve(r, r->store);
    for (int k = 0; k < RADAU_VARIANTS && !status; k++)
        status = set_variant(r, &r->stages.variant[k], 3 + 2 * k);
    if (status)
        free(r);
    else
        *self = r;
    return status;
}

ivp_status radau_iia_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)h0;
    radau_iia *r = self;
    memcpy(r->yp, yp, (size_t)r->n * sizeof *yp);
    r->wanted = &r->stages.variant[r->first_variant];
    r->stages.factored = NULL;
    r->stages.factor = 1;
    r->stages.theta = 1;
    r->stages.known = 0;
    r->stages.failures = 0;
    r->h_before = r->h_old = 0;
    r->linearised = r->fresh = r->refused = false;
    r->unsure = true;
    r->steps = 0;
    r->largest = 0;
    return IVP_OK;
}

/* ---- one solution of the stages ---------------------------------------------------------- */

static void weigh(radau_iia *r, const real *y)
{
    const real rtol = r->stages.v->rtol;
    const real ratio = r->tol->h > 0 ? 0 : rtol / r->tol->rtol;
    const int *index = ivp_index(r->m);
    for (int k = 0; k < r->n; k++) {
        const real atol = r->tol->h > 0 ? rounding : ratio * r->tol->atol[k];
        real weight = 1 / (atol + rtol * ivp_abs(y[k]));
        for (int i = 1; i < index[k]; i++) weight *= ivp_min(r->h, 1);
        r->stages.weight[k] = weight;
    }
}

static real size_of(const radau_iia *r, const real *x)
{
    const bool *differential = ivp_differential(r->m);
    real sum = 0;
    int count = 0;
    for (int k = 0; k < r->n; k++) {
        if (!differential[k]) continue;
        const real part = x[k] * r->stages.weight[k];
        sum += part * part;
        count++;
    }
    return sqrt(sum / (real)count);
}

static ivp_status solve_once(radau_iia *r, const ivp_trial *x)
{
    radau_stages *s = &r->stages;
    ivp_status status = IVP_OK;
    radau_stages_predict(s, r->v_before, r->h_before > 0 ? r->before : NULL,
                         r->h_before > 0 ? x->h / r->h_before : 0);
    if (!r->linearised) {
        status = radau_system_linearise(&s->system, x->t, x->y, r->yp);
        r->linearised = r->fresh = status == IVP_OK;
        s->factored = NULL;
    }
    if (!status && (s->factored != s->v || s->h != x->h)) status = radau_stages_factor(s, x->h);
    return status ? status : radau_stages_solve(s, x->t, x->h, x->y);
}

/* An iteration that fails with a J from another point is repeated with one from here; one over
 * a constant step, which cannot be shortened, without the polynomial of the step before. */
static ivp_status solve(radau_iia *r, const ivp_trial *x)
{
    const ivp_status status = solve_once(r, x);
    const bool curable = status == IVP_NO_CONVERGENCE || status == IVP_SINGULAR;
    if (curable && r->tol->h > 0 && r->h_before > 0) {
        r->h_before = 0;
        return solve_once(r, x);
    }
    if (!curable || r->fresh) return status;
    r->linearised = false;
    r->stages.factor = 1;
    return solve_once(r, x);
}

/* ---- error, step size, order ------------------------------------------------------------- */

static ivp_status estimate(radau_iia *r, const ivp_trial *x)
{
    ivp_status status = radau_stages_defect(&r->stages, x->t, x->h, x->y, r->e);
    r->err = size_of(r, r->e);
    if (status || !(r->err >= 1) || !r->unsure || r->tol->h > 0) return status;
    for (int k = 0; k < r->n; k++) r->moved[k] = x->y[k] - r->e[k];
    status = radau_stages_defect(&r->stages, x->t, x->h, r->moved, r->e);
    r->err = size_of(r, r->e);
    return status;
}

static real clamp(real x, real lo, real hi) { return x < lo ? lo : x > hi ? hi : x; }

/* h_new / h */
static real growth(const radau_iia *r)
{
    const radau_stages *s = &r->stages;
    const int most = s->v->most, stages = s->v->nodes.s;
    const real p = 1 / (real)(stages + 1), err = ivp_max(r->err, R(1e-10));
    const real fac = safety * (real)(2 * most + 1) / (real)(2 * most + s->iterations);
    const real by_error = fac * pow(err, -p);
    if (err >= 1)
        return clamp(r->h_before > 0 ? by_error : ivp_min(by_error, R(0.1)), shrink, 1);
    if (!(r->h_old > 0)) return clamp(by_error, shrink, grow);
    const real predicted = safety * (r->h / r->h_old) * pow(r->err_old / (err * err), p);
    return clamp(ivp_min(by_error, predicted), shrink, grow);
}

/* The variant for the next step, of a size so many times the present one. */
static const radau_variant *choose(const radau_iia *r, real ratio)
{
    const radau_stages *s = &r->stages;
    const radau_variant *v = s->v, *low = s->variant, *high = low + RADAU_VARIANTS - 1;
    if (!r->varies) return v;
    if ((s->theta >= falls || r->refused) && v > low) return v - 1;
    const bool quiet = ratio > steady[0] && ratio < steady[1] && r->steps >= PATIENCE;
    if (quiet && s->iterations > 1 && s->theta <= rises && v < high) return v + 1;
    return v;
}

static void pass(radau_iia *r, ivp_trial *x)
{
    real ratio = growth(r);
    const bool keeps = r->stages.theta <= keeps_J;
    if (keeps && ratio >= 1 && ratio <= keeps_h) ratio = 1;
    if (r->unsure && r->h_before > 0) ratio = ivp_min(ratio, 1);
    r->wanted = choose(r, ratio);
    x->h_next = x->h * ratio;
}

/* The iteration failed: a shorter step. */
static ivp_status give_up(radau_iia *r, ivp_status status, ivp_trial *x)
{
    const bool curable = status == IVP_NO_CONVERGENCE || status == IVP_SINGULAR;
    if (!curable || r->tol->h > 0) return status;
    const bool slow = r->stages.shorter > 0;

    x->ntests = 1;
    x->test[0] = (ivp_test){ 2, r->v->nodes.s };
    x->h_next = x->h * (slow ? r->stages.shorter : R(0.5));
    memcpy(x->y1, x->y, (size_t)r->n * sizeof(real));
    if (!slow || r->stages.shorter <= R(0.5)) r->refused = true;
    r->stages.factor = 1;
    r->stages.failures++;
    r->err = 2;
    return IVP_OK;
}

/* ---- a step ------------------------------------------------------------------------------ */

static void begin(radau_iia *r, const ivp_trial *x)
{
    r->t = x->t;
    r->h = x->h;
    r->v = r->stages.v = r->wanted;
    r->shown = r->stages.Z;
    memcpy(r->y, x->y, (size_t)r->n * sizeof(real));
    weigh(r, x->y);
}

/* Multipliers of index 3 carry the rounding of positions over h^2, which their scaled norm does
 * not see: after rejections a step may end where nothing is left of them, without an error. */
static bool too_small(const radau_iia *r, real h)
{
    const real least = R(1e-6) * r->largest;
    if (r->tol->h > 0 || h >= least) return false;
    for (int k = 0; k < r->n; k++)
        if (ivp_index(r->m)[k] > 2) return true;
    return false;
}

ivp_status radau_iia_attempt(void *self, ivp_trial *x)
{
    radau_iia *r = self;
    if (too_small(r, x->h)) {
        ivp_reason(r->m,
                   "at index 3 rounding leaves nothing of the multipliers in shorter steps");
        return IVP_E_STEP_TOO_SMALL;
    }
    begin(r, x);
    ivp_status status = solve(r, x);
    if (status) return give_up(r, status, x);
    const real *end = r->stages.Z + (r->v->nodes.s - 1) * r->stages.padded;
    for (int k = 0; k < r->n; k++) x->y1[k] = x->y[k] + end[k];
    if (r->tol->h > 0) return IVP_OK;
    status = estimate(r, x);
    if (status) return status;

    x->ntests = 1;
    x->test[0] = (ivp_test){ r->err, r->v->nodes.s };
    if (r->err < 1)
        pass(r, x);
    else
        x->h_next = x->h * growth(r);
    return IVP_OK;
}

static void refuse(radau_iia *r)
{
    r->unsure = true;
    if (r->refused && r->varies && r->wanted > r->stages.variant) {
        r->wanted--;
        r->refused = false;
        r->steps = 0;
    }
}

void radau_iia_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    radau_iia *r = self;
    if (verdict == IVP_REJECTED) {
        refuse(r);
        return;
    }
    radau_stages_end_slope(&r->stages, r->h, r->yp);
    real *Z = r->stages.Z;
    r->stages.Z = r->before;
    r->before = Z;
    r->v_before = r->v;
    r->h_before = r->h_old = r->h;
    r->largest = ivp_max(r->largest, r->h);
    r->err_old = ivp_max(r->err, R(0.01));
    r->steps = r->wanted == r->v ? r->steps + 1 : 0;
    if (r->wanted != r->v) r->stages.factor = 1;
    r->stages.failures = 0;
    r->refused = r->unsure = r->fresh = false;
    if (r->stages.theta > keeps_J || r->stages.exactly) r->linearised = false;
}

ivp_status radau_iia_dense(void *self, real theta, real *y)
{
    radau_iia *r = self;
    radau_stages_inside(&r->stages, r->v, r->shown, theta, y);
    for (int k = 0; k < r->n; k++) y[k] += r->y[k];
    return IVP_OK;
}
