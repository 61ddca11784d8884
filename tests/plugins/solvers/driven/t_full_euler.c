/* t_full_euler.c -- linear-implicit Euler with constant steps by a full matrix, through
 * include/ivp alone:
 *
 *     (I - h J) k = f + h f_t     y1 = y + h k
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

struct euler {
    ivp_model *m;
    int n, *pivots;
    ivp_mat A;
    real *k, *ft;
    real store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)tol, (void)option;
    const int n = ivp_n(m);
    struct euler *s = *self = calloc(1, sizeof *s + (size_t)n * (size_t)(n + 3) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = n;
    s->A = (ivp_mat){ n, n, n, s->store };
    s->k = s->store + (size_t)n * (size_t)n;
    s->ft = s->k + n;
    s->pivots = (void *)(s->ft + n);
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct euler *s = self;
    x->ntests = 0;
    ivp_status st = ivp_rhs(s->m, x->t, x->y, s->k);
    if (!st) st = ivp_rhs_jac_dt(s->m, x->t, x->y, s->A, s->ft);
    for (int j = 0; j < s->n; j++) {
        s->k[j] += x->h * s->ft[j];
        for (int i = 0; i < s->n; i++) *ivp_at(s->A, i, j) *= -x->h;
        *ivp_at(s->A, j, j) += 1;
    }
    if (!st) st = ivp_factor(s->m, s->A, s->pivots);
    if (!st) ivp_solve(s->m, s->A, s->pivots, s->k);
    for (int i = 0; i < s->n; i++) x->y1[i] = x->y[i] + x->h * s->k[i];
    return st;
}

static double memory(const ivp_model *m, const double *option)
{
    (void)option;
    return (double)ivp_n(m) * (double)ivp_n(m) * sizeof(real);
}

IVP_SOLVER(t_full_euler, .title = "Linear-implicit Euler by a full matrix", .source = "tests",
           .views = IVP_FIRST, .order = 1, .fixed_step = true, .create = create,
           .destroy = free, .restart = restart, .attempt = attempt,
           .memory = memory);
