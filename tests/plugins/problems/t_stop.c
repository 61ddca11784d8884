/* t_stop.c -- a tank runs out until a level is reached: an event ends the run.
 *
 *     h' = -k h,     h(0) = H        h = H exp(-k t), until h = L at t = log(H / L) / k
 *     x' = cos(t),   x(0) = 0        x = sin t
 *
 * Behind the stop the exact solution stays what it was, as a reference does.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { OUTFLOW, HEIGHT, LEVEL, NPARAMS };
static const ivp_param params[] = {
    [OUTFLOW] = { "k", "0.5", "outflow" },
    [HEIGHT] = { "H", "4", "level at the start" },
    [LEVEL] = { "L", "1", "level at which the run ends" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = p[HEIGHT];
    return IVP_OK;
}

static ivp_status drain(const ivp_state *s, real *f, const real *p)
{
    f[0] = -p[OUTFLOW] * s->y[0];
    f[1] = cos(s->t);
    return IVP_OK;
}

static real above(const ivp_state *s, const real *p) { return s->y[0] - p[LEVEL]; }
static real half(const ivp_state *s, const real *p)
{
    return s->y[0] - (p[HEIGHT] + p[LEVEL]) / 2;
}

static ivp_status exact(real t, real *y, const real *p)
{
    const real end = log(p[HEIGHT] / p[LEVEL]) / p[OUTFLOW], last = re(t) < re(end) ? t : end;
    y[0] = p[HEIGHT] * exp(-p[OUTFLOW] * last);
    y[1] = sin(last);
    return IVP_OK;
}

static const ivp_event events[] = {
    { .name = "half", .direction = -1, .guard = half, .then = IVP_RECORD },
    { .name = "level", .direction = -1, .guard = above, .then = IVP_STOP },
    { 0 },
};

IVP_PROBLEM(t_stop,
    .title = "A tank that runs out to a level",
    TOY("0", "7", 2, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = drain },
    .exact = exact,
    .events = events);
