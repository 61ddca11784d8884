/* t_flips.c -- an algebraic unknown whose sign flips at each multiple of a time, by a guard
 * of time alone that is zero at the start.
 *
 *     y1' = y2,  0 = y2 - a sin t,  a = 1, and -1, 1, ... behind each multiple of `every`
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include <ivp/problem.h>

enum { SIGN, EVERY };
static const ivp_param params[] = {
    [SIGN] = { "a", "1", "sign at the start" },
    [EVERY] = { "every", "0.43", "time between two flips [s]" },
    { 0 },
};

static real wave(const ivp_state *s, const real *p) { return sin(IVP_PI * s->t / p[EVERY]); }

static void flip(real t, real *y, real *p) { p[SIGN] = -p[SIGN]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = s->y[1] - p[SIGN] * sin(s->t);
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    y[1] = yp[0] = p[SIGN] * sin(t0);
    yp[1] = p[SIGN] * cos(t0);
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    real a = 1, from = 0;
    y[0] = 1;
    for (; re(t) > re(from + p[EVERY]); from += p[EVERY], a = -a)
        y[0] += a * (cos(from) - cos(from + p[EVERY]));
    y[0] += a * (cos(from) - cos(t));
    y[1] = a * sin(t);
    return IVP_OK;
}

IVP_PROBLEM(t_flips,
    .title = "A sign that flips by the clock",
    .source = "made for the tests",
    .tags = "test hybrid",
    .params = params,
    .t0 = "0",
    .t1 = "5",
    .form = IVP_LIN,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = rhs, .mass = mass },
    .events = (const ivp_event[]){ { .name = "flip",
                                     .guard = wave,
                                     .then = IVP_RESTART,
                                     .reset = flip,
                                     .spacing = (double)R(0.4) },
                                   { 0 } },
    .exact = exact);
