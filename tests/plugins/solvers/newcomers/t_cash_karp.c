/* t_cash_karp.c -- the pair 5(4) of Cash and Karp, ACM TOMS 16 (1990), as a newcomer writes it:
 * no dense output, nothing kept from step to step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

enum { STAGES = 6 };

struct pair54 {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    real *k[STAGES], *w;
    real store[];
};

static const real c[STAGES] = { 0, R(1.0) / 5, R(3.0) / 10, R(3.0) / 5, 1, R(7.0) / 8 };
static const real a[STAGES][STAGES] = {
    { 0 },
    { R(1.0) / 5 },
    { R(3.0) / 40, R(9.0) / 40 },
    { R(3.0) / 10, -R(9.0) / 10, R(6.0) / 5 },
    { -R(11.0) / 54, R(5.0) / 2, -R(70.0) / 27, R(35.0) / 27 },
    { R(1631.0) / 55296, R(175.0) / 512, R(575.0) / 13824, R(44275.0) / 110592,
      R(253.0) / 4096 },
};
static const real b[STAGES] = { R(37.0) / 378,  0, R(250.0) / 621,
                                R(125.0) / 594, 0, R(512.0) / 1771 };
static const real b4[STAGES] = { R(2825.0) / 27648,  0,
                                 R(18575.0) / 48384, R(13525.0) / 55296,
                                 R(277.0) / 14336,   R(1.0) / 4 };

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct pair54 *s = calloc(1, sizeof *s + (STAGES + 1) * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = (int)n;
    for (int i = 0; i < STAGES; i++) s->k[i] = s->store + (size_t)i * n;
    s->w = s->store + STAGES * n;
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

static ivp_status stages(struct pair54 *s, const ivp_trial *x)
{
    for (int i = 0; i < STAGES; i++) {
        for (int j = 0; j < s->n; j++) {
            s->w[j] = x->y[j];
            for (int l = 0; l < i; l++) s->w[j] += x->h * a[i][l] * s->k[l][j];
        }
        const ivp_status st = ivp_rhs(s->m, x->t + c[i] * x->h, s->w, s->k[i]);
        if (st) return st;
    }
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct pair54 *s = self;
    const ivp_status st = stages(s, x);
    if (st) return st;
    for (int j = 0; j < s->n; j++) {
        x->y1[j] = x->y[j];
        s->w[j] = 0;
        for (int i = 0; i < STAGES; i++) {
            x->y1[j] += x->h * b[i] * s->k[i][j];
            s->w[j] += x->h * (b[i] - b4[i]) * s->k[i][j];
        }
    }
    x->ntests = 1;
    x->test[0] = (ivp_test){ ivp_error_norm(s->m, s->tol, x->y, x->y1, s->w), 4 };
    return IVP_OK;
}

IVP_SOLVER(t_cash_karp, .title = "Cash-Karp 5(4)", .source = "Cash, Karp, ACM TOMS 16 (1990)",
           .views = IVP_FIRST, .order = 5, .fixed_step = true, .adaptive = true,
           .create = create, .destroy = free, .restart = restart, .attempt = attempt);
