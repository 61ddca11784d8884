/* t_wall.c -- y' = -y, which cannot be evaluated after t = 1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { BEYOND };
static const ivp_param params[] = {
    [BEYOND] = { "beyond", "domain", "status after t = 1", .choices = "domain fatal" },
    { 0 },
};

static ivp_status decay(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = -y[0];
    if (re(s->t) <= 1) return IVP_OK;
    return re(p[BEYOND]) > 0 ? IVP_E_LIBRARY : IVP_DOMAIN;
}

IVP_PROBLEM(t_wall,
    .title = "Decay until t = 1",
    TOY("0", "2", 1, toy_one),
    .params = params,
    .tags = "test",
    .ode = { .f = decay });
