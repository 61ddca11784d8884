/* mine.c -- the pair of Bogacki and Shampine (1989), order 3(2), with its cubic Hermite dense
 * output: the solver of a repository that replay.py changes commit by commit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

enum { STAGES = 4 };

static const real node[STAGES] = { 0, R(0.5), R(0.75), 1 };
static const real a[STAGES][STAGES] = {
    { 0 },
    { R(0.5) },
    { 0, R(0.75) },
    { R(0.22222222222222222), R(0.33333333333333333), R(0.44444444444444444) },
};
static const real e[STAGES] = { R(-0.069444444444444444), R(0.083333333333333333),
                                R(0.11111111111111111), R(-0.125) };

struct method {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    real h;
    bool fresh; /* k[0] is f at the start of the next step */
    real *k[STAGES], *y0, *y1, *error;
    const real *f0, *f1; /* slopes at both ends of the last step */
    real store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct method *s = calloc(1, sizeof *s + (STAGES + 3) * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = (int)n;
    real *next = s->store;
    for (int i = 0; i < STAGES; i++, next += n) s->k[i] = next;
    s->y0 = next;
    s->y1 = s->y0 + n;
    s->error = s->y1 + n;
    *self = s;
    return IVP_OK;
}

static void destroy(void *self) { free(self); }

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct method *s = self;
    (void)t, (void)y, (void)yp, (void)h0;
    s->fresh = false;
    return IVP_OK;
}

/* y := y0 + h sum a_ij k_j */
static void combine(const struct method *s, int stage, real h, const real *y0, real *y)
{
    for (int i = 0; i < s->n; i++) {
        real sum = 0;
        for (int j = 0; j < stage; j++) sum += a[stage][j] * s->k[j][i];
        y[i] = y0[i] + h * sum;
    }
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct method *s = self;
    const real t = trial->t, h = trial->h;
    ivp_status st = s->fresh ? IVP_OK : ivp_rhs(s->m, t, trial->y, s->k[0]);
    for (int i = 1; !st && i < STAGES; i++) {
        combine(s, i, h, trial->y, trial->y1);
        st = ivp_rhs(s->m, t + node[i] * h, trial->y1, s->k[i]);
    }
    if (st) return st;
    for (int i = 0; i < s->n; i++) {
        real sum = 0;
        for (int j = 0; j < STAGES; j++) sum += e[j] * s->k[j][i];
        s->error[i] = h * sum;
    }
    memcpy(s->y0, trial->y, (size_t)s->n * sizeof(real));
    memcpy(s->y1, trial->y1, (size_t)s->n * sizeof(real));
    s->h = h;
    s->f0 = s->k[0];
    s->f1 = s->k[STAGES - 1];
    s->fresh = true;
    trial->ntests = 1;
    trial->test[0] =
        (ivp_test){ ivp_error_norm(s->m, s->tol, trial->y, trial->y1, s->error), 2 };
    return IVP_OK;
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    struct method *s = self;
    (void)y1;
    if (verdict == IVP_MOVED) s->fresh = false;
    if (verdict == IVP_KEPT) {
        real *last = s->k[STAGES - 1];
        s->k[STAGES - 1] = s->k[0];
        s->k[0] = last;
    }
}

/* y0 + theta (y1 - y0), and a cubic that has the slopes at both ends. */
static ivp_status dense(void *self, real theta, real *y)
{
    const struct method *s = self;
    const real rest = 1 - theta;
    for (int i = 0; i < s->n; i++) {
        const real jump = s->y1[i] - s->y0[i];
        const real bend =
            (rest - theta) * jump - rest * s->h * s->f0[i] + theta * s->h * s->f1[i];
        y[i] = rest * s->y0[i] + theta * s->y1[i] - theta * rest * bend;
    }
    return IVP_OK;
}

IVP_SOLVER(mine, .title = "Bogacki and Shampine 3(2)", .source = "Appl. Math. Lett. 2 (1989)",
           .views = IVP_FIRST, .order = 3, .adaptive = true, .fixed_step = true, .create = create,
           .destroy = destroy, .restart = restart, .attempt = attempt, .verdict = verdict,
           .dense = dense, );
