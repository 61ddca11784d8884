/* t_bead.c -- a bead on a wavy wire that is shaken: a constraint that moves.
 *
 *     x'' = -G_x lambda,  y'' = -g - lambda,  0 = y - a sin(k x) - b sin(w t)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { HEIGHT, WAVE, SHAKE, FREQUENCY, NPARAMS };
static const ivp_param params[] = {
    [HEIGHT] = { "a", "0.3", "height of the waves [m]" },
    [WAVE] = { "k", "2", "wave number [1/m]" },
    [SHAKE] = { "b", "0.5", "amplitude of the shaking [m]" },
    [FREQUENCY] = { "w", "3", "its frequency [1/s]" },
    { 0 },
};

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real a = p[HEIGHT], k = p[WAVE], b = p[SHAKE], w = p[FREQUENCY], x = s->q[0];
    *ivp_at(out->M, 0, 0) = *ivp_at(out->M, 1, 1) = ivp_of(1);
    out->f[0] = ivp_of(0);
    out->f[1] = ivp_of(-R(9.81));
    *ivp_at(out->G, 0, 0) = -a * k * cos(k * x);
    *ivp_at(out->G, 0, 1) = ivp_of(1);
    out->g[0] = s->q[1] - a * sin(k * x) - b * sin(w * s->t);
    if (want & IVP_GT) out->gt[0] = -b * w * cos(w * s->t);
    out->gamma[0] = -a * k * k * sin(k * x) * s->u[0] * s->u[0] - b * w * w * sin(w * s->t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const real a = p[HEIGHT], k = p[WAVE], slope = a * k * cos(k * R(0.5));
    y[0] = ivp_of(R(0.5));
    y[1] = a * sin(k * R(0.5));
    y[2] = ivp_of(1);
    y[3] = slope + p[SHAKE] * p[FREQUENCY];
    return IVP_OK;
}

IVP_PROBLEM(t_bead,
    .title = "A bead on a wire that is shaken",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "5",
    .form = IVP_MECH,
    .sizes = { .nq = 2, .ng = 1 },
    .init = start,
    .mech = { .terms = terms });
