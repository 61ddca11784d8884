/* dopri5.c -- Dormand-Prince 5(4): explicit, seven stages, the last one first of the next step.
 *
 *     k_i = f(t + c_i h, y + h sum_(j<i) a_ij k_j)
 *     y1  = y + h sum b_i k_i              b_i = a_7i, so that k_7 = f(t + h, y1)
 *     e   = h sum (b_i - bhat_i) k_i       difference to the embedded formula of order 4
 *
 * Continuous extension of order 4, once continuously differentiable: the cubic that
 * interpolates y, y' at both ends, and a quartic that vanishes there to second order,
 *
 *     y(theta) = H3(theta) + theta^2 (1 - theta)^2 h sum d_i k_i
 *
 * Dormand, Prince, J. Comput. Appl. Math. 6 (1980); Shampine, Math. Comp. 46 (1986); Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, sections II.5 and II.6.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

enum { STAGES = 7 };

static const real c[STAGES] = { R(0.0),          R(1.0) / R(5.0), R(3.0) / R(10.0),
                                R(4.0) / R(5.0), R(8.0) / R(9.0), R(1.0),
                                R(1.0) };

static const real a[STAGES][STAGES - 1] = {
    { R(0.0) },
    { R(1.0) / R(5.0) },
    { R(3.0) / R(40.0), R(9.0) / R(40.0) },
    { R(44.0) / R(45.0), -R(56.0) / R(15.0), R(32.0) / R(9.0) },
    { R(19372.0) / R(6561.0), -R(25360.0) / R(2187.0), R(64448.0) / R(6561.0),
      -R(212.0) / R(729.0) },
    { R(9017.0) / R(3168.0), -R(355.0) / R(33.0), R(46732.0) / R(5247.0), R(49.0) / R(176.0),
      -R(5103.0) / R(18656.0) },
    { R(35.0) / R(384.0), R(0.0), R(500.0) / R(1113.0), R(125.0) / R(192.0),
      -R(2187.0) / R(6784.0), R(11.0) / R(84.0) },
};

static const real error_weights[STAGES] = { R(71.0) / R(57600.0),      R(0.0),
                                            -R(71.0) / R(16695.0),     R(71.0) / R(1920.0),
                                            -R(17253.0) / R(339200.0), R(22.0) / R(525.0),
                                            -R(1.0) / R(40.0) };

static const real quartic_weights[STAGES] = {
    -R(12715105075.0) / R(11282082432.0),  R(0.0),
    R(87487479700.0) / R(32700410799.0),   -R(10690763975.0) / R(1880347072.0),
    R(701980252875.0) / R(199316789632.0), -R(1453857185.0) / R(822651844.0),
    R(69997945.0) / R(29380423.0)
};

/* Where the first stage of the next attempt comes from. */
enum first_stage { EVALUATE, LAST_STAGE, KNOWN };

struct dopri5 {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    enum first_stage first;
    real h;           /* of the last trial */
    real *y, *y1, *e; /* of the last trial: start, end, error */
    real *k[STAGES];
    real store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const int n = ivp_n(m);
    struct dopri5 *s = calloc(1, sizeof *s + (STAGES + 3) * (size_t)n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = n;
    real *w = s->store;
    for (int i = 0; i < STAGES; i++, w += n) s->k[i] = w;
    s->y = w;
    s->y1 = w + n;
    s->e = w + 2 * n;
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct dopri5 *s = self;
    s->first = EVALUATE;
    return IVP_OK;
}

/* v := base + h sum_(i<count) weights_i k_i */
static void combine(const struct dopri5 *s, real h, const real *weights, int count,
                    const real *base, real *v)
{
    for (int j = 0; j < s->n; j++) {
        real sum = 0;
        for (int i = 0; i < count; i++) sum += weights[i] * s->k[i][j];
        v[j] = (base ? base[j] : 0) + h * sum;
    }
}

static ivp_status first_stage(struct dopri5 *s, const ivp_trial *trial)
{
    ivp_status status = IVP_OK;
    if (s->first == EVALUATE) status = ivp_rhs(s->m, trial->t, trial->y, s->k[0]);
    if (s->first == LAST_STAGE) {
        real *k = s->k[0];
        s->k[0] = s->k[STAGES - 1];
        s->k[STAGES - 1] = k;
    }
    if (status == IVP_OK) s->first = KNOWN;
    return status;
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct dopri5 *s = self;
    const real h = trial->h;
    ivp_status status = first_stage(s, trial);
    for (int i = 1; i < STAGES && status == IVP_OK; i++) {
        combine(s, h, a[i], i, trial->y, trial->y1);
        status = ivp_rhs(s->m, trial->t + c[i] * h, trial->y1, s->k[i]);
    }
    if (status != IVP_OK) return status;

    s->h = h;
    memcpy(s->y, trial->y, (size_t)s->n * sizeof(real));
    memcpy(s->y1, trial->y1, (size_t)s->n * sizeof(real));
    combine(s, h, error_weights, STAGES, NULL, s->e);
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ ivp_error_norm(s->m, s->tol, s->y, s->y1, s->e), 4 };
    return IVP_OK;
}

/* The stages stay where they are until the next attempt: dense output may ask for them. */
static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct dopri5 *s = self;
    if (verdict == IVP_KEPT) s->first = LAST_STAGE;
    if (verdict == IVP_MOVED) s->first = EVALUATE;
}

static ivp_status dense(void *self, real theta, real *y)
{
    const struct dopri5 *s = self;
    const real rest = 1 - theta, bump = theta * rest;
    combine(s, s->h * bump * bump, quartic_weights, STAGES, NULL, y);
    for (int j = 0; j < s->n; j++) {
        const real rise = s->y1[j] - s->y[j];
        const real left = s->h * s->k[0][j] - rise, right = s->h * s->k[STAGES - 1][j] - rise;
        y[j] += rest * s->y[j] + theta * s->y1[j] + bump * (rest * left - theta * right);
    }
    return IVP_OK;
}

/* Step control of MATLAB's ode45, the code that the papers compare with (Shampine, Reichelt,
 * The MATLAB ODE Suite, SIAM J. Sci. Comput. 18, 1997). */
static const ivp_control ode45 = {
    .name = "ode45", .kI = R(1.0), .safety = R(0.8), .shrink = R(0.1), .grow = R(5.0)
};

IVP_SOLVER(dopri5,
    .title = "Dormand-Prince 5(4) with dense output",
    .source = "Dormand, Prince 1980; Hairer, Norsett, Wanner, Solving ODEs I, II.5-6",
    .views = IVP_FIRST,
    .order = 5,
    .control = &ode45,
    .fixed_step = true,
    .adaptive = true,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense);
