/* ode23s.c -- modified Rosenbrock 2(3): two stages and a third one for the error, whose
 * evaluation is the first of the next step. With J = df/dy and T = df/dt at (t, y),
 *
 *     d   = 1 / (2 + sqrt 2)
 *     e32 = 6 + sqrt 2
 *     W   = I - h d J
 *     F0  = f(t, y)
 *     k1  = W^-1 (F0 + h d T)
 *     F1  = f(t + h/2, y + h/2 k1)
 *     k2  = W^-1 (F1 - k1) + k1
 *     y1  = y + h k2
 *     F2  = f(t + h, y1)
 *     k3  = W^-1 (F2 - e32 (k2 - F1) - 2 (k1 - F0) + h d T)
 *     error of y1 = h/6 (k1 - 2 k2 + k3)
 *
 * y1 is of order 2 and L-stable, its error behaves like h^3. Continuous extension of order 2:
 *
 *     y(theta) = y + h (theta (1 - theta) k1 + theta (theta - 2 d) k2) / (1 - 2 d)
 *
 * On M y' = f with an invertible matrix (Shampine, Reichelt, Kierzenka, SIAM Review 41 (1999))
 *
 *     W   = M - h d J
 *     k2  = W^-1 (F1 - M k1) + k1
 *     k3  = W^-1 (F2 - e32 (M k2 - F1) - 2 (M k1 - F0) + h d T)
 *
 * J and T are exact and evaluated once per accepted step. With constant steps k3 is left out.
 *
 * Shampine, Reichelt: The MATLAB ODE Suite, SIAM J. Sci. Comput. 18 (1997), section 2.3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

#include "kernel/methods/declines.h"

enum { VECTORS = 12 };

struct ode23s {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    real d, e32;
    bool f0_known, linearised; /* at the accepted state */
    real h;                    /* of the last trial */
    ivp_pencil *pencil;
    real *y, *z; /* of the last trial; argument of a stage */
    real *f0, *f1, *f2, *ft, *k1, *k2, *k3, *e, *m1, *m2; /* m: M k */
    real store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const int n = ivp_n(m);
    struct ode23s *s = calloc(1, sizeof *s + VECTORS * (size_t)n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    const real root = sqrt(R(2.0));
    s->m = m;
    s->tol = tol;
    s->n = n;
    s->d = 1 / (2 + root);
    s->e32 = 6 + root;
    real *at = s->store;
    real **const vectors[VECTORS] = { &s->y,  &s->z,  &s->f0, &s->f1, &s->f2, &s->ft,
                                      &s->k1, &s->k2, &s->k3, &s->e,  &s->m1, &s->m2 };
    for (int i = 0; i < VECTORS; i++, at += n) *vectors[i] = at;
    *self = s;
    return ivp_pencil_open(m, 1, &s->pencil);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct ode23s *s = self;
    s->f0_known = s->linearised = false;
    return IVP_OK;
}

/* F0, J and T at the accepted state, as far as they are not known, and W for this step size */
static ivp_status prepare(struct ode23s *s, real t)
{
    ivp_status status = IVP_OK;
    if (!s->f0_known) status = ivp_rhs(s->m, t, s->y, s->f0);
    if (status != IVP_OK) return status;
    s->f0_known = true;
    if (!s->linearised) {
        status = ivp_pencil_linearise(s->pencil, t, s->y, NULL, s->ft);
        if (status != IVP_OK) return status;
        s->linearised = true;
    }
    return ivp_pencil_factor(s->pencil, 0, 1, s->h * s->d);
}

/* k1, F1, k2 */
static ivp_status stages(struct ode23s *s, real t)
{
    const real h = s->h;
    for (int i = 0; i < s->n; i++) s->k1[i] = s->f0[i] + h * s->d * s->ft[i];
    ivp_pencil_solve(s->pencil, 0, s->k1);
    for (int i = 0; i < s->n; i++) s->z[i] = s->y[i] + h / 2 * s->k1[i];
    const ivp_status status = ivp_rhs(s->m, t + h / 2, s->z, s->f1);
    if (status != IVP_OK) return status;
    ivp_pencil_mass(s->pencil, s->k1, s->m1);
    for (int i = 0; i < s->n; i++) s->k2[i] = s->f1[i] - s->m1[i];
    ivp_pencil_solve(s->pencil, 0, s->k2);
    for (int i = 0; i < s->n; i++) s->k2[i] += s->k1[i];
    return status;
}

static real error(struct ode23s *s, const real *y1)
{
    const real h = s->h;
    ivp_pencil_mass(s->pencil, s->k2, s->m2);
    for (int i = 0; i < s->n; i++)
        s->k3[i] = s->f2[i] - s->e32 * (s->m2[i] - s->f1[i]) - 2 * (s->m1[i] - s->f0[i]) +
                   h * s->d * s->ft[i];
    ivp_pencil_solve(s->pencil, 0, s->k3);
    for (int i = 0; i < s->n; i++) s->e[i] = h / 6 * (s->k1[i] - 2 * s->k2[i] + s->k3[i]);
    return ivp_error_norm(s->m, s->tol, s->y, y1, s->e);
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct ode23s *s = self;
    const real h = s->h = trial->h;
    memcpy(s->y, trial->y, (size_t)s->n * sizeof(real));
    ivp_status status = prepare(s, trial->t);
    if (status == IVP_OK) status = stages(s, trial->t);
    if (status != IVP_OK) return status;
    for (int i = 0; i < s->n; i++) trial->y1[i] = s->y[i] + h * s->k2[i];
    status = ivp_rhs(s->m, trial->t + h, trial->y1, s->f2);
    if (status != IVP_OK || s->tol->h > 0) return status;
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ error(s, trial->y1), 2 };
    return IVP_OK;
}

/* F2 becomes F0, unless the state was moved away from where it was evaluated. */
static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct ode23s *s = self;
    if (verdict == IVP_REJECTED) return;
    real *f = s->f0;
    s->f0 = s->f2;
    s->f2 = f;
    s->f0_known = verdict == IVP_KEPT;
    s->linearised = false;
}

static ivp_status dense(void *self, real theta, real *y)
{
    const struct ode23s *s = self;
    const real unit = s->h / (1 - 2 * s->d);
    const real a = unit * theta * (1 - theta), b = unit * theta * (theta - 2 * s->d);
    for (int i = 0; i < s->n; i++) y[i] = s->y[i] + a * s->k1[i] + b * s->k2[i];
    return IVP_OK;
}

/* Step control of the paper's codes. */
static const ivp_control law = {
    .name = "ode23s", .kI = R(1.0), .safety = R(0.8), .shrink = R(0.1), .grow = R(5.0)
};

IVP_SOLVER(ode23s,
    .title = "Modified Rosenbrock 2(3), L-stable",
    .family = "rosenbrock",
    .source = "Shampine, Reichelt: The MATLAB ODE Suite, 1997",
    .views = IVP_FIRST | IVP_LINEAR,
    .order = 2,
    .control = &law,
    .fixed_step = true,
    .adaptive = true,
    .declines = declines_singular_mass,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense);
