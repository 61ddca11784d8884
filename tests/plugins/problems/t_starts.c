/* t_starts.c -- a pendulum whose start can be moved off its constraints.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { OFF_POSITION, OFF_VELOCITY, NPARAMS };
static const ivp_param params[] = {
    [OFF_POSITION] = { "off_position", "0", "added to q1 at the start, m" },
    [OFF_VELOCITY] = { "off_velocity", "0", "added to u1 at the start, m/s" },
    { 0 },
};

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    *ivp_at(out->M, 0, 0) = 1;
    *ivp_at(out->M, 1, 1) = 1;
    out->f[1] = -R(9.81);
    out->g[0] = q[0] * q[0] + q[1] * q[1] - 1;
    *ivp_at(out->G, 0, 0) = 2 * q[0];
    *ivp_at(out->G, 0, 1) = 2 * q[1];
    out->gamma[0] = -2 * (u[0] * u[0] + u[1] * u[1]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1 + p[OFF_POSITION];
    y[1] = 0;
    y[2] = p[OFF_VELOCITY];
    y[3] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_starts,
    .title = "Pendulum",
    .source = "made for the tests",
    .tags = "test mechanical",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_MECH,
    .sizes = { .nq = 2, .ng = 1 },
    .mech = { .terms = terms });
