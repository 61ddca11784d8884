/* t_index3.c -- a pendulum of length 1 as an implicit problem of index 3, x' = u, u' = -L x,
 * and -g, 0 = x^2 + y^2 - 1. Consistent: L = u^2 + v^2 - g y. The start may violate the
 * constraint's first derivative, by `radial`, or the second, by `off` in L; y' always solves
 * the equations.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { GRAVITY, ANGLE, RATE, RADIAL, OFF };
static const ivp_param params[] = {
    [GRAVITY] = { "g", "9.81", "gravity [m/s^2]" },
    [ANGLE] = { "angle", "0.3", "at the start, from the vertical [rad]" },
    [RATE] = { "rate", "0.7", "at the start [rad/s]" },
    [RADIAL] = { "radial", "0", "speed along the rod at the start [m/s]" },
    [OFF] = { "off", "0", "of L at the start, relative [1]" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const real s = sin(p[ANGLE]), c = cos(p[ANGLE]);
    y[0] = s;
    y[1] = -c;
    y[2] = p[RATE] * c + p[RADIAL] * s;
    y[3] = p[RATE] * s - p[RADIAL] * c;
    y[4] = (y[2] * y[2] + y[3] * y[3] - p[GRAVITY] * y[1]) * (1 + p[OFF]);
    yp[0] = y[2];
    yp[1] = y[3];
    yp[2] = -y[4] * y[0];
    yp[3] = -y[4] * y[1] - p[GRAVITY];
    yp[4] = 0;
    return IVP_OK;
}

static ivp_status residual(const ivp_state *s, real *F, const real *p)
{
    const real *y = s->y, *yp = s->yp;
    F[0] = yp[0] - y[2];
    F[1] = yp[1] - y[3];
    F[2] = yp[2] + y[4] * y[0];
    F[3] = yp[3] + y[4] * y[1] + p[GRAVITY];
    F[4] = y[0] * y[0] + y[1] * y[1] - 1;
    return IVP_OK;
}

IVP_PROBLEM(t_index3,
    .title = "Pendulum in index 3, F(t, y, y') = 0",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_DAE,
    .sizes = { .n = 5 },
    .index = (const int[]){ 1, 1, 2, 2, 3 },
    .dae = { .F = residual });
