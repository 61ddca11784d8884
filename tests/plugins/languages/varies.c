/* varies.c -- the classical Runge-Kutta method, whose end no two runs share: it adds some
 * rounding errors of its own. It says so, in one line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>
#include <sys/random.h>

enum { MOST = 64 };

struct varies {
    ivp_model *m;
    int n;
    real k[4][MOST], w[MOST];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)tol, (void)option;
    struct varies *s = ivp_n(m) <= MOST ? calloc(1, sizeof *s) : NULL;
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = ivp_n(m);
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    static const real c[4] = { 0, 0.5, 0.5, 1 };
    struct varies *s = self;
    unsigned char noise = 0;
    if (getrandom(&noise, 1, 0) != 1) return IVP_E_LIBRARY;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < s->n; j++)
            s->w[j] = x->y[j] + (i ? c[i] * x->h * s->k[i - 1][j] : 0);
        const ivp_status st = ivp_rhs(s->m, x->t + c[i] * x->h, s->w, s->k[i]);
        if (st) return st;
    }
    for (int j = 0; j < s->n; j++) {
        const real slope = s->k[0][j] + 2 * s->k[1][j] + 2 * s->k[2][j] + s->k[3][j];
        x->y1[j] = (x->y[j] + x->h * slope / 6) * (1 + 1e-15 * noise);
    }
    x->ntests = 0;
    return IVP_OK;
}

IVP_SOLVER(varies, .title = "Runge-Kutta, order 4, with noise", .source = "Kutta 1901",
           .views = IVP_FIRST, .order = 4, .fixed_step = true, .create = create,
           .not_deterministic = "it draws random numbers",
           .destroy = free, .restart = restart, .attempt = attempt);
