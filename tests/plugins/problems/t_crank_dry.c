/* t_crank_dry.c -- a rigid slider crank, at rest, with dry friction of the slider: it starts on
 * the guard of its velocity.
 *
 *     crank a, rod b, slider x      0 = sin a + 2 sin b       0 = cos a + 2 cos b - x
 *     f = (5000 cos a, 0, -20 x - 350 sgn x')
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include <ivp/problem.h>

enum { NPARAMS };

static real speed(const ivp_state *s, const real *p) { return s->u[2]; }

static void constrain(unsigned want, const ivp_state *s, ivp_terms *out)
{
    const real sa = sin(s->q[0]), ca = cos(s->q[0]), sb = sin(s->q[1]), cb = cos(s->q[1]);
    if (want & IVP_CON) {
        out->g[0] = sa + 2 * sb;
        out->g[1] = ca + 2 * cb - s->q[2];
    }
    if (want & IVP_GQ) {
        *ivp_at(out->G, 0, 0) = ca;
        *ivp_at(out->G, 0, 1) = 2 * cb;
        *ivp_at(out->G, 1, 0) = -sa;
        *ivp_at(out->G, 1, 1) = -2 * sb;
        *ivp_at(out->G, 1, 2) = -1;
    }
    if (want & IVP_GAMMA) {
        const real a2 = s->u[0] * s->u[0], b2 = 2 * s->u[1] * s->u[1];
        out->gamma[0] = sa * a2 + sb * b2;
        out->gamma[1] = ca * a2 + cb * b2;
    }
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    for (int k = 0; want & IVP_M && k < 3; k++) *ivp_at(out->M, k, k) = k + 1;
    if (want & IVP_F) {
        const real friction = ivp_side(p[NPARAMS], speed(s, p)) ? R(350.0) : -R(350.0);
        out->f[0] = R(5000.0) * cos(s->q[0]);
        out->f[2] = -R(20.0) * s->q[2] - friction;
    }
    constrain(want, s, out);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(0.5);
    y[1] = -asin(sin(y[0]) / 2);
    y[2] = cos(y[0]) + 2 * cos(y[1]);
    return IVP_OK;
}

static const ivp_event events[] = { { "turns", 0, speed, IVP_RESTART }, { 0 } };

IVP_PROBLEM(t_crank_dry,
    .title = "Slider crank with dry friction",
    .source = "made for the tests",
    .tags = "test mechanical",
    .t0 = "0",
    .t1 = "1",
    .form = IVP_MECH,
    .sizes = { .nq = 3, .ng = 2 },
    .init = start,
    .mech = { .terms = terms },
    .events = events);
