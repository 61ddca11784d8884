/* t_bends.c -- right-hand sides that bend where the run starts: their derivatives there are
 * right, and differences tend to them slowly. Of the last one the derivative is wrong.
 *
 *     drag      v' = -v |v|, at rest
 *     contact   v' = 1e6 |x|^1.5, touching
 *     lost      v' = -v re(v): a complex step sees half of the derivative
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { OF };
enum { DRAG, CONTACT, LOST };
static const ivp_param params[] = {
    [OF] = { "of", "drag", "what bends", .choices = "drag contact lost" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real x = s->y[0], v = s->y[1];
    f[0] = v;
    switch ((int)re(p[OF])) {
    case DRAG:
        f[1] = -v * ivp_abs(v);
        break;
    case CONTACT:
        f[1] = re(x) < 0 ? R(1e6) * pow(-x, R(1.5)) : 0 * x;
        break;
    default:
        f[1] = -v * re(v);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return IVP_OK; }

IVP_PROBLEM(t_bends,
    .title = "Forces that bend at the start",
    TOY("0", "1", 2, start),
    .params = params,
    .tags = "test",
    .ode = { .f = rhs });
