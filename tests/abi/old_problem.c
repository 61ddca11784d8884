/* old_problem.c -- a plug-in of a stranger, written for the interface of tests/abi/abi-1 and
 * never changed: a ball that is dropped on a floor, with every table that a descriptor has.
 * IN_...: what tests add.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

#ifndef IN_PARAM
#define IN_PARAM
#endif
#ifndef IN_EVENT
#define IN_EVENT
#endif
#ifndef IN_OBSERVABLE
#define IN_OBSERVABLE
#endif
#ifndef IN_PUBLISHED
#define IN_PUBLISHED
#endif
#ifndef IN_DESCRIPTOR
#define IN_DESCRIPTOR
#endif

enum { GRAVITY, RESTITUTION };

static const ivp_param params[] = {
    [GRAVITY] = { "grav", "8", "acceleration of gravity [m/s^2]" IN_PARAM },
    [RESTITUTION] = { "e", "0.5", "speed kept at an impact [1]" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    return IVP_OK;
}

static ivp_status fall(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -p[GRAVITY];
    return IVP_OK;
}

static real height(const ivp_state *s, const real *p) { return s->y[0]; }
static real speed(const ivp_state *s, const real *p) { return s->y[1]; }

static void bounce(real t, real *y, real *p)
{
    y[0] = ivp_of(0);
    y[1] *= -p[RESTITUTION];
}

static const ivp_event events[] = {
    { "apex", -1, speed, IVP_RECORD },
    { "impact", -1, height, IVP_RESTART, bounce IN_EVENT },
    { 0 },
};

static const ivp_observable observables[] = {
    { "height", "m", "of the ball", height },
    { "speed", "m/s", "upwards", speed IN_OBSERVABLE },
    { 0 },
};

static const ivp_published published[] = {
    { "", "by hand", "y1=0.25 y2=0" },
    { "e=0", "by hand", "y1=0 y2=-4" IN_PUBLISHED },
    { 0 },
};

IVP_PROBLEM(old_problem, .title = "Ball on a floor", .source = "tests",
            .tags = "ode events double_only",
            .params = params, .t0 = "0", .t1 = "0.75", .form = IVP_ODE, .sizes = { .n = 2 },
            .init = start, .ode = { .f = fall, .autonomous = true }, .events = events,
            .observables = observables, .published = published IN_DESCRIPTOR);
