/* pieces.c -- y' = f(t, y) in pieces, with closed forms.
 *
 *     cell_breaks   y' = -y + cos t; from the break t = 0.7 on y' = -y^2
 *                   y = (cos t + sin t) / 2, then b / (1 + b (t - 0.7)), b = y(0.7)
 *     cell_record   x' = v, v' = -x (x^2 + v^2); x = sin t passes 1/2 at pi/6 and at 5 pi/6
 *     cell_switch   y1' = 1, y2' = 2 y1; where y1 > 1/2: y1' = y1^2, y2' = -y2^2
 *                   y1 = t, y2 = t^2, then, from t = 1/2 on, 1 / (5/2 - t), 1 / (7/2 + t)
 *     cell_reset    y1' = r, y2' = -r y2, y3' = cos t - 5 r (y3 - sin t); at y1 = 1:
 *                   y1 = 0, y2 = 3 y2, r = 3 - r, where r = 1 is a hidden parameter
 *                   at t = 1 and t = 3/2; y3 = sin t
 *
 * Nothing is linear and autonomous there, where estimates of some pairs vanish (ROS3P). In
 * `cell_reset` each piece has another Jacobian, and one that was kept is wrong.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

/* ---- a break ----------------------------------------------------------------------------- */

static const plain at_break = R(0.7);

static ivp_status broken_rhs(const ivp_state *s, real *f, const real *p)
{
    f[0] = re(s->t) < at_break ? cos(s->t) - s->y[0] : -s->y[0] * s->y[0];
    return IVP_OK;
}

static ivp_status broken_exact(real t, real *y, const real *p)
{
    const real first = re(t) < at_break ? t : (real)at_break;
    y[0] = (cos(first) + sin(first)) / 2;
    y[0] = y[0] / (1 + y[0] * (t - first));
    return IVP_OK;
}

static ivp_status broken_start(real t0, real *y, real *yp, const real *p)
{
    return broken_exact(t0, y, p);
}

CELL(cell_breaks, .title = "A break in time", .t0 = "0", .t1 = "1.4", .form = IVP_ODE,
     .sizes = { .n = 1 }, .init = broken_start, .exact = broken_exact,
     .ode = { .f = broken_rhs }, IVP_BREAKS(0.7));

/* ---- an event that is recorded ----------------------------------------------------------- */

static ivp_status swing(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = y[1];
    f[1] = -y[0] * (y[0] * y[0] + y[1] * y[1]);
    return IVP_OK;
}

static ivp_status swing_exact(real t, real *y, const real *p)
{
    y[0] = sin(t);
    y[1] = cos(t);
    return IVP_OK;
}

static ivp_status swing_start(real t0, real *y, real *yp, const real *p)
{
    return swing_exact(t0, y, p);
}

static real half(const ivp_state *s, const real *p) { return s->y[0] - R(0.5); }

CELL(cell_record, .title = "Events that are recorded", .t0 = "0", .t1 = "3", .form = IVP_ODE,
     .sizes = { .n = 2 }, .init = swing_start, .exact = swing_exact,
     .ode = { .f = swing, .autonomous = true },
     .events = (const ivp_event[]){ { "half", 0, half, .then = IVP_RECORD }, { 0 } });

/* ---- equations that change --------------------------------------------------------------- */

static ivp_status switched(const ivp_state *s, real *f, const real *p)
{
    const bool second = ivp_side(p[0], half(s, p));
    f[0] = second ? s->y[0] * s->y[0] : (real)1;
    f[1] = second ? -s->y[1] * s->y[1] : 2 * s->y[0];
    return IVP_OK;
}

static ivp_status switched_exact(real t, real *y, const real *p)
{
    const bool second = re(t) > R(0.5);
    y[0] = second ? 1 / (R(2.5) - t) : t;
    y[1] = second ? 1 / (R(3.5) + t) : t * t;
    return IVP_OK;
}

static ivp_status switched_start(real t0, real *y, real *yp, const real *p)
{
    return switched_exact(t0, y, p);
}

CELL(cell_switch, .title = "Equations that change at an event", .t0 = "0", .t1 = "1.1",
     .form = IVP_ODE, .sizes = { .n = 2 }, .init = switched_start, .exact = switched_exact,
     .ode = { .f = switched, .autonomous = true },
     .events = (const ivp_event[]){ { "half", 0, half, .then = IVP_RESTART }, { 0 } });

/* ---- a state and a parameter that jump --------------------------------------------------- */

enum { FACTOR };
static const ivp_param params[] = {
    [FACTOR] = { "r", "1", "of the present piece", .hidden = true },
    { 0 },
};

static ivp_status jumping(const ivp_state *s, real *f, const real *p)
{
    f[0] = p[FACTOR];
    f[1] = -p[FACTOR] * s->y[1];
    f[2] = cos(s->t) - 5 * p[FACTOR] * (s->y[2] - sin(s->t));
    return IVP_OK;
}

static ivp_status jumping_exact(real t, real *y, const real *p)
{
    const int piece = re(t) < 1 ? 0 : re(t) < R(1.5) ? 1 : 2;
    const plain begun[] = { 0, 1, R(1.5) }, rate[] = { 1, 2, 1 }, factor[] = { 1, 3, 9 };
    const real since = t - begun[piece];
    y[0] = rate[piece] * since;
    y[1] = factor[piece] * exp(-rate[piece] * since - piece);
    y[2] = sin(t);
    return IVP_OK;
}

static ivp_status jumping_start(real t0, real *y, real *yp, const real *p)
{
    return jumping_exact(t0, y, p);
}

static real full(const ivp_state *s, const real *p) { return s->y[0] - 1; }

static void jump(real t, real *y, real *p)
{
    y[0] = y[0] - 1;
    y[1] = 3 * y[1];
    p[FACTOR] = 3 - p[FACTOR];
}

CELL(cell_reset, .title = "A state and a parameter that jump", .params = params, .t0 = "0",
     .t1 = "1.9", .form = IVP_ODE, .sizes = { .n = 3 }, .init = jumping_start,
     .exact = jumping_exact, .ode = { .f = jumping },
     .events = (const ivp_event[]){ { "full", 1, full, .then = IVP_RESTART, .reset = jump },
                                    { 0 } });
