/* t_breaks.c -- a slope that changes its sign at known times, for the tests of break points.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { AT };
static const ivp_param params[] = {
    [AT] = { "at", "right", "the piece that the author gives a break to",
             .choices = "right left" },
    { 0 },
};

/* |y'| = 1000: a step across a break point would show */
static ivp_status zigzag(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const plain t = re(s->t);
    const bool left = re(p[AT]) > 0;
    const bool down = left ? t > R(0.5) && t <= R(1.25) : t >= R(0.5) && t < R(1.25);
    f[0] = down ? -R(1e3) : R(1e3);
    f[1] = -y[1];
    return IVP_OK;
}

IVP_PROBLEM(t_breaks,
    .title = "Zigzag",
    TOY("0", "2", 2, toy_second),
    .params = params,
    .tags = "test",
    .ode = { .f = zigzag },
    IVP_BREAKS((double)R(0.5), (double)R(1.25)));
