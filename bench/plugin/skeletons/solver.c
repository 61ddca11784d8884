/* NAME.c -- Heun's method of order 2, with Euler's as the embedded method of order 1: to be
 * replaced.
 *
 *     k1 = f(t, y)     k2 = f(t + h, y + h k1)
 *     y1 = y + h (k1 + k2) / 2     e = h (k2 - k1) / 2
 *
 *     ivpbench plugin test NAME.c
 *     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
 *     ivpbench try circular_track --solver NAME,dopri5 --rtol 1e-6 */
#include <ivp/solver.h>

#include <stdlib.h>

struct method {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    real *k1, *k2, *e;
    real store[]; /* one allocation, carved in create() */
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct method *s = calloc(1, sizeof *s + 3 * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = (int)n;
    s->k1 = s->store;
    s->k2 = s->k1 + n;
    s->e = s->k2 + n;
    *self = s;
    return IVP_OK;
}

/* A one-step method has nothing to forget. */
static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

/* One trial step and its error test; the kernel accepts, rejects and chooses h. */
static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct method *s = self;
    const real h = trial->h, *y = trial->y;
    ivp_status st = ivp_rhs(s->m, trial->t, y, s->k1);
    if (st) return st;
    for (int i = 0; i < s->n; i++) trial->y1[i] = y[i] + h * s->k1[i];
    st = ivp_rhs(s->m, trial->t + h, trial->y1, s->k2);
    if (st) return st;
    for (int i = 0; i < s->n; i++) {
        trial->y1[i] = y[i] + h * (s->k1[i] + s->k2[i]) / 2;
        s->e[i] = h * (s->k2[i] - s->k1[i]) / 2;
    }
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ ivp_error_norm(s->m, s->tol, y, trial->y1, s->e), 1 };
    return IVP_OK;
}

IVP_SOLVER(NAME,
    .title = "NAME: Heun's method, order 2",
    .source = "Heun, Z. Math. Phys. 45 (1900)",
    .views = IVP_FIRST,
    .order = 2,
    .fixed_step = true,
    .adaptive = true,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt);
