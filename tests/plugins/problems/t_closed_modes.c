/* t_closed_modes.c -- y' = c r, y = 0 and r = 3 - r at y = 1, where r = 1 at first: a closed
 * form that may be wrong behind the first reset, in where it goes on, or for another c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { OF, RATE, FACTOR };
enum { RIGHT, SLOPE, JUMP, OTHER };
static const ivp_param params[] = {
    [OF] = { "of", "right", "what is wrong", .choices = "right slope jump other" },
    [RATE] = { "c", "1", "rate" },
    [FACTOR] = { "r", "1", "of the present piece", .hidden = true },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[RATE] * p[FACTOR];
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    const int of = (int)re(p[OF]);
    const real c = of == OTHER ? 1 : p[RATE], since = c * t - 1;
    const real fast = (of == SLOPE ? R(1.9) : 2) * since + (of == JUMP ? R(0.02) : 0);
    y[0] = re(since) < 0 ? c * t : re(since) < R(0.5) ? fast : since - R(0.5);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

static real full(const ivp_state *s, const real *p) { return s->y[0] - 1; }

static void jump(real t, real *y, real *p)
{
    y[0] = 0;
    p[FACTOR] = 3 - p[FACTOR];
}

IVP_PROBLEM(t_closed_modes, .title = "A closed form through resets", .source = "made for tests",
            .tags = "ode events", .params = params, .t0 = "0", .t1 = "2.2", .form = IVP_ODE,
            .sizes = { .n = 1 }, .init = start, .exact = exact, .ode = { .f = rhs },
            .events = (const ivp_event[]){
                { "full", 1, full, .then = IVP_RESTART, .reset = jump }, { 0 } });
