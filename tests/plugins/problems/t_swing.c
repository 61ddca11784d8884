/* t_swing.c -- a pendulum on a rod, in Cartesian coordinates, that hits a stop: events of a
 * constrained problem, without a closed form.
 *
 *     q'' = (0, -g) - c q' - 2 lambda q,   0 = |q|^2 - 1,   at the stop q' becomes -e q'
 *
 * The guard `taut` looks at the multiplier.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { DAMPING, RESTITUTION, NPARAMS };
static const ivp_param params[] = {
    [DAMPING] = { "c", "0.1", "damping over mass [1/s]" },
    [RESTITUTION] = { "e", "0.9", "restitution" },
    { 0 },
};

static real stop(const ivp_state *s, const real *p) { return s->q[0] + R(0.2); }
static real taut(const ivp_state *s, const real *p) { return s->lambda[0] - 6; }

/* A velocity along the circle stays one. */
static void bounce(real t, real *y, real *p)
{
    for (int k = 0; k < 2; k++) y[2 + k] *= -p[RESTITUTION];
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    for (int k = 0; k < 2; k++) {
        *ivp_at(out->M, k, k) = 1;
        out->f[k] = -p[DAMPING] * u[k] - (k ? R(9.81) : 0);
        *ivp_at(out->G, 0, k) = 2 * q[k];
    }
    out->g[0] = q[0] * q[0] + q[1] * q[1] - 1;
    out->gamma[0] = -2 * (u[0] * u[0] + u[1] * u[1]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(0.8), y[1] = R(-0.6), y[2] = y[3] = 0;
    return IVP_OK;
}

static const ivp_event events[] = {
    { .name = "stop", .direction = -1, .guard = stop, .then = IVP_RESTART, .reset = bounce },
    { .name = "taut", .guard = taut, .then = IVP_RECORD, .needs_a = true },
    { 0 },
};

IVP_PROBLEM(t_swing,
    .title = "A pendulum that hits a stop",
    .source = "made for the tests",
    .tags = "test hybrid",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_MECH,
    .sizes = { .nq = 2, .ng = 1 },
    .init = start,
    .mech = { .terms = terms },
    .events = events);
