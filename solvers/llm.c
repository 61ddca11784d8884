/* llm.c -- local linearization: every step is the exact solution of the equations linearised at
 * its start.
 *
 *     y' = f + A (y - y_n) + f_t (t - t_n),     A = f_y, all at (t_n, y_n)                 (23)
 *     y(t_n + tau) = y_n + tau phi_1(tau A) f + tau^2 phi_2(tau A) f_t           (1), (2), (18)
 *
 * for tau = h the new state, for tau < h dense output. Explicit, A-stable, of order 2, exact
 * where f is linear in y and t. What the linearisation leaves out drives the local error,
 *
 *     E' = A E + r(t)                                                                      (24)
 *     r(t) = v (t - t_n)^2,     v = r(t_(n+1)) / h^2                           (26), (29), (30)
 *     r(t_(n+1)) = f(t_(n+1), y_(n+1)) - f - A (y_(n+1) - y_n) - f_t h
 *     E(t_(n+1)) = 2 h^3 phi_3(h A) v                                          (31), (32), (33)
 *
 * and the f evaluated for it is that of the next step. (26) lacks a factor 1/2, so that v is
 * half the second derivative of r; "t" in (33) is h. The test is |E| <= 1 or |E| / h <= 1 in
 * the 2-norm over all unknowns, (39), in units of the tolerance.
 *
 * Of large mechanisms A is not formed, and where there is a band or a pattern it is not full:
 * Krylov's way needs products with it alone.
 *
 * A, f and f_t outlive a rejected trial, and so does what kernel/methods/phi/phi.h made of A:
 * the smaller step costs one f and products of matrices with vectors.
 *
 * Gil, Sanfelice, Nikravesh: Local linearization method in the integration of multibody
 * equations. Numbers in brackets are theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/methods/phi/phi.h"
#include "kernel/formulation/model_private.h"

enum option { ERROR, EXPONENTIAL };
enum { ERROR_EPS, ERROR_EPUS };
enum { EXPONENTIAL_AUTO, EXPONENTIAL_PADE, EXPONENTIAL_KRYLOV };
enum { STEP, ESTIMATE };    /* chains of phi.h */
enum { KRYLOV_FROM = 100 }; /* unknowns */
/* Numbers in the vectors of a step's bases, a 40th of them: about a second. The vectors that a
 * step takes grow with h |A|, so with the square of the points along a side where A is
 * diffusion. */
enum { BASES_NUMBERS = 100000, BASES_LEAST = 4 };

static const ivp_param options[] = {
    [ERROR] = { "error", "eps",
                "what is held below the tolerance: error per step or per "
                "unit step",
                "eps epus" },
    [EXPONENTIAL] = { "exponential", "auto",
                      "exponentials of matrices; auto: krylov from 100 unknowns on",
                      "auto pade krylov" },
    { 0 },
};

/* (38) */
static const ivp_control law = {
    .name = "llm",
    .kI = R(1.0),
    .safety = R(0.9),
    .shrink = R(0.2),
    .grow = R(5.0),
};

struct llm {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    bool per_unit, krylov;
    int bases; /* most of a step; 0: no limit */
    char text[160];
    phi *phi;
    ivp_mat A;
    ivp_pencil *pencil; /* in place of A; NULL: this */
    real *unit, *Au;    /* there */
    real h, ready;      /* of the last trial; phi serves [0, ready], 0: nothing yet */
    bool f_known;       /* f belongs to the accepted state */
    bool f1_known;      /* f1 belongs to the last trial */
    real *y, *u;        /* start of the last trial and its increment */
    real *f, *f_t, *f1, *r;
    real store[];
};

static void destroy(void *self)
{
    struct llm *s = self;
    if (s) phi_destroy(s->phi);
    free(s);
}

static int most_bases(int n)
{
    const int bases = BASES_NUMBERS / n;
    return bases < BASES_LEAST ? BASES_LEAST : bases;
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const int n = ivp_n(m), way = (int)option[EXPONENTIAL];
    const bool large = ivp_is_sparse(m) || (n >= KRYLOV_FROM && !pencil_is_full(m));
    const bool products = large && way != EXPONENTIAL_PADE;
    if (!products && ivp_refuses_full(m)) return IVP_E_DECLINED;
    const size_t k = (size_t)n, full = products ? 0 : k * k;
    struct llm *s = calloc(1, sizeof *s + (full + 8 * k) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = n;
    s->per_unit = (int)option[ERROR] == ERROR_EPUS;
    s->krylov = way == EXPONENTIAL_KRYLOV || (way == EXPONENTIAL_AUTO && n >= KRYLOV_FROM);
    s->A = (ivp_mat){ n, n, n, s->store };
    real *at = s->store + full;
    real **const vectors[] = { &s->y, &s->u, &s->f, &s->f_t, &s->f1, &s->r, &s->unit, &s->Au };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++, at += n) *vectors[i] = at;
    s->phi = phi_create(n, products ? PHI_PRODUCTS : s->krylov ? PHI_KRYLOV : PHI_PADE);
    if (!s->phi || (products && ivp_pencil_open(m, 0, &s->pencil))) {
        destroy(s);
        return IVP_E_NOMEM;
    }
    if (products && !ivp_is_sparse(m)) s->bases = most_bases(n);
    if (s->bases) phi_limit(s->phi, s->bases);
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct llm *s = self;
    s->ready = 0;
    s->f_known = s->f1_known = false;
    return IVP_OK;
}

/* NaN where there is no A x: the exponential does not converge then. */
static void times(void *self, const real *x, real *Ax)
{
    struct llm *s = self;
    if (!pencil_along(s->pencil, x, Ax)) return;
    for (int i = 0; i < s->n; i++) Ax[i] = (real)NAN;
}

/* Positions count as they are, velocities by a frequency: accelerations along positions, which
 * move in all ways, are their square; rounded to a power of two. Other unknowns count as they
 * are. */
static void choose_units(struct llm *s)
{
    const int half = ivp_nq(s->m) ? s->n / 2 : s->n;
    for (int i = 0; i < s->n; i++) {
        s->unit[i] = 1;
        s->r[i] = i < half ? R(0.5) + (real)((i * 7919) % 1009) / 1009 : 0;
    }
    times(s, s->r, s->Au);
    real most = 1, unit = 1;
    for (int i = half; i < s->n; i++) most = ivp_max(most, ivp_abs(s->Au[i]));
    while (unit * unit < most && ivp_finite(most)) unit *= 2;
    for (int i = half; i < s->n; i++) s->unit[i] = unit;
}

/* f, f_t and A at the accepted state */
static ivp_status linearise(struct llm *s, const ivp_trial *trial)
{
    ivp_status st = IVP_OK;
    if (!s->f_known) st = ivp_rhs(s->m, trial->t, trial->y, s->f);
    s->f_known = st == IVP_OK;
    if (st || !s->pencil)
        return st ? st : ivp_rhs_jac_dt(s->m, trial->t, trial->y, s->A, s->f_t);
    st = ivp_pencil_linearise(s->pencil, trial->t, trial->y, NULL, s->f_t);
    if (!st) choose_units(s);
    return st;
}

static bool autonomous(const struct llm *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->f_t[i] != 0) return false;
    return true;
}

/* The linear equations, solved for all times up to h. */
static ivp_status prepare(struct llm *s, const ivp_trial *trial)
{
    ivp_status st = s->ready > 0 ? IVP_OK : linearise(s, trial);
    s->ready = 0;
    if (!st && s->pencil) st = phi_products(s->phi, (phi_operator){ times, s }, s->unit, s->h);
    if (!st && !s->pencil) st = phi_matrix(s->phi, s->A, s->h);
    if (st) return st;
    if (phi_squarings(s->phi) > 0) {
        ivp_count(s->m, IVP_N_LU, 1);
        ivp_count(s->m, IVP_N_SOLVE, s->n);
    }
    phi_load(s->phi, STEP, autonomous(s) ? 1 : 2, (const real *const[]){ s->f, s->f_t });
    s->ready = s->h;
    return IVP_OK;
}

/* 2 v of (30) into r; f1 on the way. */
static ivp_status remainder_of(struct llm *s, const ivp_trial *trial)
{
    const real h = s->h;
    const ivp_status st = ivp_rhs(s->m, trial->t + h, trial->y1, s->f1);
    s->f1_known = st == IVP_OK;
    if (st) return st;
    for (int i = 0; i < s->n; i++) s->r[i] = s->f1[i] - s->f[i] - h * s->f_t[i];
    if (s->pencil) times(s, s->u, s->Au);
    for (int i = 0; s->pencil && i < s->n; i++) s->r[i] -= s->Au[i];
    for (int j = 0; !s->pencil && j < s->n; j++)
        for (int i = 0; i < s->n; i++) s->r[i] -= *ivp_at(s->A, i, j) * s->u[j];
    for (int i = 0; i < s->n; i++) s->r[i] *= 2 / (h * h);
    return IVP_OK;
}

static real weighted_2_norm(const struct llm *s, const ivp_trial *trial, const real *e)
{
    real sum = 0;
    for (int i = 0; i < s->n; i++) {
        const real size = ivp_max(ivp_abs(trial->y[i]), ivp_abs(trial->y1[i]));
        const real x = e[i] / (s->tol->atol[i] + s->tol->rtol * size);
        sum += x * x;
    }
    return sqrt(sum);
}

static ivp_status estimate(struct llm *s, ivp_trial *trial)
{
    ivp_status st = remainder_of(s, trial);
    if (st) return st;
    phi_load(s->phi, ESTIMATE, 3, (const real *const[]){ NULL, NULL, s->r });
    st = phi_at(s->phi, ESTIMATE, s->h, s->r);
    if (st) return st;
    const real error = weighted_2_norm(s, trial, s->r);
    trial->ntests = 1;
    trial->test[0] = s->per_unit ? (ivp_test){ error / s->h, 1 } : (ivp_test){ error, 2 };
    return IVP_OK;
}

/* A shorter step would only be one of many. */
static ivp_status give_up(struct llm *s, ivp_status st)
{
    if (st != IVP_NO_CONVERGENCE || !s->bases) return st;
    snprintf(s->text, sizeof s->text,
             "a step of %.3g takes more than %d Krylov bases: h |A| is too large for products "
             "with A; take a method that factors matrices",
             (double)s->h, s->bases);
    ivp_reason(s->m, s->text);
    return IVP_E_STEP_TOO_SMALL;
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct llm *s = self;
    s->f1_known = false;
    s->h = (trial->t + trial->h) - trial->t; /* what t + h, rounded, leaves of h */
    ivp_status st = s->ready >= s->h ? IVP_OK : prepare(s, trial);
    if (!st) st = phi_at(s->phi, STEP, s->h, s->u);
    if (st) return give_up(s, st);
    for (int i = 0; i < s->n; i++) {
        s->y[i] = trial->y[i];
        trial->y1[i] = trial->y[i] + s->u[i];
    }
    return s->tol->h > 0 ? IVP_OK : give_up(s, estimate(s, trial));
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct llm *s = self;
    if (verdict == IVP_REJECTED) return;
    s->ready = 0;
    s->f_known = verdict == IVP_KEPT && s->f1_known;
    if (s->f_known) memcpy(s->f, s->f1, (size_t)s->n * sizeof(real));
}

static ivp_status dense(void *self, real theta, real *y)
{
    struct llm *s = self;
    const ivp_status st = phi_at(s->phi, STEP, theta * s->h, y);
    for (int i = 0; i < s->n; i++) y[i] += s->y[i];
    return st;
}

IVP_SOLVER(llm,
    .title = "Local linearization, exact on linear problems",
    .family = "exponential",
    .source = "Gil, Sanfelice, Nikravesh: Local linearization method in the integration of "
              "multibody equations",
    .views = IVP_FIRST,
    .order = 2,
    .fixed_step = true,
    .adaptive = true,
    .control = &law,
    .options = options,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense);
