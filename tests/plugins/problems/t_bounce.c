/* t_bounce.c -- a ball thrown along a floor in air: events and resets without a closed form.
 *
 *     x'' = -c |v| x'
 *     y'' = -g - c |v| y',   on the floor y' becomes -e y'
 *
 * The speed |v| never vanishes, so that the drag is smooth.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { DRAG, RESTITUTION, NET, NPARAMS };
static const ivp_param params[] = {
    [DRAG] = { "c", "0.1", "drag over mass [1/m]" },
    [RESTITUTION] = { "e", "0.8", "restitution" },
    [NET] = { "net", "100", "where the ball is caught [m]" },
    { 0 },
};

enum { FLOOR, APEX, CAUGHT };

static real height(const ivp_state *s, const real *p) { return s->q[1]; }
static real climb(const ivp_state *s, const real *p) { return s->u[1]; }
static real beyond(const ivp_state *s, const real *p) { return s->q[0] - p[NET]; }

static void bounce(real t, real *y, real *p) { y[3] *= -p[RESTITUTION]; }

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *u = s->u;
    const real drag = p[DRAG] * sqrt(u[0] * u[0] + u[1] * u[1]);
    for (int k = 0; k < 2; k++) {
        *ivp_at(out->M, k, k) = 1;
        out->f[k] = -drag * u[k] - (k ? R(9.81) : 0);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0, y[1] = 1, y[2] = 3, y[3] = 2;
    return IVP_OK;
}

static const ivp_event events[] = {
    [FLOOR] = { .name = "floor",
                .direction = -1,
                .guard = height,
                .then = IVP_RESTART,
                .reset = bounce },
    [APEX] = { .name = "apex", .direction = -1, .guard = climb, .then = IVP_RECORD },
    [CAUGHT] = { .name = "caught", .direction = 1, .guard = beyond, .then = IVP_STOP },
    { 0 },
};

IVP_PROBLEM(t_bounce,
    .title = "A ball thrown along a floor",
    .source = "made for the tests",
    .tags = "test hybrid",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_MECH,
    .sizes = { .nq = 2 },
    .init = start,
    .mech = { .terms = terms },
    .events = events);
