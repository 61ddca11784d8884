/* t_implicit_euler.c -- implicit Euler with constant steps on M(t, y) y' = f(t,
 * y), through include/ivp alone:
 *
 *     M(t1, y1) (y1 - y) = h f(t1, y1)        by Newton's method with M - h J
 *
 * It makes a remark, and has settings for a tuning grid.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

enum { ITERATIONS };
static const ivp_param options[] = {
    [ITERATIONS] = { "iterations", "8", "Newton iterations of a step", .kind = IVP_INTEGER },
    { 0 },
};

static const ivp_setting settings[] = {
    { "careful", "iterations=20", "steps that are long for Newton's method" },
    { 0 },
};

struct euler {
    ivp_model *m;
    ivp_pencil *matrix;
    int n, iterations;
    real *f, *r, *d, *yp;
};

static void destroy(void *self)
{
    struct euler *s = self;
    if (s) free(s->f);
    free(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)tol;
    struct euler *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->n = ivp_n(m);
    s->iterations = (int)option[ITERATIONS];
    const size_t n = (size_t)s->n;
    s->f = calloc(4 * n, sizeof *s->f);
    if (!s->f) return IVP_E_NOMEM;
    s->r = s->f + n;
    s->d = s->r + n;
    s->yp = s->d + n;
    ivp_remark(m, "implicit Euler: no error test");
    return ivp_pencil_open(m, 1, &s->matrix);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

/* r := h f(t1, y1) - M(t1, y1) (y1 - y) */
static ivp_status residual(struct euler *s, const ivp_trial *x)
{
    for (int i = 0; i < s->n; i++) s->d[i] = x->y1[i] - x->y[i];
    ivp_status st = ivp_rhs(s->m, x->t + x->h, x->y1, s->f);
    if (!st) st = ivp_mass_times(s->m, x->t + x->h, x->y1, s->d, s->r);
    for (int i = 0; i < s->n; i++) s->r[i] = x->h * s->f[i] - s->r[i];
    return st;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct euler *s = self;
    x->ntests = 0;
    for (int i = 0; i < s->n; i++) x->y1[i] = x->y[i];
    for (int k = 0; k < s->iterations; k++) {
        for (int i = 0; i < s->n; i++) s->yp[i] = (x->y1[i] - x->y[i]) / x->h;
        ivp_status st = ivp_pencil_linearise(s->matrix, x->t + x->h, x->y1, s->yp, NULL);
        if (!st) st = ivp_pencil_factor(s->matrix, 0, 1, x->h);
        if (!st) st = residual(s, x);
        if (st) return st;
        ivp_pencil_solve(s->matrix, 0, s->r);
        real most = 0;
        for (int i = 0; i < s->n; i++) {
            x->y1[i] += s->r[i];
            most = ivp_max(most, ivp_abs(s->r[i]));
        }
        if (most < R(1e-13)) return IVP_OK;
    }
    return IVP_NO_CONVERGENCE;
}

IVP_SOLVER(t_implicit_euler, .title = "Implicit Euler, constant steps",
           .source = "tests", .views = IVP_FIRST | IVP_LINEAR, .order = 1,
           .fixed_step = true, .options = options, .create = create,
           .destroy = destroy, .restart = restart, .attempt = attempt,
           .settings = settings);
