/* ndf.c -- numerical differentiation formulas (NDF) of orders 1 to 5, or the backward
 * differentiation formulas (BDF), in backward differences with quasi-constant step size.
 *
 *     sum_(m=1)^k (1/m) nabla^m y_(n+1) = h f(t_(n+1), y_(n+1))
 *                                         + kappa_k gamma_k (y_(n+1) - y^(0))
 *     y^(0)   = sum_(m=0)^k nabla^m y_n
 *     gamma_k = sum_(j=1)^k 1/j
 *     kappa_k = 0 for BDF
 *
 * Newton's method finds the distance d = y_(n+1) - y^(0) = nabla^(k+1) y_(n+1):
 *
 *     (I - c J) delta = c f(t_(n+1), y^(0) + d) - psi - d
 *     c   = h / ((1 - kappa_k) gamma_k)
 *     psi = sum_(m=1)^k gamma_m nabla^m y_n / ((1 - kappa_k) gamma_k)
 *     local error = (kappa_k gamma_k + 1/(k+1)) nabla^(k+1) y_(n+1)
 *
 * On M(t, y) y' = f, also of index 1: M (psi + d) = c f(t_(n+1), y^(0) + d), and the error that
 * of the formula, filtered: (M - c J)^-1 M times the above.
 *
 * Steps keep their size until a larger one is worth it, after k + 2 of them, when the orders
 * k - 1, k and k + 1 are compared; a failed error test takes the better of k - 1 and k, a
 * second one half the step. J is kept until the iteration is slow.
 *
 * Constant steps are made with order max_order throughout; the first max_order of them by
 * extrapolating as many implicit Euler approximations, and the iteration runs to rounding
 * level.
 *
 * Shampine, Reichelt: The MATLAB ODE Suite, SIAM J. Sci. Comput. 18 (1997), sections 2.1, 2.2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

#include "kernel/methods/corrector.h"
#include "kernel/methods/declines.h"
#include "kernel/methods/differences.h"
#include "kernel/linear/hermite.h"

enum { ORDERS = 5 };
enum option { FORMULA, MAX_ORDER };
enum { FORMULA_NDF, FORMULA_BDF };

static const ivp_param options[] = {
    [FORMULA] = { "formula", "ndf", "kappa of the paper, or 0", "ndf bdf" },
    [MAX_ORDER] = { "max_order", "5", "highest order; of constant steps the only one",
                    "1 2 3 4 5" },
    { 0 },
};

static const real kappa[ORDERS + 1] = { R(0.0),     -R(37.0) / R(200.0), -R(1.0) / R(9.0),
                                        -R(0.0823), -R(0.0415),          R(0.0) };

/* What an order makes of the formulas above. */
typedef struct formula {
    real gamma, lead, error; /* gamma_k, (1 - kappa_k) gamma_k, constant of the local error */
} formula;

struct ndf {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    bool constant;
    formula formula[ORDERS + 1];
    int max_order;

    differences past, next;  /* of the accepted state; of the trial */
    const differences *last; /* after the last trial, wherever that is now */
    int order, wanted;       /* of the next attempt; after the verdict */
    int failures;            /* of the error test, one after another */
    corrector newton;

    real t;      /* of the last trial */
    int degree;  /* of its polynomial; 0: one of the first constant steps */
    bool sloped; /* then: y' at both ends is known */
    real *f0, *f1;
    real *yp; /* at the restart */
    real store[];
};

/* ---- set-up ----------------------------------------------------------------------------- */

static void set_formulas(struct ndf *s, bool bdf)
{
    for (int k = 1; k <= ORDERS; k++) {
        formula *f = &s->formula[k];
        const real kap = bdf ? 0 : kappa[k];
        f->gamma = s->formula[k - 1].gamma + 1 / (real)k;
        f->lead = (1 - kap) * f->gamma;
        f->error = kap * f->gamma + 1 / (real)(k + 1);
    }
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const size_t n = (size_t)ivp_n(m);
    const size_t reals = corrector_reals((int)n) + (2 * (DIFFERENCES_MAX + 2) + 1) * n;
    struct ndf *s = calloc(1, sizeof *s + reals * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = (int)n;
    s->constant = tol->h > 0;
    s->max_order = 1 + (int)option[MAX_ORDER];
    set_formulas(s, (int)option[FORMULA] == FORMULA_BDF);
    real *at = s->store + corrector_reals((int)n);
    at = differences_carve(&s->past, s->n, at);
    at = differences_carve(&s->next, s->n, at);
    s->f0 = at;
    s->f1 = at + n;
    s->yp = s->f1 + n;
    *self = s;
    return corrector_open(&s->newton, m, tol, s->store);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)h0;
    struct ndf *s = self;
    memcpy(s->yp, yp, (size_t)s->n * sizeof(real));
    memcpy(s->past.d[0], y, (size_t)s->n * sizeof(real));
    s->past.known = s->past.steps = s->failures = 0;
    s->order = s->wanted = s->constant ? s->max_order : 1;
    corrector_forget(&s->newton);
    return IVP_OK;
}

/* ---- constant steps: the start ---------------------------------------------------------- */

/* y1 := y after `count` implicit Euler steps over h, in which d = c f(t1, y0 + d) */
static ivp_status euler(struct ndf *s, real t, real h, int count, const real *y, real *y1)
{
    const real c = h / (real)count;
    ivp_status status = IVP_OK;
    memcpy(y1, y, (size_t)s->n * sizeof(real));
    memset(s->newton.psi, 0, (size_t)s->n * sizeof(real));
    for (int i = 0; i < count && status == IVP_OK; i++) {
        memcpy(s->newton.y0, y1, (size_t)s->n * sizeof(real));
        status = corrector_solve(&s->newton, c, t + (real)(i + 1) * c, y1);
    }
    return status;
}

/* y1 of order max_order: Aitken-Neville in powers of the step size */
static ivp_status extrapolate(struct ndf *s, const ivp_trial *x)
{
    real **row = s->next.d;
    for (int j = 1; j <= s->max_order; j++) {
        const ivp_status status = euler(s, x->t, x->h, j, s->past.d[0], row[j]);
        if (status != IVP_OK) return status;
        for (int l = j - 1; l >= 1; l--) {
            const real weight = (real)l / (real)(j - l);
            for (int i = 0; i < s->n; i++)
                row[l][i] = row[l + 1][i] + weight * (row[l + 1][i] - row[l][i]);
        }
    }
    memcpy(x->y1, row[1], (size_t)s->n * sizeof(real));
    return IVP_OK;
}

static ivp_status starting_step(struct ndf *s, const ivp_trial *x)
{
    const int known = s->past.known;
    const ivp_status status = extrapolate(s, x);
    if (status != IVP_OK) return status;
    if (known == 0) s->past.h = x->h;
    differences_rescale(&s->past, x->h, known, &s->next);
    real *top = s->newton.d;
    differences_at(&s->next, known, 1, top);
    for (int i = 0; i < s->n; i++) top[i] = x->y1[i] - top[i];
    differences_add(&s->next, known, top);
    s->degree = 0;
    s->sloped = false;
    return IVP_OK;
}

/* ---- a step ----------------------------------------------------------------------------- */

/* y^(0) and psi from the past at this step size */
static void predict(struct ndf *s, real h)
{
    const int k = s->degree = s->order;
    real *y0 = s->newton.y0, *psi = s->newton.psi;
    differences_rescale(&s->past, h, k, &s->next);
    differences_at(&s->next, k, 1, y0);
    memset(psi, 0, (size_t)s->n * sizeof(real));
    for (int j = 1; j <= k; j++) {
        const real weight = s->formula[j].gamma / s->formula[k].lead;
        for (int i = 0; i < s->n; i++) psi[i] += weight * s->next.d[j][i];
    }
}

/* Growth of the step size with which the next error of this order is safety^-(order+1) */
static real growth(real err, int order, real safety)
{
    return 1 / ivp_max(R(0.1), safety * pow(err, 1 / (real)(order + 1)));
}

/* The local error that this order would have made, from its difference at t_(n+1) */
static real error(struct ndf *s, int order, const real *y1)
{
    const real *e = corrector_filter(&s->newton, s->next.d[order + 1]);
    return s->formula[order].error * ivp_error_norm(s->m, s->tol, s->past.d[0], y1, e);
}

/* Order and step size of the next attempt. */
static real choose(struct ndf *s, real h, real err, const real *y1)
{
    const int k = s->order;
    const bool passed = err <= 1;
    if (passed && s->next.steps < k + 2) return h;
    if (!passed && s->failures++ > 0) return h / 2;
    real best = growth(err, k, R(1.2));
    if (k > 1) {
        const real lower = growth(error(s, k - 1, y1), k - 1, R(1.3));
        if (lower > best) s->wanted = k - 1;
        best = ivp_max(best, lower);
    }
    if (!passed) return h * ivp_min(best, 1);
    if (k < s->max_order) {
        const real higher = growth(error(s, k + 1, y1), k + 1, R(1.4));
        if (higher > best) s->wanted = k + 1;
        best = ivp_max(best, higher);
    }
    if (best > 1) return h * best;
    s->wanted = k;
    return h;
}

/* The line through the first point with slope y': order 1 needs no more of a past. */
static ivp_status begin(struct ndf *s, const ivp_trial *x)
{
    ivp_status status = IVP_OK;
    if (s->newton.plain)
        status = ivp_rhs(s->m, x->t, s->past.d[0], s->past.d[1]);
    else
        memcpy(s->past.d[1], s->yp, (size_t)s->n * sizeof(real));
    if (status != IVP_OK) return status;
    for (int i = 0; i < s->n; i++) s->past.d[1][i] *= x->h;
    s->past.h = x->h;
    s->past.known = 1;
    return status;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct ndf *s = self;
    const int k = s->wanted = s->order;
    s->t = x->t;
    s->last = &s->next;
    if (s->constant && s->past.known < k) return starting_step(s, x);
    ivp_status status = IVP_OK;
    if (s->past.known == 0) status = begin(s, x);
    if (status != IVP_OK) return status;
    predict(s, x->h);
    status = corrector_solve(&s->newton, x->h / s->formula[k].lead, x->t + x->h, x->y1);
    if (status != IVP_OK) return status;
    differences_add(&s->next, k, s->newton.d);
    if (s->constant) return status;
    const real err = error(s, k, x->y1);
    x->ntests = 1;
    x->test[0] = (ivp_test){ err, k };
    x->h_next = choose(s, x->h, err, x->y1);
    return status;
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct ndf *s = self;
    if (verdict != IVP_REJECTED) {
        const differences accepted = s->next;
        s->next = s->past;
        s->past = accepted;
        s->last = &s->past;
        s->failures = 0;
    }
    s->order = s->wanted;
}

/* ---- dense output ----------------------------------------------------------------------- */

/* f0, f1: h y' at both ends of the last step */
static ivp_status slopes(struct ndf *s)
{
    const differences *x = s->last;
    if (s->sloped) return IVP_OK;
    real *y0 = s->newton.y0;
    differences_at(x, 1, -1, y0);
    ivp_status status = ivp_rhs(s->m, s->t, y0, s->f0);
    if (status == IVP_OK) status = ivp_rhs(s->m, s->t + x->h, x->d[0], s->f1);
    for (int i = 0; i < s->n; i++) {
        s->f0[i] *= x->h;
        s->f1[i] *= x->h;
    }
    s->sloped = status == IVP_OK;
    return status;
}

/* The polynomial of the step; where there is none yet Hermite's cubic, or on M y' = f, which
 * tells no slopes, what goes through the points so far. */
static ivp_status dense(void *self, real theta, real *y)
{
    struct ndf *s = self;
    const differences *x = s->last;
    if (s->degree > 0 || !s->newton.plain) {
        differences_at(x, s->degree > 0 ? s->degree : x->known, theta - 1, y);
        return IVP_OK;
    }
    const ivp_status status = slopes(s);
    if (status != IVP_OK) return status;
    for (int i = 0; i < s->n; i++) {
        const real rise = x->d[1][i];
        y[i] = x->d[0][i] - (1 - theta) * rise + hermite_bulge(theta, rise, s->f0[i], s->f1[i]);
    }
    return IVP_OK;
}

IVP_SOLVER(ndf,
    .title = "NDF and BDF of orders 1 to 5, quasi-constant steps",
    .family = "bdf",
    .source = "Shampine, Reichelt: The MATLAB ODE Suite, 1997",
    .views = IVP_FIRST | IVP_LINEAR,
    .fixed_step = true,
    .adaptive = true,
    .steers = true,
    .keeps_history = true,
    .options = options,
    .declines = declines_higher_index,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense);
