/* t_pieces.c -- y' = -y + drive(t), where the drive is smooth, or jumps or bends at t = 0.3217
 * or at the break t = 1, or bends where the state says so.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { OF };
enum { SMOOTH, JUMP, KINK, SECOND, DECLARED, STATE, STEEP };
static const ivp_param params[] = {
    [OF] = { "of", "smooth", "the drive",
             .choices = "smooth jump kink second declared state steep" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const plain t = re(s->t), behind = R(0.3217), y = re(s->y[0]);
    const real since = s->t - behind, late = s->t - 1, level = s->t - R(0.7) - s->y[0];
    f[0] = sin(s->t) - s->y[0];
    switch ((int)re(p[OF])) {
    case JUMP:
        if (t >= behind) f[0] += R(0.01);
        break;
    case KINK:
        if (t >= behind) f[0] += since;
        break;
    case SECOND:
        if (t >= behind) f[0] += since * since;
        break;
    case DECLARED:
        if (t >= 1) f[0] += 1 + late;
        break;
    case STATE:
        if (t - R(0.7) >= y) f[0] += level;
        break;
    case STEEP:
        f[0] += sin(50 * s->t) / (1 + R(1e4) * since * since);
        break;
    default:
        break;
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(0.2);
    return IVP_OK;
}

IVP_PROBLEM(t_pieces, .title = "Jumps and kinks in time", .source = "made for tests", .tags = "ode",
            .params = params, .t0 = "0", .t1 = "2", .form = IVP_ODE, .sizes = { .n = 1 },
            .init = start, .ode = { .f = rhs }, IVP_BREAKS(1));
