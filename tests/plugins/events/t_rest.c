/* t_rest.c -- a guard that only touches zero, and one that rests there from t = 1 to 2.
 *
 *     y1' = cos t,  y2' = 0
 *     y2 doubles when the second guard fires: at 1, and at 2 if it leaves zero on the old side
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { LEAVES };
static const ivp_param params[] = {
    [LEAVES] = { "leaves", "new", "the side on which the guard goes on", .choices = "new old" },
    { 0 },
};

static real touch(const ivp_state *s, const real *p)
{
    return (s->t - R(1.5)) * (s->t - R(1.5));
}

static real plateau(const ivp_state *s, const real *p)
{
    const real late = ivp_pos(s->t - 2);
    return (re(p[LEAVES]) > 0 ? -late : late) - ivp_pos(1 - s->t);
}

static void twice(real t, real *y, real *p) { y[1] *= 2; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = cos(s->t);
    f[1] = 0;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(t);
    y[1] = re(t) < 1 ? 1 : re(p[LEAVES]) > 0 && re(t) > 2 ? 4 : 2;
    return IVP_OK;
}

IVP_PROBLEM(t_rest,
    .title = "Guards that touch zero and rest there",
    TOY("0", "3", 2, toy_second),
    .params = params,
    .tags = "test hybrid",
    .ode = { .f = rhs },
    .events = (const ivp_event[]){ { .name = "touch", .guard = touch, .then = IVP_RECORD },
                                   { .name = "plateau",
                                     .guard = plateau,
                                     .then = IVP_RESTART,
                                     .reset = twice },
                                   { 0 } },
    .exact = exact);
