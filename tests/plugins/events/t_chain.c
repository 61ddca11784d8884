/* t_chain.c -- resets that take other guards through zero: x jumps at t = 1, which takes
 * `second` through zero, whose reset makes y jump, which takes `third` through zero. With
 * ends=no the third takes x back.
 *
 *     x' = y' = z' = 0;  behind t = 1:  x = y = 1, z = 1 + 2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { ENDS };
static const ivp_param params[] = {
    [ENDS] = { "ends", "yes", "does the chain end?", .choices = "yes no" },
    { 0 },
};

static real clock(const ivp_state *s, const real *p) { return s->t - 1; }
static real second(const ivp_state *s, const real *p) { return s->y[0] - R(0.5); }
static real third(const ivp_state *s, const real *p) { return s->y[1] - R(0.5); }

static void push(real t, real *y, real *p) { y[0] = 1; }

static void follow(real t, real *y, real *p)
{
    y[1] = re(y[0]) > R(0.5) ? 1 : 0;
    y[2] += 1;
}

static void turn(real t, real *y, real *p)
{
    y[2] += 2;
    if (re(p[ENDS]) > 0) y[0] = 1 - y[1];
}

static ivp_status rest(const ivp_state *s, real *f, const real *p)
{
    f[0] = f[1] = f[2] = 0;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[1] = y[2] = 0;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = y[1] = re(t) < 1 ? 0 : 1;
    y[2] = 3 * y[0];
    return IVP_OK;
}

/* The chain runs against the order of the list. */
IVP_PROBLEM(t_chain,
    .title = "Resets that call each other",
    TOY("0", "2", 3, start),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = rest },
    .events = (const ivp_event[]){
        { .name = "third", .guard = third, .then = IVP_RESTART, .reset = turn },
        { .name = "second", .guard = second, .then = IVP_RESTART, .reset = follow },
        { .name = "clock", .guard = clock, .then = IVP_RESTART, .reset = push },
        { 0 } },
    .exact = exact);
