/* t_implicit.c -- smooth equations of index 1 that are not linear in y', solved in closed form.
 *
 *     cubic     y1'^3 + y1' - y1 - y1^3 = 0                       y1 = e^t
 *     square    4 y1'^2 - y1 = 0, of two branches y1' < 0         y1 = (1 - t/4)^2
 *     fold      y1'^2 + t - 1/2 = 0, which ends at t = 1/2        y1 = 1 - 2/3 (1/2 - t)^(3/2)
 *     straight  y1'^3 + y1' + 1/64 + 1/4 + y1 - 1 + t/4 = 0       y1 = 1 - t/4
 *
 * and of each  y2 - y1^2 - y1'^2 = 0,  an algebraic unknown.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { KIND };
static const ivp_param params[] = {
    [KIND] = { "kind", "cubic", "which equation", .choices = "cubic square fold straight" },
    { 0 },
};

enum { CUBIC, SQUARE, FOLD, STRAIGHT };

static int kind_of(const real *p) { return (int)re(p[KIND]); }

static ivp_status residual(const ivp_state *state, real *F, const real *p)
{
    const real *y = state->y, t = state->t, s = state->yp[0], cubic = s * s * s + s;
    switch (kind_of(p)) {
    case CUBIC:
        F[0] = cubic - y[0] - y[0] * y[0] * y[0];
        break;
    case SQUARE:
        F[0] = 4 * s * s - y[0];
        break;
    case FOLD:
        F[0] = s * s + t - R(1.0) / 2;
        break;
    default:
        F[0] = cubic + R(1.0) / 64 + R(1.0) / 4 + y[0] - 1 + t / 4;
    }
    F[1] = y[1] - y[0] * y[0] - s * s;
    return IVP_OK;
}

/* y1, y1', y1'' */
static void motion(real t, const real *p, real *y, real *s, real *a)
{
    const real line = 1 - t / 4, root = sqrt(R(1.0) / 2 - t);
    switch (kind_of(p)) {
    case CUBIC:
        *y = *s = *a = exp(t);
        break;
    case SQUARE:
        *y = line * line;
        *s = -line / 2;
        *a = R(1.0) / 8;
        break;
    case FOLD:
        *y = 1 - 2 * root * root * root / 3;
        *s = root;
        *a = -1 / (2 * root);
        break;
    default:
        *y = line;
        *s = -R(1.0) / 4;
        *a = 0;
    }
}

static ivp_status exact(real t, real *y, const real *p)
{
    real s, a;
    motion(t, p, &y[0], &s, &a);
    y[1] = y[0] * y[0] + s * s;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    real a;
    motion(t0, p, &y[0], &yp[0], &a);
    y[1] = y[0] * y[0] + yp[0] * yp[0];
    yp[1] = 2 * yp[0] * (y[0] + a);
    return IVP_OK;
}

IVP_PROBLEM(t_implicit,
    .title = "Index 1, not linear in y'",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_DAE,
    .sizes = { .n = 2 },
    .init = start,
    .dae = { .F = residual },
    .exact = exact);
