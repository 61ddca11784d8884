/* t_hard_sides.c -- an event that restarts, and a right-hand side that looks at the sign of its
 * guard and not at its side: it jumps there, bends, or is smooth, and then nothing is wrong.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { OF };
enum { JUMP, BEND, SMOOTH };
static const ivp_param params[] = {
    [OF] = { "of", "jump", "what the equations do there", .choices = "jump bend smooth" },
    { 0 },
};

static real speed(const ivp_state *s, const real *p) { return s->y[1]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real v = s->y[1], jump = re(v) > 0 ? R(0.1) : -R(0.1);
    f[0] = v;
    f[1] = -s->y[0] + 0 * v;
    if (re(p[OF]) == JUMP) f[1] -= jump;
    if (re(p[OF]) == BEND) f[1] -= jump * v;
    if (re(p[OF]) == SMOOTH) f[1] -= R(0.1) * v * v;
    return IVP_OK;
}

static const ivp_event events[] = { { "turns", 0, speed, IVP_RESTART }, { 0 } };

IVP_PROBLEM(t_hard_sides,
    .title = "Branches by sign",
    TOY("0", "9", 2, toy_second),
    .params = params,
    .tags = "test",
    .ode = { .f = rhs },
    .events = events);
