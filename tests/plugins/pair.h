/* pair.h -- the pair of Bogacki and Shampine, 3(2) with its first stage the last one, as a
 * solver with one fault that the contract has to find.
 *
 *     k1 = f(t, y)
 *     k2 = f(t + h/2, y + h/2 k1)
 *     k3 = f(t + 3/4 h, y + 3/4 h k2)
 *     y1 = y + h (2/9 k1 + 1/3 k2 + 4/9 k3)
 *     k4 = f(t + h, y1),     error = h (-5/72 k1 + 1/12 k2 + 1/9 k3 - 1/8 k4)
 *
 * Bogacki, Shampine, A 3(2) pair of Runge-Kutta formulas, Appl. Math. Lett. 2, 1989. A file
 * defines FAULT and ends with PAIR(name).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PAIR_H
#define TESTS_PAIR_H

#include <ivp/solver.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAULT_NONE,
    FAULT_ORDER,     /* 5 is declared */
    FAULT_SLOPES,    /* dense output with slopes that are a tenth too small */
    FAULT_BLIND,     /* the error test is always 0 */
    FAULT_STALE,     /* k4 is kept as k1 when the state was moved */
    FAULT_ALLOCATES, /* in each step */
    FAULT_SETTING,   /* an option is recommended that there is not */
    FAULT_KEEPS,     /* what an object has is not given back */
    FAULT_HOARDS,    /* of each run a piece is kept to the end of the process */
    FAULT_NODE,      /* the node 1/2 is off by a thousandth */
    FAULT_WEIGHT,    /* a weight of the error is off by a thousandth */
    FAULT_SHORT,     /* the pair's second order goes on; the test says half of its error */
    FAULT_OVERLAP,   /* k3 begins with the last number of k2 */
    FAULT_REFUSES,   /* two of three steps that would pass do not */
    FAULT_LAST,      /* the error test leaves out the last component */
    FAULT_NORM,      /* it takes n for the root of n */
    FAULT_FIRST      /* none: the first step after each restart is made twice */
};

struct stages {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    bool known; /* k1 is f at the present state */
    int tries;
    real h;
    real *y0, *y1, *e, *k[4];
};

static void stages_destroy(void *self)
{
    struct stages *s = self;
    if (s && FAULT != FAULT_KEEPS) free(s->y0);
    free(s);
}

static ivp_status stages_create(void **self, ivp_model *m, const ivp_tol *tol,
                                const double *option)
{
    (void)option;
    struct stages *s = calloc(1, sizeof *s);
    *self = s;
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = ivp_n(m);
    s->y0 = calloc(7 * (size_t)s->n, sizeof *s->y0);
    if (!s->y0) return IVP_E_NOMEM;
    s->y1 = s->y0 + s->n;
    s->e = s->y1 + s->n;
    for (int k = 0; k < 4; k++) s->k[k] = s->e + (k + 1) * s->n;
    if (FAULT == FAULT_OVERLAP) s->k[2]--;
    return IVP_OK;
}

static ivp_status stages_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    static void *volatile last;
    (void)t, (void)y, (void)yp, (void)h0;
    ((struct stages *)self)->known = false;
    ((struct stages *)self)->tries = 0;
    if (FAULT == FAULT_HOARDS) last = malloc(64);
    return FAULT == FAULT_HOARDS && !last ? IVP_E_NOMEM : IVP_OK;
}

static ivp_status stage(struct stages *s, const ivp_trial *x, int k, real c)
{
    for (int j = 0; j < s->n; j++) s->y1[j] = x->y[j] + c * x->h * s->k[k - 1][j];
    return ivp_rhs(s->m, x->t + c * x->h, s->y1, s->k[k]);
}

static inline void stages_shorten(struct stages *s)
{
    for (int j = 0; j < s->n; j++) {
        s->y1[j] -= s->e[j];
        s->e[j] /= 2;
    }
    s->known = false;
}

static ivp_status stages_attempt(void *self, ivp_trial *x)
{
    struct stages *s = self;
    ivp_status st = s->known ? IVP_OK : ivp_rhs(s->m, x->t, x->y, s->k[0]);
    s->known = true;
    s->h = x->h;
    memcpy(s->y0, x->y, (size_t)s->n * sizeof(real));
    if (!st) st = stage(s, x, 1, FAULT == FAULT_NODE ? R(0.5005) : R(0.5));
    if (!st) st = stage(s, x, 2, R(0.75));
    for (int j = 0; j < s->n && !st; j++)
        s->y1[j] = x->y[j] + x->h * (2 * s->k[0][j] + 3 * s->k[1][j] + 4 * s->k[2][j]) / 9;
    if (!st) st = ivp_rhs(s->m, x->t + x->h, s->y1, s->k[3]);
    if (st) return st;
    const real first = FAULT == FAULT_WEIGHT ? -R(5.005) : -R(5.0);
    for (int j = 0; j < s->n; j++)
        s->e[j] =
            x->h * (first * s->k[0][j] + 6 * s->k[1][j] + 8 * s->k[2][j] - 9 * s->k[3][j]) / 72;
    if (FAULT == FAULT_SHORT) stages_shorten(s);
    if (FAULT == FAULT_LAST && s->n > 1) s->e[s->n - 1] = 0;
    memcpy(x->y1, s->y1, (size_t)s->n * sizeof(real));
    x->ntests = 1;
    x->test[0] = (ivp_test){ ivp_error_norm(s->m, s->tol, x->y, x->y1, s->e), 2 };
    if (FAULT == FAULT_BLIND) x->test[0].err = 0;
    if (FAULT == FAULT_NORM) x->test[0].err /= sqrt((real)s->n);
    if (FAULT == FAULT_FIRST && !s->tries++) x->test[0].err = ivp_max(x->test[0].err, 2);
    if (FAULT == FAULT_REFUSES && x->h > R(1e-3) && s->tries++ % 3)
        x->test[0].err = ivp_max(x->test[0].err, 2);
    void *volatile spare = FAULT == FAULT_ALLOCATES ? malloc((size_t)s->n) : NULL;
    free(spare);
    return IVP_OK;
}

static void stages_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    struct stages *s = self;
    (void)y1;
    if (verdict == IVP_REJECTED) return;
    memcpy(s->k[0], s->k[3], (size_t)s->n * sizeof(real));
    if ((verdict == IVP_MOVED && FAULT != FAULT_STALE) || FAULT == FAULT_SHORT)
        s->known = false;
}

/* Hermite's cubic. */
static ivp_status stages_dense(void *self, real theta, real *y)
{
    const struct stages *s = self;
    const real rest = 1 - theta, part = FAULT == FAULT_SLOPES ? R(0.9) : R(1.0);
    for (int j = 0; j < s->n; j++) {
        const real rise = s->y1[j] - s->y0[j], h = part * s->h;
        y[j] =
            rest * s->y0[j] + theta * s->y1[j] +
            theta * rest * (rest * (h * s->k[0][j] - rise) - theta * (h * s->k[3][j] - rise));
    }
    return IVP_OK;
}

static const ivp_setting stages_settings[] = {
    { "plain", FAULT == FAULT_SETTING ? "order=5" : "", "of no options" },
    { 0 },
};

#define PAIR(id)                                                                               \
    IVP_SOLVER(id, .title = "Bogacki-Shampine 3(2), faulty", .source = "tests",                \
               .views = IVP_FIRST, .formulations = IVP_AS_ODE | IVP_PROJECTED,                 \
               .order = FAULT == FAULT_ORDER ? 5 : FAULT == FAULT_SHORT ? 2 : 3, .fixed_step = true, .adaptive = true,    \
               .create = stages_create, .destroy = stages_destroy, .restart = stages_restart,  \
               .attempt = stages_attempt, .verdict = stages_verdict, .dense = stages_dense,         \
               .settings = stages_settings)

#endif
